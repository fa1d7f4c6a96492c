import { taughtFormats, textFormats } from "../../src/extension/formats/formats.ts";
import type { TextFormat } from "../../src/extension/formats/text-format.ts";

const call = { name: "get_weather", input: { city: "Oslo", days: 2 } };
const tools = [
  {
    name: call.name,
    inputSchema: { type: "object", properties: { city: { type: "string" }, days: { type: "integer" } } },
  },
];

/** The page `docs/formats.md`: every text format of the table with what it is, who writes it and how it looks. */
export function formatsDocument(): string {
  const formats = [...textFormats.values()];
  return `# Text formats

Generated from the table in \`src/extension/formats/formats.ts\`; \`UPDATE_DOCS=1 npm run test:unit\` writes it anew. ${formats.length} formats are read; the ${taughtFormats.length}
marked *taught* are also written into prompts (${taughtFormats.map((id) => `\`${id}\``).join(", ")}; the first one is the default). \`auto\` reads all but
those that must be named. The example is one call of \`get_weather\` as the format's own descriptor writes it.

${formats.map(section).join("\n")}`;
}

function section(format: TextFormat): string {
  const marks = [
    ...(taughtFormats.includes(format.id) ? ["taught"] : []),
    ...(format.onlyWhenNamed === true ? ["only when named"] : []),
    ...(format.reasoning === "implicit-end" ? ["a call ends open reasoning"] : []),
  ];
  const text = format.renderCall(call, tools);
  const fence = "`".repeat(Math.max(3, ...(text.match(/`+/g) ?? []).map((run) => run.length + 1)));
  const about = [format.models, ...(marks.length === 0 ? [] : [`*${marks.join(", ")}*`])].join(" · ");
  return `## ${format.id}\n\n${about}\n\n${format.notes}\n\n${fence}text\n${text}\n${fence}\n`;
}
