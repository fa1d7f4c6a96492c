import * as vscode from "vscode";
import type { Finding, ModelCheckReport, ProbeResult, WayResult } from "../ports/model-check.ts";
import { localized } from "./localized.ts";

/** The report of a model check as a Markdown page, in the language of VS Code. */
export function checkModelDocument(report: ModelCheckReport, label: string, kept: boolean): string {
  const { verdict, requests, tokens } = report;
  const lines = [
    `# ${vscode.l10n.t("Model check: {0}", label)}`,
    "",
    resultOf(report),
    ...(kept
      ? ["", vscode.l10n.t("This is remembered for this model at this address. Settings of your own still win.")]
      : []),
    "",
    `- ${vscode.l10n.t("Streams its replies: {0}", word(report.streams))}`,
    `- ${vscode.l10n.t("Reports its token usage: {0}", word(report.usage))}`,
    `- ${vscode.l10n.t("Several calls in one reply: {0}", word(report.severalCalls))}`,
    `- ${vscode.l10n.t("Sees images: {0}", word(report.vision))}`,
    ...(verdict.textFormat === undefined
      ? []
      : [`- ${vscode.l10n.t("Best text format: {0}", `\`${verdict.textFormat}\``)}`]),
    `- ${vscode.l10n.t("Requests: {0}, tokens: {1}", requests, tokens)}`,
    ...report.ways.flatMap((way) => ["", ...wayLines(way)]),
    "",
  ];
  return lines.join("\n");
}

function resultOf({ ended, problem, verdict }: ModelCheckReport): string {
  if (ended === "error") {
    return [
      vscode.l10n.t("The check could not be finished."),
      ...(problem === undefined ? [] : [localized(problem)]),
    ].join(" ");
  }
  if (ended === "stopped") {
    return vscode.l10n.t("The check was stopped. Nothing is remembered from it.");
  }
  const mode = modeSentence(verdict.toolMode, verdict.textFormat ?? "");
  return ended === "budget" ? `${mode} ${vscode.l10n.t("The check ended at its limit of requests or tokens.")}` : mode;
}

function modeSentence(mode: ModelCheckReport["verdict"]["toolMode"], format: string): string {
  switch (mode) {
    case "native":
      return vscode.l10n.t("This model calls tools best in the API's own fields.");
    case "guided":
      return vscode.l10n.t("This model calls tools best in guided mode: the server holds its replies to a schema.");
    case "text":
      return vscode.l10n.t("This model calls tools best in text mode, in the format {0}.", `\`${format}\``);
    case undefined:
      return vscode.l10n.t(
        "This model made hardly any right call in any way. Choose another model for work with tools.",
      );
  }
}

function wayLines(way: WayResult): string[] {
  const { passed, of, refused, probes } = way;
  const score =
    refused === undefined
      ? vscode.l10n.t("{0} of {1} right", passed, of)
      : vscode.l10n.t("not possible. {0}", localized(refused));
  return [`## ${wayName(way)}`, "", score, ...(probes.length === 0 ? [] : ["", ...probes.map(probeLine)])];
}

function wayName({ mode, textFormat }: WayResult): string {
  switch (mode) {
    case "native":
      return vscode.l10n.t("Calls in the API's own fields");
    case "guided":
      return vscode.l10n.t("Guided mode");
    case "text":
      return vscode.l10n.t("Text format {0}", `\`${textFormat ?? ""}\``);
  }
}

function probeLine({ probe, passed, why, saw }: ProbeResult): string {
  const name = probeName(probe);
  return passed || why === undefined
    ? `- ✓ ${name}`
    : `- ✗ ${name}: ${localized(why)}${saw === "" ? "" : ` ${code(saw)}`}`;
}

function probeName(probe: ProbeResult["probe"]): string {
  switch (probe) {
    case "one_call":
      return vscode.l10n.t("One call");
    case "no_call":
      return vscode.l10n.t("An answer without a call");
    case "several_calls":
      return vscode.l10n.t("Three calls at once");
    case "nested_json":
      return vscode.l10n.t("Nested JSON in an argument");
    case "line_breaks":
      return vscode.l10n.t("Quotes and line breaks in an argument");
  }
}

function word(finding: Finding): string {
  switch (finding) {
    case "yes":
      return vscode.l10n.t("yes");
    case "no":
      return vscode.l10n.t("no");
    case "unknown":
      return vscode.l10n.t("not known");
  }
}

/** What a model wrote, as code of one line that it cannot end. */
function code(text: string): string {
  return `\`\` ${text.replaceAll("`", "'").replace(/\s+/g, " ").slice(0, 200)} \`\``;
}
