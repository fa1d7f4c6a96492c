import { checkModel } from "../loop/model-check/check-model.ts";
import type { Log } from "../ports/log.ts";
import type { CommandOptions } from "./command-options.ts";
import { modelOf } from "./model-of.ts";

/**
 * `check`: asks the model small things and prints what it can do: one line for each way to call tools, then one with the
 * rest and the verdict. Progress goes to the log. Ctrl-C ends it with what is known by then. Resolves with the exit
 * code: 1 when the model could not be asked.
 */
export async function runCheck(options: CommandOptions, print: (value: object) => void, log: Log): Promise<number> {
  const model = modelOf(options, log);
  const maxRequests = options.number("max-requests");
  const maxTokens = options.number("max-tokens");
  const controller = new AbortController();
  const stop = () => controller.abort();
  process.once("SIGINT", stop);
  try {
    const { ways, ...report } = await checkModel(
      {
        model,
        onProgress: ({ step, done, of }) => log.info(`${done}/${of} ${step}`),
        ...(maxRequests === undefined ? {} : { maxRequests }),
        ...(maxTokens === undefined ? {} : { maxTokens }),
      },
      controller.signal,
    );
    for (const way of ways) {
      print({ type: "way", ...way });
    }
    print({ type: "report", ...report });
    return report.ended === "error" ? 1 : 0;
  } finally {
    process.off("SIGINT", stop);
  }
}
