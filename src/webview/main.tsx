import { render } from "preact";
import { App } from "./app.tsx";
import { post } from "./host-bridge.ts";
import { connectPanel } from "./panel-inbox.ts";

/** Faults of the panel end up in the extension's log, where people find them. */
function reportFaults(): void {
  window.addEventListener("error", (event) => {
    post({ type: "log", level: "error", message: event.error instanceof Error ? stackOf(event.error) : event.message });
  });
  window.addEventListener("unhandledrejection", (event) => {
    const reason: unknown = event.reason;
    post({ type: "log", level: "error", message: reason instanceof Error ? stackOf(reason) : String(reason) });
  });
}

function stackOf(error: Error): string {
  return error.stack ?? error.message;
}

const root = document.getElementById("root");
if (root === null) {
  throw new Error("The webview's page has no element with the id “root”.");
}
reportFaults();
render(<App />, root);
connectPanel();
