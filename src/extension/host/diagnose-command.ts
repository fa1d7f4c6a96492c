import * as vscode from "vscode";
import { childEnvironment } from "../mcp/child-environment.ts";
import { type DoctorReport, diagnoseServer } from "../mcp/doctor/diagnose-server.ts";
import { resolveCommand } from "../mcp/resolve-command.ts";
import { doctorDocument } from "./doctor-document.ts";
import type { ServerDocuments } from "./server-documents.ts";
import type { WorkspaceHub } from "./workspace-hub.ts";

/** States in which nobody has said yes to what the server runs. */
const unseen = ["untrusted", "needs-consent", "disabled"];

/** Starts a server once more under the doctor's eyes and shows the report. */
export async function diagnose(name: string, workspaceHub: WorkspaceHub, documents: ServerDocuments): Promise<void> {
  const config = acceptedConfig(name, workspaceHub);
  if (config === undefined) {
    return;
  }
  const { authorization } = workspaceHub.hub.server(name) ?? {};
  const report = await vscode.window.withProgress(
    {
      location: vscode.ProgressLocation.Notification,
      title: vscode.l10n.t("Examining {0}", name),
      cancellable: true,
    },
    async (_, token) => {
      const controller = new AbortController();
      const stop = token.onCancellationRequested(() => controller.abort());
      try {
        return await diagnoseServer(
          config,
          {
            clientInfo: workspaceHub.clientInfo,
            roots: () => [],
            environment: () => workspaceHub.environment(),
            ...(authorization === undefined ? {} : { authorization }),
          },
          controller.signal,
        );
      } catch (cause) {
        if (controller.signal.aborted) {
          return undefined;
        }
        throw cause;
      } finally {
        stop.dispose();
      }
    },
  );
  if (report !== undefined) {
    await show(report, documents);
  }
}

async function show(report: DoctorReport, documents: ServerDocuments): Promise<void> {
  await documents.show(
    `${report.server.replace(/[^\w.-]+/g, "-")}-doctor.md`,
    () => doctorDocument(report),
    "markdown",
  );
  if (report.ok) {
    return;
  }
  const terminal = vscode.l10n.t("Run in Terminal");
  const edit = vscode.l10n.t("Edit Configuration");
  const answer = await vscode.window.showWarningMessage(
    vscode.l10n.t("The server {0} does not start. The report says why.", report.server),
    ...(report.resolvedCommand === undefined ? [edit] : [terminal, edit]),
  );
  if (answer === terminal) {
    await vscode.commands.executeCommand("toolweave.runServerInTerminal", report.server);
  } else if (answer === edit) {
    await vscode.commands.executeCommand("toolweave.openMcpSettings", report.server);
  }
}

/** Runs a server's program in a terminal, where it can be watched and asked; it speaks JSON there. */
export async function runInTerminal(name: string, workspaceHub: WorkspaceHub): Promise<void> {
  const config = acceptedConfig(name, workspaceHub);
  if (config === undefined) {
    return;
  }
  if (config.type !== "stdio") {
    void vscode.window.showInformationMessage(
      vscode.l10n.t("{0} is reached by a URL, so there is no program to run.", name),
    );
    return;
  }
  const { command, args, cwd } = config;
  const env = childEnvironment(await workspaceHub.environment(), config.env);
  const found = await resolveCommand({ command, args, env, ...(cwd === undefined ? {} : { cwd }) });
  if ("problem" in found) {
    await vscode.commands.executeCommand("toolweave.diagnoseServer", name);
    return;
  }
  const terminal = vscode.window.createTerminal({
    name: `MCP: ${name}`,
    shellPath: found.path,
    shellArgs: [...args],
    env: { ...env },
    strictEnv: true,
    ...(cwd === undefined ? {} : { cwd }),
  });
  terminal.show();
}

/** The configuration of a server that the person has accepted; says so when they have not. */
function acceptedConfig(name: string, { hub }: WorkspaceHub) {
  const status = hub.statuses().find((server) => server.name === name);
  if (status === undefined || unseen.includes(status.state)) {
    void vscode.window.showInformationMessage(
      vscode.l10n.t("{0} is started only after you have seen its command and accepted it.", name),
    );
    return undefined;
  }
  return hub.server(name)?.config;
}
