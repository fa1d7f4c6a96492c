interface LiteralTextProps {
  text: string;
  /** Pieces of the text that are written as they are elsewhere: addresses, ends of keys. */
  literals: readonly string[];
}

/** A sentence whose literal pieces are set in the code font. */
export function LiteralText({ text, literals }: LiteralTextProps) {
  const [literal] = literals.filter((piece) => piece !== "" && text.includes(piece));
  if (literal === undefined) {
    return <>{text}</>;
  }
  const at = text.indexOf(literal);
  return (
    <>
      {text.slice(0, at)}
      <span class="tw-mono">{literal}</span>
      {text.slice(at + literal.length)}
    </>
  );
}
