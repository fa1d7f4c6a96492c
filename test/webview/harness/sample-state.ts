import type { Discovery, LaunchFacts, ModelOption, PanelState, ServerStatus } from "../../../src/shared/panel-state.ts";

/** When the samples were made: 2026-11-21 12:10 UTC, in ms. */
export const sampleTime = Date.UTC(2026, 10, 21, 12, 10);

const launch = (command: string, more: Partial<LaunchFacts> = {}): LaunchFacts => ({
  command,
  env: [],
  headers: [],
  source: ".vscode/settings.json",
  hash: `hash of ${command}`,
  ...more,
});

const tools = (...names: string[]): ServerStatus["tools"] =>
  names.map((name) => ({ name, description: `Does ${name}.`, tokens: 20 * name.length }));

const model = (
  provider: string,
  providerLabel: string,
  name: string,
  more: Partial<ModelOption> = {},
): ModelOption => ({
  id: `${provider}/${name}`,
  provider,
  providerLabel,
  kind: "openai-chat",
  model: name,
  label: name,
  toolMode: "native",
  local: false,
  needsKey: false,
  ...more,
});

/** Models of three providers and the demo. */
export const sampleModels: ModelOption[] = [
  model("ollama", "Ollama", "qwen3:14b", { local: true, contextWindow: 40_000 }),
  model("ollama", "Ollama", "gpt-oss:20b", { local: true, contextWindow: 128_000 }),
  model("ollama", "Ollama", "llama3.2:3b", { local: true, contextWindow: 128_000, toolMode: "text" }),
  model("openai", "OpenAI", "gpt-4.1", { contextWindow: 128_000, needsKey: true }),
  model("lab", "llm.example.com", "internal-coder-32b-instruct-awq", { contextWindow: 32_000, toolMode: "auto" }),
  model("demo", "Demo", "demo", { kind: "demo", label: "Demo (scripted, no AI)", local: true }),
];

/** Model servers of every kind that can be found. */
export const sampleDiscovery: Discovery = {
  running: false,
  servers: [
    {
      label: "Ollama",
      baseUrl: "http://127.0.0.1:11434/v1",
      needsKey: false,
      models: [
        "qwen3:14b",
        "gpt-oss:20b",
        "llama3.2:3b",
        "hf.co/unsloth/Qwen3-Coder-30B-A3B-Instruct-1M-GGUF:Q4_K_M",
        "gemma3:12b",
        "phi4-mini",
        "devstral",
        "deepseek-r1:8b",
      ].map((name) => ({ name, label: name })),
    },
    {
      label: "llama.cpp",
      baseUrl: "http://127.0.0.1:8080/v1",
      needsKey: false,
      models: [{ name: "/models/qwen2.5-coder-1.5b-instruct.gguf", label: "qwen2.5-coder-1.5b-instruct.gguf" }],
    },
    { label: "vLLM", baseUrl: "http://127.0.0.1:8000/v1", needsKey: true, models: [] },
  ],
};

/** A server in every state. */
export const sampleServers: ServerStatus[] = [
  {
    name: "filesystem",
    state: "ready",
    since: sampleTime,
    launch: launch("node server-filesystem .", { cwd: "/home/ada/shop" }),
    tools: tools("read_text_file", "write_file", "list_directory"),
    serverTitle: "Secure Filesystem",
    serverVersion: "0.2.0",
  },
  {
    name: "github",
    state: "ready",
    since: sampleTime,
    launch: launch("https://api.example.com/mcp/", { headers: ["Authorization"] }),
    tools: [
      ...tools("get_issue", "search_code", "create_pull_request", "delete_branch", "list_issues", "add_comment"),
      ...tools("merge", "close_issue", "list_commits", "get_file", "get_me"),
      { name: "fork_away", tokens: 100, off: true },
      { name: "bulk_update", quarantined: "The input schema has no type." },
    ],
  },
  {
    name: "playwright",
    state: "installing",
    since: sampleTime - 42_000,
    launch: launch("npx -y @playwright/mcp"),
    tools: [],
  },
  {
    name: "payments",
    state: "needs-auth",
    signIn: "needed",
    since: sampleTime,
    launch: launch("https://pay.example.com/mcp"),
    tools: [],
  },
  {
    name: "postgres",
    state: "failed",
    since: sampleTime,
    launch: launch("npx -y @example/postgres-mcp@1.4.2 --readonly"),
    tools: [],
    exitCode: 1,
    stderrTail: ["postgres-mcp 1.4.2", "connecting to 127.0.0.1:5432 …", "Error: connect ECONNREFUSED 127.0.0.1:5432"],
    reason: { message: "The server ended before it answered." },
  },
  {
    name: "reports",
    state: "needs-consent",
    since: sampleTime,
    launch: launch("npx -y @example/reports-mcp --all", {
      cwd: "/home/ada/shop",
      env: [{ name: "REPORTS_URL", value: "https://reports.example.com" }, { name: "REPORTS_TOKEN" }],
    }),
    tools: [],
  },
  { name: "memory", state: "disabled", since: sampleTime, launch: launch("npx memory"), tools: [] },
];

/** What a person sees who has been working for a while. */
export const panelState: PanelState = {
  locale: "en",
  models: sampleModels,
  selectedModelId: "ollama/qwen3:14b",
  servers: sampleServers,
  problems: [],
  chats: [
    chat("session-1", "Cart totals off by one cent", "2026-11-21T12:08:00Z", "Write File", "waiting"),
    chat(
      "session-2",
      "VAT table against official rates",
      "2026-11-21T12:05:00Z",
      "I compare the tables now.",
      "running",
    ),
    chat(
      "session-3",
      "Where do we round prices?",
      "2026-11-21T09:31:00Z",
      "Rounding is done in total.ts and again in tax.ts",
    ),
    chat(
      "session-4",
      "Explain the checkout flow to a new colleague in plain words",
      "2026-11-20T17:40:00Z",
      "the last step applies rounding to the sum",
    ),
    chat("session-5", "Currency without minor unit", "2026-11-20T11:02:00Z", "yen needs no rounding at all"),
    chat("session-6", "Import of supplier prices", "2026-11-04T10:00:00Z", "rounding mode of the spreadsheet"),
  ],
  running: false,
  trusted: true,
  queue: [],
  maxRounds: 25,
};

function chat(
  sessionId: string,
  title: string,
  updatedAt: string,
  preview: string,
  state: PanelState["chats"][number]["state"] = "idle",
): PanelState["chats"][number] {
  return { sessionId, title, updatedAt: Date.parse(updatedAt), preview, state };
}
