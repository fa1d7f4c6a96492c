import type { Chunk } from "../../../src/shared/chunk.ts";
import type { SessionEvent } from "../../../src/shared/session-event.ts";
import type { PanelScreen } from "./panel-screens.ts";
import { sampleTime } from "./sample-state.ts";
import type { TestPanel } from "./test-panel.ts";
import {
  callCreated,
  callDone,
  callReady,
  roundBegin,
  roundEnd,
  text,
  turnEnd,
  turnEvents,
  versionEvents,
} from "./turn-events.ts";

const totals = `## Why it is off

Each line is rounded **before** tax is added, and the sum is rounded again:

- \`lineTotal()\` rounds to whole cents
- \`withTax()\` rounds a second time
- **3 of 240** orders of last week are affected

| Order | Lines | Shown | Exact |
|:------|------:|------:|------:|
| 10432 | 7 | 18.37 | 18.36 |
| 10518 | 12 | 64.91 | 64.90 |
| 10577 | 9 | 40.02 | 40.03 |

### The fix

Add up exact cents and round once, at the end:

\`\`\`ts src/cart/total.ts
export function total(lines: Line[], rate: number): Cents {
  let net = 0;
  for (const line of lines) {
    net += line.price * line.quantity; // exact, in cents
  }
  return roundHalfUp(net * (1 + rate));
}
\`\`\`
`;

const thoughts =
  "The total is built from rounded lines, so the error must grow with the number of lines. I need the code and some real orders before I claim that.\n\nRead the issue first, then total.ts and tax.ts, then query last week's orders.";

const file = "x".repeat(1240);

/** A conversation with everything that a good answer has. */
export const chatEvents: SessionEvent[] = [
  ...turnEvents({
    name: "1",
    question: [
      { type: "text", text: "Totals in the cart are off by one cent for some orders. Find out why and fix it." },
      { type: "file", uri: "file:///shop/total.ts", name: "total.ts", text: file, range: { from: 12, to: 40 } },
      { type: "image", data: "", mimeType: "image/png", name: "cart.png" },
      { type: "resource", uri: "issue://182", name: "#182", serverName: "github", text: file.repeat(4) },
    ],
    chunks: [text("A first answer."), turnEnd()],
  }),
  ...versionEvents({
    name: "1",
    versionId: "v1b",
    chunks: [
      { type: "reasoning_delta", text: thoughts },
      [6000, text("I will look at the report, the code that adds up the total, and last week's orders.")],
      ...callDone({ id: "c1", title: "Get Issue", server: "github", input: { issue: 182 }, took: 600 }),
      ...callDone({ id: "c2", title: "Read File", server: "filesystem", input: { path: "src/cart/total.ts" } }),
      ...callDone({ id: "c3", title: "Read File", server: "filesystem", input: { path: "src/cart/tax.ts" } }),
      ...callDone({ id: "c4", title: "Query", server: "postgres", input: { sql: "select id, total" }, took: 1800 }),
      ...roundEnd({ input: 4000, output: 300 }),
      roundBegin(1),
      text(totals),
      ...callDone({
        id: "c5",
        title: "Edit File",
        server: "filesystem",
        input: { path: "src/cart/total.ts" },
        took: 200,
      }),
      ...roundEnd({ input: 5000, output: 400 }),
      roundBegin(2),
      ...callDone({
        id: "c6",
        title: "Run Tests",
        server: "node",
        input: { command: "npm test -- cart" },
        took: 14_000,
      }),
      [35_000, text("All 48 cart tests pass, and the three orders now match. See [total.ts:12](https://a.example).")],
      ...roundEnd({ input: 5100, output: 112 }),
      turnEnd(),
    ],
  }),
  ...turnEvents({
    name: "2",
    after: "v1b",
    question: "Also add a test for order 10577.",
    chunks: [text("Done."), turnEnd()],
  }),
];

const argumentsSoFar =
  '{\n  "path": "src/cart/total.test.ts",\n  "content": "import { total } from \\"./total\\";\\nimport { test } from \\"node:test\\";\\n\\ntest(\\"order 10577\\", () => {\\n  const li';

