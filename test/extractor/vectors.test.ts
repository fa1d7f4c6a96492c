import { deepEqual } from "node:assert/strict";
import { allVectors, check, extract, normalised, optionsOf, textOf } from "./vector.ts";

for (const { file, vector } of allVectors()) {
  describe(`${file} ${vector.id}`, () => {
    const text = textOf(vector);
    const options = optionsOf(vector);

    it("gives what is expected", () => {
      check(vector, extract(options, vector.deltas ?? [text], vector.finish));
    });

    it("gives the same under every split", () => {
      const whole = normalised(extract(options, [text], vector.finish));
      deepEqual(
        normalised(
          extract(
            options,
            Array.from({ length: text.length }, (_, at) => text.charAt(at)),
            vector.finish,
          ),
        ),
        whole,
      );
      for (
        let cut = 1;
        cut < text.length;
        cut += Math.max(1, Math.floor(text.length / (vector.format === "auto" ? 60 : 300)))
      ) {
        deepEqual(
          normalised(extract(options, [text.slice(0, cut), text.slice(cut)], vector.finish)),
          whole,
          `cut at ${cut}`,
        );
      }
    });
  });
}
