const openSchemes: ReadonlySet<string> = new Set(["http:", "https:", "mailto:"]);
const editorSchemes: ReadonlySet<string> = new Set(["vscode:", "vscode-insiders:"]);

/**
 * Whether an address of a reply may be opened: web pages, mail, and files in VS Code (`vscode://file/…`; other
 * `vscode:` addresses reach extensions and can do things). Everything else, `command:` and relative addresses
 * included, is shown but cannot be opened.
 */
export function isSafeLink(address: string): boolean {
  let url: URL;
  try {
    url = new URL(address);
  } catch {
    return false;
  }
  return openSchemes.has(url.protocol) || (editorSchemes.has(url.protocol) && url.host === "file");
}

/** An address of the text as a browser writes it; undefined when it is none. */
export function encodeAddress(address: string): string | undefined {
  try {
    return encodeURI(address).replace(/%25/g, "%");
  } catch {
    return undefined; // half of a surrogate pair
  }
}
