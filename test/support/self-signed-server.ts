import { generateKeyPairSync, sign } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import https from "node:https";
import type { AddressInfo } from "node:net";

/** A server on loopback whose certificate nobody has signed but itself. `cert` (PEM) makes a client trust it. */
export async function startSelfSignedServer(
  answer: (request: IncomingMessage, response: ServerResponse) => void = (_, response) => void response.end("{}"),
): Promise<{ url: string; cert: string; close(): Promise<void> }> {
  const { key, cert } = selfSigned();
  const server = https.createServer({ key, cert }, answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `https://127.0.0.1:${port}`,
    cert,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The smallest certificate that TLS takes for 127.0.0.1 (RFC 5280), made anew for each server so that no key lies in a file. */
function selfSigned(): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const ecdsaWithSha256 = sequence(Buffer.from("06082a8648ce3d040302", "hex"));
  const commonName = sequence(Buffer.from("0603550403", "hex"), tagged(0x0c, Buffer.from("test")));
  const name = sequence(tagged(0x31, commonName));
  const validity = sequence(tagged(0x17, Buffer.from("200101000000Z")), tagged(0x17, Buffer.from("490101000000Z")));
  const spki = publicKey.export({ type: "spki", format: "der" });
  const version3 = tagged(0xa0, tagged(0x02, Buffer.from([2])));
  const alternativeNames = sequence(tagged(0x87, Buffer.from([127, 0, 0, 1])));
  const extension = sequence(Buffer.from("0603551d11", "hex"), tagged(0x04, alternativeNames));
  const serial = tagged(0x02, Buffer.from([1]));
  const extensions = tagged(0xa3, sequence(extension));
  const body = sequence(version3, serial, ecdsaWithSha256, name, validity, name, spki, extensions);
  const signature = tagged(0x03, Buffer.concat([Buffer.from([0]), sign("sha256", body, privateKey)]));
  const base64 = sequence(body, ecdsaWithSha256, signature).toString("base64");
  return {
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${base64.replace(/.{64}/g, "$&\n")}\n-----END CERTIFICATE-----\n`,
  };
}

function sequence(...parts: Buffer[]): Buffer {
  return tagged(0x30, Buffer.concat(parts));
}

function tagged(tag: number, content: Buffer): Buffer {
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}
