import * as vscode from "vscode";
import type { DoctorReport, DoctorStep, DoctorStepName } from "../mcp/doctor/diagnose-server.ts";
import { localized } from "./localized.ts";

/** The report about a server's start as a Markdown page, in the language of VS Code. */
export function doctorDocument(report: DoctorReport): string {
  const { cause, reason, warnings, stderr, searched, exitCode } = report;
  return [
    `# ${vscode.l10n.t("Doctor: {0}", text(report.server))}`,
    "",
    report.ok ? vscode.l10n.t("The server starts and lists its tools.") : "",
    ...(cause === undefined ? [] : [`**${vscode.l10n.t("Likely cause")}:** ${text(localized(cause))}`, ""]),
    ...(reason === undefined ? [] : [text(localized(reason)), ""]),
    ...warnings.flatMap((warning) => [`⚠ ${text(localized(warning))}`, ""]),
    ...report.steps.map(stepLine),
    "",
    block(report.command),
    ...(report.cwd === undefined ? [] : [vscode.l10n.t("Working folder: {0}", code(report.cwd)), ""]),
    vscode.l10n.t("Configured in {0}", code(report.source)),
    ...(exitCode === undefined ? [] : ["", vscode.l10n.t("Exit code: {0}", exitCode)]),
    ...(stderr.length === 0
      ? []
      : ["", `## ${vscode.l10n.t("What the server wrote to stderr")}`, "", block(stderr.join("\n"))]),
    ...(searched === undefined
      ? []
      : [
          "",
          `## ${vscode.l10n.t("Folders in which the command was looked for (PATH)")}`,
          "",
          block(searched.join("\n")),
        ]),
    "",
  ].join("\n");
}

function stepLine({ step, result, detail, ms }: DoctorStep): string {
  const sign = { ok: "✓", failed: "✗", "not-reached": "–" }[result];
  const facts = [
    ...(result === "not-reached" ? [vscode.l10n.t("Not reached")] : []),
    ...(detail === undefined ? [] : [code(detail)]),
    ...(ms === undefined ? [] : [`${ms} ms`]),
  ];
  return `- ${sign} ${stepName(step)}${facts.length === 0 ? "" : `: ${facts.join(", ")}`}`;
}

function stepName(step: DoctorStepName): string {
  switch (step) {
    case "configuration":
      return vscode.l10n.t("Configuration");
    case "command":
      return vscode.l10n.t("Command found");
    case "version":
      return vscode.l10n.t("Version");
    case "start":
      return vscode.l10n.t("Start");
    case "handshake":
      return vscode.l10n.t("Handshake");
    case "tools":
      return vscode.l10n.t("Tools listed");
  }
}

/** A server's words as text that can be no Markdown. */
export function text(words: string): string {
  return words.replace(/[\\`*_[\]<>#|~&!]/g, "\\$&").replace(/\s+/g, " ");
}

/** As code of one line that the words cannot end. */
export function code(words: string): string {
  return `\`\` ${words.replaceAll("`", "'").replace(/\s+/g, " ")} \`\``;
}

/** As a block of code that the words cannot end. */
export function block(words: string): string {
  const fence = "`".repeat(Math.max(3, ...[...words.matchAll(/`+/g)].map(([run]) => run.length + 1)));
  return `${fence}text\n${words}\n${fence}\n`;
}
