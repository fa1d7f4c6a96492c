// Ports of the loopback address.
import { randomInt } from "node:crypto";
import { createServer } from "node:net";

/**
 * From these a system never picks a port by itself, be it for a connection or for a server that takes any (RFC 6335 and
 * Linux begin higher): nobody gets the port between the choice and the start of the server that is meant to have it.
 */
const CHOSEN = { from: 20_000, to: 32_000 };

/**
 * A port that nobody listens on at this moment, for a server that has to be told its port.
 * @returns {Promise<number>}
 */
export async function freePort() {
  for (;;) {
    const port = randomInt(CHOSEN.from, CHOSEN.to);
    if (await isPortFree(port)) return port;
  }
}

/**
 * Whether a server could listen on this port of the loopback address now.
 * @param {number} port
 * @returns {Promise<boolean>}
 */
export function isPortFree(port) {
  return new Promise((resolve) => {
    const probe = createServer().once("error", () => resolve(false));
    probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(true)));
  });
}
