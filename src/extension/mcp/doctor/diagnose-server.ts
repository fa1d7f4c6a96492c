import type { Localizable } from "../../../shared/localizable.ts";
import { messageOf } from "../../../shared/message-of.ts";
import { childEnvironment, type Environment } from "../child-environment.ts";
import { type ConnectionTimings, defaultTimings } from "../connection-timings.ts";
import { EraVerdict } from "../era-verdict.ts";
import { LiveProcesses } from "../live-processes.ts";
import { openLink } from "../open-link.ts";
import { resolveCommand } from "../resolve-command.ts";
import { secretMask } from "../secret-names.ts";
import type { ServerConfig, StdioServerConfig } from "../server-config.ts";
import { LinkFailure, type LinkOptions } from "../server-link.ts";
import { WireLog } from "../wire-log.ts";
import { doctorSentence } from "./doctor-sentences.ts";
import { explainFailure } from "./explain-failure.ts";
import { findElsewhere } from "./find-elsewhere.ts";
import { programVersion } from "./program-version.ts";

export type DoctorStepName = "configuration" | "command" | "version" | "start" | "handshake" | "tools";

/** One check: passed with evidence, failed, or not reached because an earlier one failed. */
export interface DoctorStep {
  step: DoctorStepName;
  result: "ok" | "failed" | "not-reached";
  /** Evidence: a path, a version, a number. Not translated. */
  detail?: string;
  ms?: number;
}

export interface DoctorReport {
  server: string;
  ok: boolean;
  /** The command line or URL. */
  command: string;
  source: string;
  cwd?: string;
  /** The program that the command was found to be. */
  resolvedCommand?: string;
  /** The folders in which the command was looked for. */
  searched?: string[];
  steps: DoctorStep[];
  /** Why it failed, as the connection says it. */
  reason?: Localizable;
  /** The likeliest cause and what to do. */
  cause?: Localizable;
  /** What is odd although it works. */
  warnings: Localizable[];
  /** First lines that the server wrote to stderr, and the last ones when there are more. */
  stderr: string[];
  exitCode?: number;
  tools?: number;
}

export interface DiagnoseOptions extends Pick<LinkOptions, "clientInfo" | "roots" | "environment" | "authorization"> {
  timings?: Partial<ConnectionTimings>;
}

/** Steps that every server has to pass, after those that are about its program. */
const order: readonly DoctorStepName[] = ["start", "handshake", "tools"];
const firstLines = 40;

/**
 * Starts the server once more, beside one that may be running, and looks at every step on the way to its tools. The
 * server must have been accepted by the person before. Never rejects, except with the signal's reason; nothing is left
 * running.
 */
