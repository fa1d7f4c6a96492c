// Lets the conformance suite load on Node 20: its bundle imports `globSync` from "fs", which came with Node 22 and which
// only a command uses that is not called here. Loaded with `node --import`.
import { register } from "node:module";

const source = `
  import fs from "node:fs";
  export * from "node:fs";
  export default fs;
  export const globSync = fs.globSync ?? (() => { throw new Error("This needs Node 22."); });
`;
const replacement = `data:text/javascript,${encodeURIComponent(source)}`;
const hooks = `
  export async function resolve(specifier, context, next) {
    const parent = context.parentURL ?? "";
    const isSuite = ["/@modelcontextprotocol/conformance/", "/conformance-next/"].some((part) => parent.includes(part));
    const wanted = specifier === "fs" && isSuite;
    return wanted ? { url: ${JSON.stringify(replacement)}, shortCircuit: true } : next(specifier, context);
  }
`;
register(`data:text/javascript,${encodeURIComponent(hooks)}`);
