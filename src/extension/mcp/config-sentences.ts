/** Sentences about the places that name servers; part of the table in `sentences.ts`. */
export const configSentences = {
  "mcp.config.missingBrace":
    "A closing brace or bracket is missing, noticed in line {line}. The file was read all the same; correct it, so that nothing is misread.",
  "mcp.config.missingComma":
    "A comma is missing in line {line}. The file was read all the same; correct it, so that nothing is misread.",
  "mcp.config.extraText":
    "There is text after the end, from line {line} on, such as a brace too many. It was not read; correct the file.",
  "mcp.config.loneBackslash":
    "A text in line {line} has a backslash that stands alone, so none of the file's servers was read. Write it twice, as in C:\\\\Users, or use a slash.",
  "mcp.config.curlyQuotes":
    "Line {line} has typographic quotation marks, so none of the file's servers was read. Write straight ones (\").",
  "mcp.config.unreadableFile": "The file is no valid JSON in line {line}, so none of its servers was read. Correct it.",
  "mcp.config.badInput":
    'The entry {field} cannot be used: it needs an "id" of its own, and a "type" of promptString, pickString (with "options") or command (with "command").',
  "mcp.config.envFile":
    'The MCP server "{server}" names {file} in "envFile", which cannot be read. Create it, or correct the path.',
  "mcp.config.noSandbox":
    'The MCP server "{server}" asks for a sandbox, which Toolweave does not have. It runs with all your rights.',
  "mcp.config.sameInTwoFolders":
    'The folders {first} and {second} both name an MCP server "{server}" and differ. The one of {first} is used; give the other another name.',
  "mcp.config.untrustedFile": "This file is read after you trust the workspace.",
  "mcp.state.waitsForInput": "The server needs a value from you: {inputs}. Start it to be asked.",
  "mcp.state.switchedOff": "You switched the server off in this workspace.",
  "mcp.state.offInSettings": "The setting {setting} switches these tools off.",
  "mcp.import.noServers": 'The file names no MCP servers: "{root}" is missing or has the wrong shape.',
  "mcp.import.unreadableYaml": "The file is no valid YAML in line {line}, so none of its servers was read. Correct it.",
  "mcp.import.twice": 'The MCP server "{server}" is named more than once; the first one is taken.',
  "mcp.import.dropped": 'The field "{field}" of the MCP server "{server}" has no counterpart here and is left out.',
  "mcp.import.approvals":
    'The MCP server "{server}" runs tools without asking there ("{field}": {tools}). That is not taken over: each tool asks here once.',
} as const;
