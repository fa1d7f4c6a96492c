import { afterEach } from "mocha";
import type { WorkbenchWindow } from "./workbench-window.ts";

/**
 * Registers a hook for the current suite: when a test fails, the window is saved as a picture under `out/pictures/`.
 * `window` is asked at that moment; it may be undefined while nothing is open.
 */
export function pictureOnFailure(window: () => WorkbenchWindow | undefined): void {
  afterEach(async function () {
    const test = this.currentTest;
    if (test?.state !== "failed") return;
    const name = test.fullTitle().replace(/[^\w]+/g, "-");
    const file = await window()?.takePicture(`failed-${name}`);
    if (file !== undefined) console.log(`      picture: ${file}`);
  });
}
