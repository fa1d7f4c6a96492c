import type { FormField } from "../../../src/shared/form-field.ts";
import type { ServerQuestion } from "../../../src/shared/server-question.ts";

const fields: FormField[] = [
  {
    name: "base",
    title: "Base branch",
    required: true,
    kind: "choice",
    options: ["main", "release/2.4"].map((value) => ({ value, title: value })),
    preset: "main",
  },
  { name: "reviewers", title: "Reviewers", required: true, kind: "number", integer: true, minimum: 1, maximum: 5 },
  { name: "title", title: "Title", required: true, kind: "text", maxLength: 72 },
  {
    name: "contact",
    title: "Contact address",
    description: "Shown in the pull request.",
    required: false,
    kind: "text",
    format: "email",
  },
  {
    name: "labels",
    title: "Labels",
    required: false,
    kind: "choices",
    options: [
      { value: "bug", title: "Bug" },
      { value: "tax", title: "Tax" },
      { value: "ui", title: "Interface" },
    ],
    maxItems: 2,
    preset: ["bug"],
  },
  { name: "draft", title: "Open as draft", required: false, kind: "flag", preset: true },
];

export const formQuestion: ServerQuestion = {
  id: "q1",
  serverName: "github",
  kind: "form",
  message: "Where should the pull request go?",
  fields,
};

export const secretQuestion: ServerQuestion = {
  id: "q2",
  serverName: "github",
  kind: "form",
  message: "Sign in.",
  fields: [{ name: "apiKey", title: "API key", required: true, kind: "text" }],
};

export const urlQuestion: ServerQuestion = {
  id: "q3",
  serverName: "payments",
  kind: "url",
  message: "Connect your account to read invoices.",
  url: "https://auth.payments.example/connect?session=8f2c1d&scope=invoices.read",
  opened: false,
};

export const samplingQuestion: ServerQuestion = {
  id: "q4",
  serverName: "research",
  kind: "sampling",
  modelLabel: "qwen3:14b",
  request: {
    systemPrompt: "You rank search results by relevance. Answer with a JSON array of numbers.",
    messages: [
      {
        role: "user",
        content: [{ type: "text", text: "Question: which VAT rates changed in 2026?\n\n1. rates.example/vat/2026" }],
      },
    ],
    maxTokens: 400,
    tools: [],
    toolChoice: "auto",
    hints: ["claude-sonnet"],
  },
};

export const samplingAnswer: ServerQuestion = {
  id: "q5",
  serverName: "research",
  kind: "sampling_answer",
  answer: { model: "qwen3:14b", content: [{ type: "text", text: "[1]" }], stopReason: "endTurn" },
};
