import { signal } from "@preact/signals";
import { page, panel } from "../store.ts";

/** Name of the server whose command is being judged. */
export const reviewedServer = signal<string | undefined>(undefined);

/** Servers whose command nobody has seen yet, in the order of the list. */
export function serversToReview(): string[] {
  return panel.value.servers.filter((server) => server.state === "needs-consent").map((server) => server.name);
}

export function firstToReview(): string | undefined {
  return serversToReview()[0];
}

/** Shows the exact command of a server and asks whether it may start. */
export function reviewServer(name: string): void {
  reviewedServer.value = name;
  page.value = "servers";
}
