import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { RedirectAnswers } from "./redirect-answers.ts";
import type { Redirect } from "./redirect-listener.ts";

const path = "/callback";

/** What the browser shows at the end; plain text in the person's language. */
export interface RedirectPages {
  /** BCP 47. */
  language: string;
  done: string;
  failed: string;
}

/**
 * A redirect address on this computer alone (RFC 8252, section 7.3). Requests with another `state` than the awaited one
 * get an answer and change nothing, so no other page can end the sign-in. Rejects when the port is taken.
 */
export async function openLoopbackRedirect(port: number | undefined, pages: RedirectPages): Promise<Redirect> {
  const answers = new RedirectAnswers();
  const handle = (request: IncomingMessage, response: ServerResponse) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://127.0.0.1");
    const isAwaited = request.method === "GET" && pathname === path && answers.take(searchParams);
    const isDone = isAwaited && searchParams.has("code");
    respond(response, isAwaited ? 200 : 404, isDone ? pages.done : pages.failed, pages.language);
  };
  const server = createServer(handle);
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(port ?? 0, "127.0.0.1", () => resolve());
  });
  const address = server.address();
  const boundPort = typeof address === "object" && address !== null ? address.port : port;
  return {
    url: `http://127.0.0.1:${boundPort}${path}`,
    answer: (state, signal) => answers.wait(state, signal),
    close() {
      return new Promise((resolve) => {
        server.close(() => resolve());
        server.closeIdleConnections();
      });
    },
  };
}

function respond(response: ServerResponse, status: number, text: string, language: string): void {
  const page = `<!doctype html><html lang="${escapeHtml(language)}"><meta charset="utf-8"><title>Toolweave</title><p style="font:16px/1.5 system-ui;max-width:40em;margin:4em auto;padding:0 1em">${escapeHtml(text)}`;
  response
    .writeHead(status, {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'",
      "referrer-policy": "no-referrer",
      "cache-control": "no-store",
      connection: "close",
    })
    .end(page);
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
