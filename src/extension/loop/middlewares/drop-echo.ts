import type { Chunk } from "../../../shared/chunk.ts";
import { closingLines } from "../../formats/format-prompt.ts";
import { EchoFilter } from "../echo-filter.ts";
import type { Middleware } from "../middleware.ts";

/**
 * In text and guided mode a small model now and then ends its answer with the line that we put behind the results. That
 * line is ours and no answer: it is discarded, where the person can still look at it.
 */
export const dropEcho: Middleware = {
  name: "drop-echo",
  process(chunks, round) {
    return round.toolMode === "native" || round.replay !== undefined ? chunks : withoutEcho(chunks);
  },
};

async function* withoutEcho(chunks: AsyncIterable<Chunk>): AsyncGenerator<Chunk> {
  const filter = new EchoFilter(closingLines);
  for await (const chunk of chunks) {
    switch (chunk.type) {
      case "text_delta": {
        const text = filter.push(chunk.text);
        if (text !== "") {
          yield { type: "text_delta", text };
        }
        break;
      }
      case "round_end": {
        const { text, echo } = filter.end();
        if (text !== "") {
          yield { type: "text_delta", text };
        }
        if (echo !== "") {
          yield { type: "text_discarded", raw: echo, reason: "echo" };
        }
        yield chunk;
        break;
      }
      case "usage":
      case "held":
        yield chunk;
        break;
      default: {
        const text = filter.flush();
        if (text !== "") {
          yield { type: "text_delta", text };
        }
        yield chunk;
      }
    }
  }
}
