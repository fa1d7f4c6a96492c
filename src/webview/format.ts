import { languageTag, t } from "./strings.ts";

/** A duration as the panel writes it: "4 ms" under a tenth of a second, "0.3 s", "6 s" under a minute, "1:42" from then on. */
export function formatDuration(milliseconds: number): string {
  const seconds = Math.max(0, milliseconds) / 1000;
  if (seconds >= 59.5) {
    return formatClock(Math.max(60_000, milliseconds));
  }
  if (milliseconds > 0 && seconds < 0.1) {
    return t("time.milliseconds", { n: Math.ceil(milliseconds) });
  }
  const shown = seconds < 10 ? Math.round(seconds * 10) / 10 : Math.round(seconds);
  return t("time.seconds", { n: formatNumber(shown) });
}

/** Time that is running: "0:04", "1:42", "1:02:05". It never changes its form, so that it does not jump. */
export function formatClock(milliseconds: number): string {
  const all = Math.max(0, Math.floor(milliseconds / 1000));
  const hours = Math.floor(all / 3600);
  const minutes = Math.floor(all / 60) % 60;
  const seconds = String(all % 60).padStart(2, "0");
  return hours === 0 ? `${minutes}:${seconds}` : `${hours}:${String(minutes).padStart(2, "0")}:${seconds}`;
}

/** Tokens: to 999 plain, then "1.2k", "128k", "1.5M". */
export function formatTokens(tokens: number): string {
  if (tokens < 1000) {
    return String(Math.round(tokens));
  }
  return tokens < 999_500 ? `${shorten(tokens / 1000)}k` : `${shorten(tokens / 1_000_000)}M`;
}

/** A number with the language's separators: "1,842". */
export function formatNumber(value: number): string {
  return new Intl.NumberFormat(languageTag(), { maximumFractionDigits: 1 }).format(value);
}

/** A size in bytes: "84 KB". */
export function formatBytes(bytes: number): string {
  if (bytes < 1024) {
    return `${bytes} B`;
  }
  return bytes < 1024 * 1024 ? `${shorten(bytes / 1024)} KB` : `${shorten(bytes / 1024 / 1024)} MB`;
}

/** A day without its year: "12 Nov". */
export function formatDay(at: number): string {
  return new Intl.DateTimeFormat(languageTag() === "en" ? "en-GB" : languageTag(), {
    day: "numeric",
    month: languageTag() === "en" ? "short" : "long",
  }).format(at);
}

/** A time of day: "12:08". */
export function formatTime(at: number): string {
  return new Intl.DateTimeFormat(languageTag(), { hour: "2-digit", minute: "2-digit", hourCycle: "h23" }).format(at);
}

/** One decimal under 100, none above; a trailing ".0" goes. */
function shorten(value: number): string {
  return value < 99.95 ? value.toFixed(1).replace(/\.0$/, "") : String(Math.round(value));
}
