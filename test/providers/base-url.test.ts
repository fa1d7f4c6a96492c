import assert from "node:assert/strict";
import { isThisComputer, normaliseBaseUrl, reachOf } from "../../src/extension/providers/base-url.ts";

describe("normaliseBaseUrl", () => {
  const cases: readonly (readonly [string, string | undefined])[] = [
    ["https://api.openai.com/v1", "https://api.openai.com/v1"],
    [" https://api.openai.com/v1/ ", "https://api.openai.com/v1"],
    ["https://api.openai.com/v1/chat/completions", "https://api.openai.com/v1"],
    ["https://api.anthropic.com/v1/messages/", "https://api.anthropic.com/v1"],
    ["https://host/openai/v1?api-version=1", "https://host/openai/v1?api-version=1"],
    ["localhost:11434", "http://localhost:11434"],
    ["api.example.com/v1", "https://api.example.com/v1"],
    ["[::1]:8080/v1", "http://[::1]:8080/v1"],
    ["ftp://host", undefined],
    ["", undefined],
    ["http://", undefined],
    ["not an address", undefined],
  ];
  for (const [text, expected] of cases) {
    it(`makes ${expected} of "${text}"`, () => {
      assert.equal(normaliseBaseUrl(text), expected);
    });
  }
});

describe("reachOf", () => {
  const local = [
    "http://127.0.0.1:1",
    "http://localhost",
    "http://10.0.0.5",
    "http://192.168.1.2",
    "http://172.20.0.1",
    "http://[::1]",
    "http://[fd00::1]",
    "http://ollama:11434",
    "http://mac.local",
    "http://host.docker.internal",
  ];
  const distant = [
    "https://api.openai.com",
    "http://172.32.0.1",
    "http://8.8.8.8",
    "http://[2001:db8::1]",
    "https://fd.example.com",
  ];
  for (const url of local) {
    it(`finds ${url} in the own network`, () => assert.equal(reachOf(url), "local"));
  }
  for (const url of distant) {
    it(`finds ${url} outside`, () => assert.equal(reachOf(url), "public"));
  }
});

describe("isThisComputer", () => {
  it("tells the own machine from the own network", () => {
    for (const url of ["http://127.0.0.1:1", "http://localhost:11434/v1", "http://[::1]:8080", "http://x.localhost"]) {
      assert.equal(isThisComputer(url), true, url);
    }
    for (const url of ["http://192.168.1.2", "http://ollama:11434", "http://localhost.example.com", "no address"]) {
      assert.equal(isThisComputer(url), false, url);
    }
  });
});
