import path from "node:path";
import { projectRoot } from "../../scripts/shared/project-paths.mjs";

const servers = path.join(projectRoot, "node_modules/@modelcontextprotocol");

/**
 * The value of `toolweave.mcpServers` for the two real servers of `examples/workspace`, with paths that hold in any
 * folder: `everything` (adds, echoes, images) and `filesystem` (the open workspace only).
 */
export const exampleServers = {
  everything: {
    type: "stdio",
    command: "node",
    args: [path.join(servers, "server-everything/dist/index.js"), "stdio"],
  },
  filesystem: {
    type: "stdio",
    command: "node",
    args: [path.join(servers, "server-filesystem/dist/index.js"), "$" + "{workspaceFolder}"],
  },
} as const;
