import { taughtFormats } from "../../src/extension/formats/formats.ts";
import { guidedUnsupportedKey } from "../../src/extension/ports/model.ts";
import { ask, lastVersion, until } from "../support/chat.ts";
import { type GoldenStory, spoken, writtenCalls } from "./golden-story.ts";

const toolUse = (path: string) =>
  `<tool_use>\n<name>look</name>\n<arguments>{"path": ${JSON.stringify(path)}}</arguments>\n</tool_use>`;
const asText = { toolMode: "text", textFormat: "tool_use" } as const;
const done = spoken("That is all.");
const guided = (next: object) => spoken(JSON.stringify({ todo: "Look at it.", next }));

/** Conversations of models that write their calls: text mode in each taught format, the guard, guided mode. */
export const textStories: readonly GoldenStory[] = [
  ...taughtFormats.map(
    (format): GoldenStory => ({
      name: `text-${format.replaceAll("_", "-")}`,
      options: {
        replies: [
          writtenCalls(format, "I look at both.\n\n", [
            { name: "look", input: { path: "a.txt" } },
            { name: "look", input: { path: 'a "quoted"\n</name> & <b>.txt' } },
          ]),
          done,
        ],
        model: { toolMode: "text", textFormat: format },
      },
      play: ({ session }) => ask(session, "What is in the two files?"),
    }),
  ),
  {
    name: "text-guard-after-a-call",
    options: { replies: [spoken(`I look.\n${toolUse("a.txt")}\n\nIt says hello, as I thought.`), done], model: asText },
    play: ({ session }) => ask(session, "What is in a.txt?"),
  },
  {
    name: "text-guard-fabricated-result",
    options: {
      replies: [spoken(`${toolUse("a.txt")}\n<tool_result>hello</tool_result>\nIt says hello.`), done],
      model: asText,
      settings: { guard: "lenient" },
    },
    play: ({ session }) => ask(session, "What is in a.txt?"),
  },
  {
    name: "text-guard-off",
    options: {
      replies: [spoken(`${toolUse("a.txt")}\nIt says hello.`), done],
      model: asText,
      settings: { guard: "off" },
    },
    play: ({ session }) => ask(session, "What is in a.txt?"),
  },
  {
    name: "text-suspect-is-run",
    options: { replies: [spoken(`One writes:\n\`\`\`xml\n${toolUse("a.txt")}\n\`\`\`\nSo.`), done], model: asText },
    async play({ session }) {
      await ask(session, "How do you call a tool?");
      const version = lastVersion(session.conversation);
      const suspect = version.blocks.find(({ type }) => type === "suspect");
      session.runSuspect(version.versionId, suspect?.id ?? "");
      await until(session, () => !session.running);
    },
  },
  {
    name: "text-cut-by-the-output-limit",
    options: {
      replies: [spoken(`${toolUse("a.txt")}\n${toolUse("b.txt").slice(0, -40)}`, "length"), done],
      model: asText,
    },
    play: ({ session }) => ask(session, "What is in the two files?"),
  },
  {
    name: "text-repaired-and-broken",
    options: {
      replies: [
        spoken("<tool_use>\n<name>look</name>\n<arguments>{'path': 'a.txt',}</arguments>\n</tool_use>"),
        spoken("<tool_use>\n<name>look</name>\n<arguments>{path of a}</arguments>\n</tool_use>"),
        spoken("<tool_use>\n<name>peek</name>\n<arguments>{}</arguments>\n</tool_use>"),
        done,
      ],
      model: asText,
    },
    play: ({ session }) => ask(session, "What is in a.txt?"),
  },
  {
    name: "guided-call-and-answer",
    options: {
      replies: [
        guided({ calls: [{ name: "look", arguments: { path: "a.txt" } }] }),
        guided({ answer: "It holds a thread 🧵." }),
      ],
      model: { toolMode: "guided" },
    },
    async play({ session, model }) {
      model.sendsSchemas = true;
      model.facts = { guided: true };
      await ask(session, "What is in a.txt?");
    },
  },
  {
    name: "guided-refused",
    options: {
      replies: [
        [
          { type: "error", code: "MODEL_ERROR", message: "No schemas here.", key: guidedUnsupportedKey },
          { type: "round_end", finishReason: "error", complete: false },
        ],
        spoken(toolUse("a.txt")),
        done,
      ],
      model: { toolMode: "guided" },
    },
    async play({ session, model }) {
      model.sendsSchemas = true;
      model.facts = { guided: true };
      await ask(session, "What is in a.txt?");
    },
  },
];
