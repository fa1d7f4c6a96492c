/** A product whose configuration of MCP servers can be taken over. */
export interface Product {
  label: string;
  /** Where its files keep the servers: keys from the root on, joined by `/`; the first that is there counts. */
  roots: readonly string[];
  /** ms of one unit of its `timeout`. */
  timeoutUnit: number;
  /** What its files mean by a `url` without a `type`. */
  plainUrl: "http" | "sse";
  /** How its variables are written. */
  variables: "ours" | "none" | "shell" | "braces" | "mustache";
}

const ours = { timeoutUnit: 1, plainUrl: "http", variables: "ours" } as const;

/**
 * The products, as their documentation and sources describe their files. `ours` are variables that Toolweave replaces
 * itself: `${env:X}`, `${X}`, `${X:-default}`, `${workspaceFolder}`, `${input:X}`.
 */
export const products = {
  vscode: { label: "VS Code", roots: ["servers", "mcp/servers", "mcpServers"], ...ours },
  claude: { label: "Claude", roots: ["mcpServers"], ...ours },
  cursor: { label: "Cursor", roots: ["mcpServers"], ...ours },
  cline: { label: "Cline", roots: ["mcpServers"], timeoutUnit: 1_000, plainUrl: "sse", variables: "none" },
  roo: { label: "Roo Code", roots: ["mcpServers"], ...ours, timeoutUnit: 1_000 },
  kilo: { label: "Kilo Code", roots: ["mcpServers", "mcp"], ...ours, timeoutUnit: 1_000 },
  continue: {
    label: "Continue",
    roots: ["mcpServers", "experimental/modelContextProtocolServers"],
    ...ours,
    variables: "mustache",
  },
  windsurf: { label: "Windsurf", roots: ["mcpServers"], ...ours },
  gemini: { label: "Gemini CLI", roots: ["mcpServers"], timeoutUnit: 1, plainUrl: "sse", variables: "shell" },
  opencode: { label: "opencode", roots: ["mcp"], ...ours, variables: "braces" },
  zed: { label: "Zed", roots: ["context_servers"], ...ours, variables: "none" },
  lmstudio: { label: "LM Studio", roots: ["mcpServers"], ...ours },
} as const satisfies Record<string, Product>;

export type ProductId = keyof typeof products;

export const productIds = Object.keys(products) as ProductId[];

export function isProductId(value: string): value is ProductId {
  return Object.hasOwn(products, value);
}