/** A tool block in each of its states, with one running. */
export const toolEvents: SessionEvent[] = turnEvents({
  name: "1",
  question: "Show every state.",
  chunks: [
    ...callReady({ id: "c2", title: "Read File", server: "filesystem", input: { path: "src/cart/tax.ts" } }),
    roundBegin(1),
    ...approvalAsked("c3", "Write File", "filesystem", { path: "src/cart/total.test.ts" }),
    roundBegin(2),
    ...approvalAsked("c4", "Query", "postgres", { sql: "select count(*) from orders" }),
    { type: "mcp_tool_approval_response", toolCallId: "c4", decision: "approved", scope: "once" },
    roundBegin(3),
    ...callReady({ id: "c5", title: "Crawl Site", server: "playwright", input: { url: "shop.example" } }),
    { type: "mcp_tool_call_begin", toolCallId: "c5", startedAt: sampleTime - 42_000 },
    {
      type: "mcp_tool_call_progress",
      toolCallId: "c5",
      progress: 340,
      total: 1200,
      message: "Reading /produkte/schuhe",
    },
    roundBegin(4),
    ...callDone({ id: "c6", title: "Read File", server: "filesystem", input: { path: "src/cart/total.ts" } }),
    roundBegin(5),
    ...callDone({
      id: "c7",
      title: "Read File",
      server: "filesystem",
      input: { path: "src/cart/money.ts" },
      result: "ENOENT: no such file or directory",
      isError: true,
    }),
    roundBegin(6),
    ...approvalAsked("c8", "Delete Branch", "github", { branch: "release/2.4" }),
    {
      type: "mcp_tool_approval_response",
      toolCallId: "c8",
      decision: "denied",
      scope: "once",
      reason: "release branches stay",
    },
    roundBegin(7),
    ...callDone({ id: "c9", title: "Query", server: "postgres", input: { sql: "select 1" }, repaired: true }),
    roundBegin(8),
    ...callDone({ id: "c10", title: "Web Search", via: "provider", input: { query: "VAT rates 2026" }, took: 2100 }),
    roundBegin(9),
    ...["roundHalfUp", "lineTotal"].flatMap((query, index) =>
      callDone({ id: `g${index}`, title: "Search Code", server: "github", input: { query }, took: 900 + index * 200 }),
    ),
    ...callDone({ id: "g2", title: "List Directory", server: "filesystem", input: { path: "src/cart" } }),
    ...callDone({
      id: "g3",
      title: "Read File",
      server: "filesystem",
      input: { path: "src/cart/money.ts" },
      result: "ENOENT",
      isError: true,
    }),
    roundBegin(10),
    callCreated({ id: "c1", title: "Write File", server: "filesystem" }),
    { type: "mcp_tool_input_delta", toolCallId: "c1", delta: argumentsSoFar },
    { type: "reasoning_delta", text: "The test needs the lines of order 10577, so I have to" },
  ],
});

function approvalAsked(id: string, title: string, server: string, input: Record<string, string>): Chunk[] {
  return [
    ...callReady({ id, title, server, input }),
    {
      type: "mcp_tool_approval_request",
      toolCallId: id,
      facts: { launch: "npx -y example", effect: "writes", world: "closed" },
    },
  ];
}

const invented = `<tool_use_result>
<name>get_issue</name>
<result>{"number": 182, "title": "Cart total is wrong", "state": "closed", "comments": 4}</result>
</tool_use_result>

The issue is already closed, so nothing needs to be done.`;

const suspect = `<tool_use>
  <name>search_code</name>
  <arguments>{"query": "roundHalfUp", "path": "src"}</arguments>
</tool_use>`;

/** What the guard cut and what looked like a call. */
export const guardEvents: SessionEvent[] = turnEvents({
  name: "1",
  question: "What does issue 182 say, and where is rounding done?",
  model: "llama3.2:3b",
  chunks: [
    {
      type: "notice",
      code: "text_mode",
      key: "notice.textMode",
      message: "Switched to text mode: this model's server does not support tools.",
    },
    { type: "reasoning_delta", text: "The issue first." },
    [3000, text("Let me open the issue.")],
    ...callDone({ id: "c1", title: "Get Issue", server: "github", input: { issue: "#182" }, took: 600, via: "text" }),
    { type: "text_discarded", raw: invented, reason: "fabricated_result" },
    ...roundEnd({ input: 3000, output: 100 }),
    roundBegin(1),
    text(
      `The issue is open. It says that totals differ by one cent with more than six lines. To find the code I would call:\n\n\`\`\`xml\n${suspect}\n\`\`\`\n`,
    ),
    {
      type: "text_suspect",
      raw: suspect,
      where: "fence",
      call: { name: "search_code", input: { query: "roundHalfUp", path: "src" } },
    },
    { type: "text_discarded", raw: "x".repeat(38), reason: "after_call" },
    [9000, { type: "usage", input: 3200, output: 104 }],
    ...roundEnd(),
    turnEnd(),
  ],
});

const query = (id: string) =>
  callDone({ id, title: "Query", server: "postgres", input: { sql: "select * where id = 10577" }, took: 300 });

/** Turns that ended at a limit; only the last one can go on. */
export const limitEvents = (reason: "max_rounds" | "loop_detected" | "tool_errors"): SessionEvent[] => [
  ...turnEvents({
    name: "1",
    question: "Go through every order of last week and fix the totals.",
    chunks: [
      ...Array.from({ length: 5 }, (_, round) => [
        ...(round === 0 ? [] : [roundBegin(round)]),
        ...query(`c${round}`),
        ...roundEnd({ input: 20_000, output: 1200 }),
      ]).flat(),
      {
        type: "notice",
        code: "loop_warning",
        key: "notice.loopWarning",
        message: "The model has made the same call of query 3 times. At 5 the turn stops by itself.",
        params: { call: "query", n: 3, max: 5 },
      },
      text("212 of 240 orders are checked. I will go on with the rest."),
      turnEnd(reason),
    ],
  }),
];

