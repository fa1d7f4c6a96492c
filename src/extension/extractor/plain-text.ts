import type { LineContext } from "./line-context.ts";
import type { MarkerSet } from "./marker-tables.ts";
import type { TextReader } from "./text-reader.ts";

const lineFeed = 0x0a;
const backslash = 0x5c;

/**
 * Moves over characters that mean nothing, as far as they have arrived in the cursor's segment. In visible text an open
 * fence is inert: there only what may close it means something.
 */
export function passPlainText(reader: TextReader, line: LineContext, markers: MarkerSet, visible: boolean): void {
  let inert = line.fence !== undefined && visible;
  while (reader.index < reader.stop) {
    const code = reader.segment.charCodeAt(reader.index);
    if (inert && line.endsQuotedFence(code)) {
      line.fence = undefined;
      inert = false;
    }
    if (code === lineFeed) {
      line.newLine();
    } else if (markers.interesting(code) && (!inert || (line.atStart && code === line.fence?.code))) {
      return;
    } else if (line.atStart || code === backslash || line.escaped) {
      line.pass(code);
    }
    reader.index += 1;
  }
}
