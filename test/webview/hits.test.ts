import assert from "node:assert/strict";
import fc from "fast-check";
import { matchesWords, searchWords } from "../../src/shared/search-words.ts";
import { splitAtHits } from "../../src/webview/controls/hits.tsx";

describe("hits", () => {
  it("needs all words, in any order and case", () => {
    assert.equal(matchesWords("OpenAI gpt-4.1", searchWords(" 4.1  OPENAI ")), true);
    assert.equal(matchesWords("OpenAI gpt-4.1", searchWords("openai 5")), false);
    assert.equal(matchesWords("anything", searchWords("")), true);
  });

  it("marks the first place of each word", () => {
    const marked = splitAtHits("Round the rounding", ["round", "the"]).map(({ hit, piece }) =>
      hit ? `[${piece}]` : piece,
    );
    assert.deepEqual(marked, ["[Round]", " ", "[the]", " rounding"]);
  });

  it("counts overlapping places once", () => {
    const marked = splitAtHits("abcd", ["abc", "bcd"]).map(({ hit, piece }) => (hit ? `[${piece}]` : piece));
    assert.deepEqual(marked, ["[abc]", "d"]);
  });

  it("never loses or changes a character", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom("a", "b", "A", " ") }),
        fc.array(fc.constantFrom("a", "ab", "ba", "b b")),
        (text, words) => {
          assert.equal(
            splitAtHits(text, words)
              .map(({ piece }) => piece)
              .join(""),
            text,
          );
        },
      ),
    );
  });
});
