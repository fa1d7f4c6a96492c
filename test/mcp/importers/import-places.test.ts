import assert from "node:assert/strict";
import { importPlaces } from "../../../src/extension/mcp/importers/import-places.ts";
import { productIds } from "../../../src/extension/mcp/importers/product.ts";

describe("importPlaces", () => {
  const on = (platform: "darwin" | "win32" | "linux") =>
    importPlaces({ home: "/home/ann", appData: "/AppData", platform, folders: ["/work/app"] });
  const has = (platform: "darwin" | "win32" | "linux", product: string, path: string) =>
    assert.ok(
      on(platform).some((place) => place.product === product && place.path === path),
      `${platform} ${product} ${path}`,
    );

  it("knows every product, and names each file once", () => {
    for (const platform of ["darwin", "win32", "linux"] as const) {
      const places = on(platform);
      assert.deepEqual(
        productIds.filter((id) => !places.some(({ product }) => product === id)),
        [],
      );
      assert.equal(new Set(places.map(({ path }) => path)).size, places.length);
    }
  });

  it("knows where each system keeps applications' files", () => {
    has("darwin", "claude", "/home/ann/Library/Application Support/Claude/claude_desktop_config.json");
    has("win32", "claude", "/AppData/Claude/claude_desktop_config.json");
    has("linux", "vscode", "/home/ann/.config/Code/User/mcp.json");
    has(
      "linux",
      "cline",
      "/home/ann/.config/Code/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json",
    );
    has("darwin", "cursor", "/work/app/.cursor/mcp.json");
    has("win32", "zed", "/AppData/Zed/settings.json");
  });
});
