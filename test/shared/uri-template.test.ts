import assert from "node:assert/strict";
import { expandTemplate, templateVariables } from "../../src/shared/uri-template.ts";

describe("uri-template", () => {
  it("names the places of a template", () => {
    assert.deepEqual(templateVariables("db://{table}/{id}{?from,to*}{&table}"), ["table", "id", "from", "to"]);
    assert.deepEqual(templateVariables("db://plain"), []);
  });

  const values = { var: "value", path: "/foo/bar", hello: "Hello World!", x: "1024", y: "768", empty: "" };
  // From the examples of RFC 6570, sections 1.2 and 3.2.
  const cases: Record<string, string> = {
    "{var}": "value",
    "{hello}": "Hello%20World!",
    "{+var}": "value",
    "{+path}/here": "/foo/bar/here",
    "here?ref={+path}": "here?ref=/foo/bar",
    "X{#var}": "X#value",
    "map?{x,y}": "map?1024,768",
    "{+x,hello,y}": "1024,Hello%20World!,768",
    "X{.x,y}": "X.1024.768",
    "{/var,x}/here": "/value/1024/here",
    "{;x,y}": ";x=1024;y=768",
    "{?x,y}": "?x=1024&y=768",
    "?fixed=yes{&x}": "?fixed=yes&x=1024",
    "{path}": "%2Ffoo%2Fbar",
    "a{?unknown}b": "ab",
  };
  for (const [template, uri] of Object.entries(cases)) {
    it(template, () => assert.equal(expandTemplate(template, values), uri));
  }

  it("takes no long time over what is no template", () => {
    const text = "{".repeat(100_000);
    assert.equal(expandTemplate(text, values).length, 2_000);
    assert.deepEqual(templateVariables(text), []);
  });
});
