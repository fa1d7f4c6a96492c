import assert from "node:assert/strict";
import { serverIcon } from "../../src/extension/mcp/server-icon.ts";

const png = (name: string): string => `data:image/png;base64,${Buffer.from(name).toString("base64")}`;

describe("the icon of a server", () => {
  it("is the one whose size is nearest to 16 to 32 pixels", () => {
    const sized = (size: string) => ({ src: png(size), sizes: [size] });
    const chosen = (...sizes: string[]) => serverIcon(sizes.map(sized))?.src;
    assert.equal(chosen("512x512", "48x48", "8x8"), png("8x8"));
    assert.equal(chosen("512x512", "24x24", "48x48"), png("24x24"));
    assert.equal(chosen("48x48", "any"), png("any"));
    assert.equal(chosen("large", "512x512"), png("512x512"));
  });

  it("is the theme's own, or else one for every theme, or else the other's", () => {
    const light = { src: png("light"), theme: "light" };
    const dark = { src: png("dark"), theme: "dark" };
    const every = { src: png("every") };
    assert.deepEqual(serverIcon([every, dark, light]), { src: light.src, darkSrc: dark.src });
    assert.deepEqual(serverIcon([dark, every]), { src: every.src, darkSrc: dark.src });
    assert.deepEqual(serverIcon([dark]), { src: dark.src });
  });

  it("is never fetched, of another type, too long or malformed", () => {
    const refused = [
      "https://example.com/icon.png",
      "file:///etc/passwd",
      "javascript:alert(1)",
      "data:text/html,<script>alert(1)</script>",
      "data:image/gif;base64,R0lGODlh",
      "data:image/png",
      `data:image/png;base64,${"A".repeat(12_000)}`,
      7,
      undefined,
    ];
    for (const src of refused) {
      assert.equal(serverIcon([{ src }]), undefined, String(src).slice(0, 40));
    }
    for (const icons of [undefined, null, {}, "data:image/png,", [null, 3, []]]) {
      assert.equal(serverIcon(icons), undefined);
    }
    assert.deepEqual(serverIcon([...refused.map((src) => ({ src })), { src: png("good"), sizes: 3, theme: 1 }]), {
      src: png("good"),
    });
  });
});
