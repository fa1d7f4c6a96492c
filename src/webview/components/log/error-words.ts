import type { ErrorChunk } from "../../../shared/chunk.ts";
import type { MessageParams } from "../../../shared/localizable.ts";
import { formatNumber } from "../../format.ts";
import { localize, t } from "../../strings.ts";

/** An error in the panel's order: what happened, what it means and what to do, the server's own words. */
export interface ErrorWords {
  title: string;
  text: string;
  /** As the server wrote it; empty when it wrote nothing. */
  detail: string;
  /** Pieces of title and text that are addresses or ends of keys. */
  literals: string[];
}

/** The words of an error. A few have a short title of their own; the others are cut behind their first sentence. */
export function errorWords(error: ErrorChunk): ErrorWords {
  const { detail: told, ...params } = error.params ?? {};
  const detail = told === undefined ? "" : String(told);
  // Details at the end are the server's own words; within the sentence they belong to it.
  const isApart = detail !== "" && error.message.endsWith(detail);
  const literals = [String(params.address ?? ""), params.tail === undefined ? "" : `…${params.tail}`];
  const own = shortWords(error.key, params, detail);
  if (own !== undefined) {
    return { ...own, detail: isApart ? detail : "", literals };
  }
  const whole = isApart
    ? localize({ ...error, message: error.message.slice(0, -detail.length).trim(), params })
    : localize(error);
  const [, title = whole, text = ""] = /^(.+?)(?:\.(?=\s|$)|。)\s*(.*)$/s.exec(whole) ?? [];
  return { title, text, detail: isApart ? detail : "", literals };
}

function shortWords(
  key: string | undefined,
  params: MessageParams,
  detail: string,
): { title: string; text: string } | undefined {
  const text = (name: string): string => String(params[name] ?? "");
  switch (key) {
    case "error.key":
    case "error.keyRefused":
      return {
        title: t("error.key", { provider: text("provider") }),
        text: params.tail === undefined ? t("error.keyTextPlain") : t("error.keyText", { tail: `…${text("tail")}` }),
      };
    case "error.unreachable": {
      const values = { name: text("name") };
      return {
        title: t("error.unreachable", { address: text("address") }),
        text: detail.includes("ECONNREFUSED")
          ? t("error.unreachableText", values)
          : t("error.unreachableOther", values),
      };
    }
    case "error.cut":
      return {
        title: t("error.cut"),
        text: t("error.cutAfter", { n: formatNumber(Number(params.characters ?? 0)) }),
      };
    default:
      return undefined;
  }
}
