import type { ProductId } from "./product.ts";

/** A file in which a product keeps servers, whether it exists or not. */
export interface ImportPlace {
  product: ProductId;
  path: string;
}

export interface PlacesContext {
  /** Absolute paths. */
  home: string;
  /** `%APPDATA%` on Windows. */
  appData?: string;
  /** `$XDG_CONFIG_HOME`. */
  configHome?: string;
  platform: "darwin" | "win32" | "linux";
  /** Absolute paths of the workspace folders. */
  folders: readonly string[];
}

/** Editors whose user folders are looked into; forks of VS Code keep the same layout. */
const editors = ["Code", "Code - Insiders", "VSCodium", "Cursor", "Windsurf"];

/** Where the products keep their servers on this system, the workspace's own files first. Paths are joined with `/`. */
export function importPlaces(context: PlacesContext): ImportPlace[] {
  const { home, platform, folders } = context;
  const config = context.configHome ?? `${home}/.config`;
  const applications =
    platform === "darwin"
      ? `${home}/Library/Application Support`
      : platform === "win32"
        ? (context.appData ?? `${home}/AppData/Roaming`)
        : config;
  const inFolders = (product: ProductId, ...files: string[]): ImportPlace[] =>
    folders.flatMap((folder) => files.map((file) => ({ product, path: `${folder}/${file}` })));
  const place = (product: ProductId, path: string): ImportPlace => ({ product, path });
  const ofExtensions = editors.flatMap((editor) => {
    const storage = `${applications}/${editor}/User/globalStorage`;
    return [
      place("cline", `${storage}/saoudrizwan.claude-dev/settings/cline_mcp_settings.json`),
      place("roo", `${storage}/rooveterinaryinc.roo-cline/settings/mcp_settings.json`),
      place("kilo", `${storage}/kilocode.kilo-code/settings/mcp_settings.json`),
    ];
  });
  return [
    ...inFolders("cursor", ".cursor/mcp.json"),
    ...inFolders("roo", ".roo/mcp.json"),
    ...inFolders("kilo", ".kilocode/mcp.json"),
    ...inFolders("continue", ".continue/config.yaml"),
    ...inFolders("gemini", ".gemini/settings.json"),
    ...inFolders("opencode", "opencode.json", "opencode.jsonc"),
    ...inFolders("zed", ".zed/settings.json"),
    ...editors.slice(0, 3).map((editor) => place("vscode", `${applications}/${editor}/User/mcp.json`)),
    place("claude", `${applications}/Claude/claude_desktop_config.json`),
    place("claude", `${home}/.claude.json`),
    place("claude", `${home}/.copilot/mcp-config.json`),
    place("cursor", `${home}/.cursor/mcp.json`),
    ...ofExtensions,
    place("cline", `${home}/.cline/data/settings/cline_mcp_settings.json`),
    place("continue", `${home}/.continue/config.yaml`),
    place("continue", `${home}/.continue/config.json`),
    place("windsurf", `${home}/.codeium/windsurf/mcp_config.json`),
    place("gemini", `${home}/.gemini/settings.json`),
    place("opencode", `${config}/opencode/opencode.json`),
    place("opencode", `${config}/opencode/opencode.jsonc`),
    place("zed", `${platform === "win32" ? `${applications}/Zed` : `${config}/zed`}/settings.json`),
    place("lmstudio", `${home}/.lmstudio/mcp.json`),
  ];
}
