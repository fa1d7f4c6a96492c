import http from "node:http";
import type { AddressInfo } from "node:net";

/** Answers of a local product by path: a value as JSON, a number as an empty answer with that status, a text as it is. */
export type LocalAnswers = Readonly<Record<string, unknown>>;

export interface LocalModelServer {
  port: number;
  /** Method and path of every request. */
  asked: string[];
  close(): Promise<void>;
}

/** A server on a free loopback port that answers like a local product; whatever is not listed is 404. */
export async function startLocalModelServer(answers: LocalAnswers): Promise<LocalModelServer> {
  const asked: string[] = [];
  const server = http.createServer(async (message, response) => {
    let body = "";
    for await (const piece of message) {
      body += String(piece);
    }
    const path = message.url ?? "";
    asked.push(`${message.method} ${path}`);
    const answer = answers[path];
    const value: unknown = typeof answer === "function" ? answer(body === "" ? {} : JSON.parse(body)) : answer;
    if (value === undefined || typeof value === "number") {
      response.writeHead(value ?? 404).end();
    } else if (typeof value === "string") {
      response.writeHead(200, { "content-type": "text/html" }).end(value);
    } else if (value !== null) {
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(value));
    }
    // `null` never answers.
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    asked,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
