/** Sentences about the places that name servers; part of the table in `sentences.ts`. */
export const configSentences = {
  "mcp.config.missingBrace":
    "{file} lacks a closing brace or bracket, noticed in line {line}. It was read all the same; correct it, so that nothing is misread.",
  "mcp.config.missingComma":
    "{file} lacks a comma in line {line}. It was read all the same; correct it, so that nothing is misread.",
  "mcp.config.extraText":
    "{file} has text after its end, from line {line} on, such as a brace too many. What comes after the end was not read; correct it.",
  "mcp.config.unreadableFile": "{file} is no valid JSON in line {line}, so none of its servers was read. Correct it.",
  "mcp.config.badInput":
    'The entry {field} cannot be used: it needs an "id" of its own, and a "type" of promptString, pickString (with "options") or command (with "command").',
  "mcp.config.envFile":
    'The MCP server "{server}" names {file} in "envFile", which cannot be read. Create it, or correct the path.',
  "mcp.config.noSandbox":
    'The MCP server "{server}" asks for a sandbox, which Toolweave does not have. It runs with all your rights.',
  "mcp.config.sameInTwoFolders":
    'The folders {first} and {second} both name an MCP server "{server}" and differ. The one of {first} is used; give the other another name.',
  "mcp.config.untrustedFile": "{file} is read after you trust this workspace.",
  "mcp.state.waitsForInput": "The server needs a value from you: {inputs}. Start it to be asked.",
  "mcp.state.switchedOff": "You switched the server off in this workspace.",
  "mcp.import.noServers": '{file} names no MCP servers: "{root}" is missing or has the wrong shape.',
  "mcp.import.unreadableYaml": "{file} is no valid YAML in line {line}, so none of its servers was read. Correct it.",
  "mcp.import.twice": 'The MCP server "{server}" is named more than once; the first one is taken.',
  "mcp.import.dropped": 'The field "{field}" of the MCP server "{server}" has no counterpart here and is left out.',
  "mcp.import.approvals":
    'The MCP server "{server}" runs tools without asking there ("{field}": {tools}). That is not taken over: each tool asks here once.',
} as const;
