import assert from "node:assert/strict";
import { formatBytes, formatClock, formatDay, formatDuration, formatTokens } from "../../src/webview/format.ts";
import { loadLanguage } from "../../src/webview/strings.ts";

describe("format", () => {
  afterEach(() => loadLanguage("en"));

  it("writes very short durations in milliseconds, but nothing as 0 s", () => {
    assert.deepEqual([0, 0.4, 4, 99, 100].map(formatDuration), ["0 s", "1 ms", "4 ms", "99 ms", "0.1 s"]);
  });

  it("writes durations in seconds under a minute, as a clock from then on", () => {
    assert.deepEqual([0, 140, 999, 6_000, 9_940, 14_400, 59_400].map(formatDuration), [
      "0 s",
      "0.1 s",
      "1 s",
      "6 s",
      "9.9 s",
      "14 s",
      "59 s",
    ]);
    assert.deepEqual([60_000, 102_000, 3_725_000].map(formatDuration), ["1:00", "1:42", "1:02:05"]);
    assert.equal(formatDuration(59_700), "1:00", "never 60 s");
  });

  it("writes running time as a clock that does not change its form", () => {
    assert.deepEqual([0, 4_900, 42_000, 102_000, 3_725_000].map(formatClock), [
      "0:00",
      "0:04",
      "0:42",
      "1:42",
      "1:02:05",
    ]);
    assert.equal(formatClock(-5), "0:00");
  });

  it("writes tokens plainly to 999, then shortened", () => {
    assert.deepEqual([0, 999, 1000, 1_249, 14_100, 99_940, 99_950, 128_000, 999_499, 1_500_000].map(formatTokens), [
      "0",
      "999",
      "1k",
      "1.2k",
      "14.1k",
      "99.9k",
      "100k",
      "128k",
      "999k",
      "1.5M",
    ]);
    assert.equal(formatTokens(999_600), "1M", "never 1000k");
  });

  it("writes sizes and days", async () => {
    assert.deepEqual([12, 86_016, 3_670_016].map(formatBytes), ["12 B", "84 KB", "3.5 MB"]);
    const day = new Date(2026, 10, 4, 12).getTime();
    assert.equal(formatDay(day), "4 Nov");
    await loadLanguage("zh-cn");
    assert.equal(formatDay(day), "11月4日");
    assert.equal(formatDuration(6_000), "6 秒");
  });
});