/** Replies that failed, the last one with a cut. */
export const errorEvents: SessionEvent[] = [
  ...turnEvents({
    name: "1",
    question: "Summarise the open issues.",
    model: "gpt-4.1",
    chunks: [
      {
        type: "error",
        code: "PERMISSION_DENIED",
        key: "error.key",
        message: "OpenAI refused the key ending in x7Qa (401). Set another API key. Incorrect API key provided",
        params: { provider: "OpenAI", tail: "x7Qa", detail: "Incorrect API key provided" },
        action: { id: "set_api_key", argument: "openai" },
      },
      turnEnd("error"),
    ],
  }),
  ...turnEvents({
    name: "2",
    after: "v1",
    question: "Try it with the local model.",
    chunks: [
      {
        type: "error",
        code: "NETWORK_ERROR",
        key: "error.unreachable",
        message: "No answer from 127.0.0.1:11434. Check that Ollama is running. connect ECONNREFUSED 127.0.0.1:11434",
        params: { address: "127.0.0.1:11434", name: "Ollama", detail: "connect ECONNREFUSED 127.0.0.1:11434" },
        action: { id: "retry", argument: "ollama" },
      },
      turnEnd("error"),
    ],
  }),
  ...turnEvents({
    name: "3",
    after: "v2",
    question: "Go on.",
    chunks: [
      text(
        "There are twelve open issues. Four of them are about money: totals that are off by one cent, tax that is rounded per line, net prices in the basket, and currencies without a minor",
      ),
      callCreated({ id: "c1", title: "List Issues", server: "github" }),
      { type: "mcp_tool_input_delta", toolCallId: "c1", delta: '{"state": "open", "labels": ["bu' },
      {
        type: "mcp_tool_invalid",
        toolCallId: "c1",
        reason: "truncated",
        raw: '{"state": "open", "labels": ["bu',
        message: "The arguments were cut off, so the call was not run.",
      },
      {
        type: "error",
        code: "NETWORK_ERROR",
        key: "error.cut",
        message: "The reply was cut off after 1204 characters. Unfinished calls were not run. Try again. terminated",
        params: { characters: 1204, detail: "terminated" },
        action: { id: "retry", argument: "ollama" },
      },
      turnEnd("error"),
    ],
  }),
];

const show =
  (...events: SessionEvent[]) =>
  async (panel: TestPanel): Promise<void> => {
    await panel.sendEvents(...events);
    await panel.page.locator(".tw-turn").first().waitFor();
    await panel.nextFrame();
  };

const openAll = async (panel: TestPanel, selector: string): Promise<void> => {
  for (const line of await panel.page.locator(`${selector} > .tw-line > [aria-expanded="false"]`).all()) {
    await line.click();
  }
  await panel.nextFrame();
};

/** The log's screens, named like the pictures that they are compared with. */
export const logScreens: Record<string, PanelScreen> = {
  "s3a-chat": {
    options: { height: 1180 },
    prepare: async (panel) => {
      await show(...chatEvents)(panel);
      await openAll(panel, ".tw-reason");
      await panel.page.locator(".tw-user").last().hover();
    },
  },
  "s3b-tools": {
    options: { height: 1180, state: { running: true } },
    prepare: show(...toolEvents),
  },
  "s3d-guard": {
    options: { height: 1080, state: { selectedModelId: "ollama/llama3.2:3b" } },
    prepare: async (panel) => {
      await show(...guardEvents)(panel);
      await panel.page.locator(".tw-cut .tw-line-btn").first().click();
    },
  },
  "s10-rounds": { prepare: show(...limitEvents("max_rounds")) },
  "s10-loop": { prepare: show(...limitEvents("loop_detected")) },
  "s10-tool-errors": { prepare: show(...limitEvents("tool_errors")) },
  "s10-stopped": {
    prepare: show(
      ...turnEvents({ name: "1", question: "Write a long text.", chunks: [text("It was a"), turnEnd("stopped")] }),
      ...turnEvents({
        name: "2",
        after: "v1",
        question: "Again.",
        chunks: [text("It was a"), ...query("c9"), turnEnd("interrupted")],
      }),
    ),
  },
  "s11-errors": { options: { height: 900 }, prepare: show(...errorEvents) },
  "s11-retrying": {
    options: { state: { running: true } },
    prepare: show(
      ...turnEvents({
        name: "1",
        question: "Try it with the local model.",
        chunks: [
          {
            type: "notice",
            code: "retrying",
            key: "notice.retrying",
            message: "No answer from 127.0.0.1:11434. Trying again in 4 s (2 of 3).",
            params: { seconds: 4, attempt: 2, of: 3, provider: "Ollama", address: "127.0.0.1:11434" },
          },
        ],
      }),
    ),
  },
};