export async function diagnoseServer(
  config: ServerConfig,
  options: DiagnoseOptions,
  signal: AbortSignal,
): Promise<DoctorReport> {
  const mask = secretMask(config.secrets);
  const env = await options.environment();
  const report: DoctorReport = {
    server: config.name,
    ok: false,
    command: config.launch.command,
    source: config.launch.source,
    ...(config.launch.cwd === undefined ? {} : { cwd: config.launch.cwd }),
    steps: [{ step: "configuration", result: "ok", detail: config.launch.source }],
    warnings: [],
    stderr: [],
  };
  const noise: string[] = [];
  const fail = async (step: DoctorStepName, reason: Localizable, ms?: number): Promise<DoctorReport> => {
    report.steps.push({ step, result: "failed", ...(ms === undefined ? {} : { ms }) });
    const missing = reason.key === "mcp.fail.commandNotFound" && config.type === "stdio";
    const foundElsewhere = missing ? await findElsewhere(config.command, env) : undefined;
    const cause = explainFailure({
      config,
      reason,
      stderr: report.stderr,
      noise,
      env,
      ...(foundElsewhere === undefined ? {} : { foundElsewhere }),
    });
    return finish({ ...report, reason, ...(cause === undefined ? {} : { cause }) }, noise);
  };
  if (config.type === "stdio") {
    const problem = await checkCommand(config, env, report);
    if (problem !== undefined) {
      return fail("command", problem);
    }
  }
  const wire = new WireLog();
  const processes = new LiveProcesses(undefined);
  const startedAt = Date.now();
  try {
    const link = await openLink(
      config,
      {
        ...defaultTimings,
        ...options,
        ...options.timings,
        processes,
        mask,
        wire: wire.tap(mask),
        era: new EraVerdict(),
        log: {
          info: (message) => noteLine(report, mask(message)),
          warn: (message) => noise.push(mask(message)),
          error: (message) => noise.push(mask(message)),
        },
        events: { onListChanged: () => {}, onResourceUpdated: () => {}, onElicitationComplete: () => {} },
      },
      signal,
    );
    try {
      const greeted = wire.entries.find(({ method, direction }) => method === "initialize" && direction === "received");
      report.steps.push({ step: "start", result: "ok", ms: (greeted?.at ?? Date.now()) - startedAt });
      const { title = "", version = "" } = link.client.server;
      const server = [title, version].filter((part) => part !== "").join(" ");
      report.steps.push({
        step: "handshake",
        result: "ok",
        ...(server === "" ? {} : { detail: mask(server) }),
        ...(greeted?.ms === undefined ? {} : { ms: greeted.ms }),
      });
      const listedAt = Date.now();
      const timeout = AbortSignal.any([
        signal,
        AbortSignal.timeout(options.timings?.connectMs ?? defaultTimings.connectMs),
      ]);
      const page = link.client.server.hasTools ? await link.client.list("tools", undefined, timeout) : { items: [] };
      report.tools = page.items.length;
      report.steps.push({ step: "tools", result: "ok", detail: String(report.tools), ms: Date.now() - listedAt });
      return finish({ ...report, ok: true }, noise);
    } finally {
      await link.close();
    }
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof LinkFailure) {
      const { reason, stderrTail = [], exitCode } = error.end;
      if (report.stderr.length === 0) {
        report.stderr.push(...stderrTail);
      }
      if (exitCode !== undefined) {
        report.exitCode = exitCode;
      }
      const wasStarted = wire.entries.some(({ direction }) => direction === "received");
      return fail(wasStarted ? "handshake" : "start", reason, Date.now() - startedAt);
    }
    return fail("tools", { message: mask(messageOf(error)) });
  } finally {
    processes.dispose();
  }
}

/** Finds the program and its version; gives why that is not possible. */
async function checkCommand(
  config: StdioServerConfig,
  inherited: Environment,
  report: DoctorReport,
): Promise<Localizable | undefined> {
  const env = childEnvironment(inherited, config.env);
  const { command, args, cwd } = config;
  const found = await resolveCommand({ command, args, env, ...(cwd === undefined ? {} : { cwd }) });
  report.searched = (env.PATH ?? env.Path ?? "").split(process.platform === "win32" ? ";" : ":").filter(Boolean);
  if ("problem" in found) {
    return found.problem;
  }
  report.resolvedCommand = found.path;
  report.steps.push({ step: "command", result: "ok", detail: found.path });
  const version = await programVersion(found.path, env);
  if (version !== undefined) {
    report.steps.push({ step: "version", result: "ok", detail: version });
  }
  return undefined;
}

function noteLine(report: DoctorReport, message: string): void {
  const line = /^\[stderr\] (.*)$/s.exec(message)?.[1];
  if (line !== undefined) {
    report.stderr.push(line);
    // The first lines say what starts, the last ones why it ended.
    if (report.stderr.length > 2 * firstLines) {
      report.stderr.splice(firstLines, 1);
    }
  }
}

function finish(report: DoctorReport, noise: readonly string[]): DoctorReport {
  const banner = noise.find((text) => text.includes("no message"));
  const warnings =
    banner === undefined
      ? report.warnings
      : [
          ...report.warnings,
          doctorSentence("doctor.cause.banner", { text: banner.replace(/^.*?: /s, "").slice(0, 200) }),
        ];
  const rest = order
    .filter((step) => !report.steps.some((done) => done.step === step))
    .map((step) => ({ step, result: "not-reached" as const }));
  return { ...report, warnings, steps: [...report.steps, ...rest] };
}
