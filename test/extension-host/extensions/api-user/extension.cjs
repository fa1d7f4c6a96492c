// An extension as others would write it: it adds a server and gives its own client the tools.
const vscode = require("vscode");

exports.activate = async (context) => {
  const toolweave = await vscode.extensions.getExtension("toolweave.toolweave").activate();
  /** A client that calls the tool `name` once and then says that it is done. */
  function askWith(name, input, options) {
    const seen = [];
    const client = {
      async *sendMessages(messages) {
        seen.push(messages);
        if (seen.length === 1) {
          yield "Looking. ";
          yield `<tool_use><name>${name}</name><arguments>${JSON.stringify(input)}</arguments></tool_use>`;
        } else {
          yield { content: "Done." };
        }
      },
    };
    return { client: toolweave.enhanceLLMClient(client, options, context.extension), seen };
  }

  context.subscriptions.push(
    vscode.commands.registerCommand("toolweaveTest.ask", async () => {
      const results = [];
      const onChunk = (chunk) => {
        if (chunk.type === "mcp_tool_call_response") {
          results.push(chunk.result.content.map(({ text }) => text).join(""));
        }
      };
      const { client } = askWith("mcp__vscode__toolweave_test_echo", { text: "hello" }, { onChunk });
      const { content } = await client.sendMessages([{ role: "user", content: "Go" }], false);
      void vscode.window.showInformationMessage(`${content.replace(/\s+/g, " ")} Results: ${results.join(", ")}`);
    }),
  );

  return {
    addServer: (name, config) => toolweave.registerMcp(name, config, context.extension),
    askWith,
    servers: () => toolweave.servers,
    onDidChangeServers: toolweave.onDidChangeServers,
  };
};
