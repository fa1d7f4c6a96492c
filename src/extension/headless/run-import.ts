import { readFile } from "node:fs/promises";
import { messageOf } from "../../shared/message-of.ts";
import { isProductId, productIds } from "../mcp/importers/product.ts";
import type { CommandOptions } from "./command-options.ts";
import { UsageError } from "./usage-error.ts";

/**
 * `import --product P FILE`: the servers that another product's file names, as one object `{ servers, problems }`, with
 * `inputs` when the servers ask for values. Nothing is started and no variable is replaced. Resolves with the exit code:
 * 1 when there are problems and no server.
 */
export async function runImport(options: CommandOptions, print: (value: object) => void): Promise<number> {
  const product = options.required("product");
  if (!isProductId(product)) {
    throw new UsageError(`The option --product must be one of ${productIds.join(", ")}, not "${product}".`);
  }
  const [file, more] = options.positionals;
  if (file === undefined || more !== undefined) {
    throw new UsageError("Name one file to import.");
  }
  let text: string;
  try {
    text = await readFile(file, "utf8");
  } catch (cause) {
    throw new UsageError(`${file} cannot be read: ${messageOf(cause)}`);
  }
  const { importServers } = await import("../mcp/importers/import-servers.ts");
  const { servers, inputs, problems } = importServers(product, text, file);
  print({
    servers: servers.map(({ name, entry }) => ({ name, ...entry })),
    ...(inputs.length === 0 ? {} : { inputs }),
    problems,
  });
  return servers.length === 0 && problems.length > 0 ? 1 : 0;
}
