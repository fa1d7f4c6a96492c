// Prints the lines by which VS Code's problem matcher (.vscode/tasks.json) follows a watch build.

/**
 * One plugin for all builds of a watch: the first to start opens a round, the last to finish closes it, so that F5 waits for all.
 * @returns {import("esbuild").Plugin}
 */
export function watchReporter() {
  let running = 0;
  return {
    name: "watch-reporter",
    setup(build) {
      build.onStart(() => {
        if (running++ === 0) console.log("[watch] build started");
      });
      build.onEnd(({ errors }) => {
        for (const { text, location } of errors) {
          console.error(`✘ [ERROR] ${text}`);
          if (location) console.error(`    ${location.file}:${location.line}:${location.column + 1}:`);
        }
        if (--running === 0) console.log("[watch] build finished");
      });
    },
  };
}
