/**
 * Markdown of about that many lines with everything that a renderer has to cope with: headings, paragraphs, lists, a
 * table and code. Always the same for the same count.
 */
export function demoLongText(lines: number): string {
  const sections: string[] = ["# A long text\n"];
  let written = 2;
  for (let number = 1; written < lines; number += 1) {
    const section = demoSection(number);
    sections.push(section);
    written += section.split("\n").length;
  }
  return sections.join("\n");
}

function demoSection(number: number): string {
  const square = number * number;
  const rows = [1, 2, 3, 4].map((row) => `| ${row} | ${row * number} | ${row * square} |`).join("\n");
  return `## Section ${number}

This is paragraph ${number} of a **prepared** text. It has *emphasis*, \`code\`, a [link](https://example.com/${number})
and a number, ${square}, which is the square of ${number}.

1. First point of section ${number}
2. Second point, with a list of its own:
   - one thing
   - another thing

| n | n × ${number} | n × ${square} |
|---:|---:|---:|
${rows}

\`\`\`ts
/** Adds the first ${number} numbers. */
export function sumTo${number}(): number {
  let sum = 0;
  for (let value = 1; value <= ${number}; value += 1) {
    sum += value;
  }
  return sum; // ${(number * (number + 1)) / 2}
}
\`\`\`
`;
}
