// A vendor of language models and of a tool for the tests of the extension host: it does what a test has scripted.
const vscode = require("vscode");

const vendor = "toolweave-test";

/** @type {vscode.LanguageModelChatInformation} */
const fakeModel = {
  id: "fake-1",
  name: "Fake 1",
  family: "fake",
  version: "1",
  maxInputTokens: 16_000,
  maxOutputTokens: 2_000,
  capabilities: { toolCalling: true, imageInput: true },
};

/** Without a script: a message that says "echo WORD" becomes a call of the tool for it, anything else is repeated. */
function answerByItself(messages) {
  const last = messages.at(-1)?.content ?? [];
  const text = last.map((part) => part.value ?? "").join("");
  const result = last.find((part) => part instanceof vscode.LanguageModelToolResultPart);
  const word = /^echo (\w+)$/.exec(text)?.[1];
  return async (report) => {
    if (result !== undefined) {
      report(new vscode.LanguageModelTextPart(`The tool said ${result.content.map(({ value }) => value).join("")}.`));
    } else if (word !== undefined) {
      report(new vscode.LanguageModelToolCallPart(`call-${word}`, "mcp__vscode__toolweave_test_echo", { text: word }));
    } else {
      report(new vscode.LanguageModelTextPart(`You said ${text}.`));
    }
  };
}

exports.activate = (context) => {
  const changed = new vscode.EventEmitter();
  let models = [fakeModel];
  let replies = [];
  let tool = async (input) => [new vscode.LanguageModelTextPart(input.text)];
  const requests = [];
  const invocations = [];

  context.subscriptions.push(
    changed,
    vscode.lm.registerLanguageModelChatProvider(vendor, {
      onDidChangeLanguageModelChatInformation: changed.event,
      provideLanguageModelChatInformation: async () => models,
      async provideLanguageModelChatResponse(model, messages, options, progress, token) {
        requests.push({ model: model.id, messages, options, token });
        const reply = replies.shift() ?? answerByItself(messages);
        await reply((part) => progress.report(part), token);
      },
      provideTokenCount: async (_model, text) => String(text).length,
    }),
    vscode.lm.registerTool("toolweave_test_echo", {
      async invoke({ input }, token) {
        invocations.push(input);
        return new vscode.LanguageModelToolResult(await tool(input, token));
      },
    }),
  );

  return {
    fakeModel,
    /** What was asked, oldest first. */
    requests,
    invocations,
    /** One function per request: it reports parts, and what it throws is the vendor's error. */
    script(...next) {
      replies = next;
      requests.length = 0;
    },
    setModels(next) {
      models = next;
      changed.fire();
    },
    setTool(next) {
      tool = next;
      invocations.length = 0;
    },
  };
};
