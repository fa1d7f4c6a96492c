// An extension as others would write it: it adds a server and gives its own client the tools.
const vscode = require("vscode");

exports.activate = async (context) => {
  const toolweave = await vscode.extensions.getExtension("toolweave.toolweave").activate();
  return {
    addServer: (name, config) => toolweave.registerMcp(name, config, context.extension),
    /** A client that asks for the tool `name` once and then repeats what it was given. */
    askWith(name, input, options) {
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
    },
    servers: () => toolweave.servers,
    onDidChangeServers: toolweave.onDidChangeServers,
  };
};
