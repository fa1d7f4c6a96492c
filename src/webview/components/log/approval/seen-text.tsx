import { codePointName, splitUnseen } from "./unseen-characters.ts";

/** Text of a server or a model, with a mark in the place of each character that could not be seen. */
export function SeenText({ text }: { text: string }) {
  return (
    <>
      {splitUnseen(text).map((piece, index) =>
        piece.unseen ? (
          <span class="tw-unseen" key={index}>
            {codePointName(piece.text)}
          </span>
        ) : (
          piece.text
        ),
      )}
    </>
  );
}
