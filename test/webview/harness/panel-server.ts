import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { panelFiles } from "./panel-bundle.ts";

/** The panel's page and files on the loopback interface. */
export interface PanelServer {
  readonly origin: string;
  /** The address at which this page is from now on. */
  addPage(html: string): string;
  close(): void;
}

/** As strict as the extension's own page: nothing but our files, no inline style, nothing from a network. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'nonce-panel'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src blob: data:",
  "media-src blob: data:",
  "worker-src blob:",
  "connect-src 'self'",
].join("; ");

/**
 * Starts a server on a free port. A server, rather than answers that the tests put in the browser's way, because only
 * then the browser keeps the files and their compiled code from one page to the next.
 */
export async function startPanelServer(): Promise<PanelServer> {
  const files = await panelFiles();
  const pages: string[] = [];
  const server = createServer((request, response) => {
    const name = new URL(request.url ?? "", "http://panel").pathname.slice(1);
    const page = pages[Number(name)];
    const file = files.get(name);
    if (page !== undefined) {
      response.setHeader("content-type", "text/html");
      response.setHeader("content-security-policy", contentSecurityPolicy);
      response.end(page);
    } else if (file !== undefined) {
      response.setHeader("content-type", file.contentType);
      response.setHeader("cache-control", "max-age=86400, immutable");
      response.end(file.body);
    } else {
      response.statusCode = 404;
      response.end();
    }
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  return {
    origin,
    addPage: (html) => `${origin}/${pages.push(html) - 1}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
