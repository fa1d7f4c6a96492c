import type { Localizable } from "../../shared/localizable.ts";
import { messageOf } from "../../shared/message-of.ts";
import { childEnvironment } from "./child-environment.ts";
import { Deadline } from "./deadline.ts";
import { isInstallerCommand } from "./installer-command.ts";
import { type ClientObserver, isClientFailure, type McpClient } from "./mcp-client.ts";
import { resolveCommand } from "./resolve-command.ts";
import { sentence } from "./sentences.ts";
import type { StdioServerConfig } from "./server-config.ts";
import { type LinkEnd, LinkFailure, type LinkOptions, type ServerLink } from "./server-link.ts";
import { StdioTransport } from "./stdio-transport.ts";

/** What servers answer to a handshake that they do not have (MCP 2026-07-28, "Versioning"), and what others may say. */
const noHandshake = [-32022, -32601, -32602, -32600];

/**
 * Starts a program and greets it over stdin and stdout. A server that answers the handshake with an error is started once
 * more and spoken to without one: a probe before the handshake would start every server twice. See `openLink`.
 */
export async function openStdioLink(
  config: StdioServerConfig,
  options: LinkOptions,
  signal: AbortSignal,
): Promise<ServerLink> {
  const { era } = options;
  if (era.era === "modern") {
    return open(config, options, signal);
  }
  try {
    return await open(config, options, signal);
  } catch (error) {
    if (!(error instanceof LinkFailure) || error.end.refusedHandshake !== true) {
      throw error;
    }
    era.era = "modern";
    // What the first try said is worth more than that the second did not work either.
    return await open(config, options, signal).catch(() => {
      era.era = undefined;
      signal.throwIfAborted();
      throw error;
    });
  }
}

async function open(config: StdioServerConfig, options: LinkOptions, signal: AbortSignal): Promise<ServerLink> {
  const launch = await resolveLaunch(config, options);
  const connectOver =
    options.era.era === "modern"
      ? (await import("./modern/mcp-modern.ts")).connectModernOver
      : (await import("./mcp-sdk.ts")).connectOver;
  signal.throwIfAborted();
  const deadline = startDeadline(config, options, signal);
  const transport = new StdioTransport(launch, {
    onErrorLine: (line) => options.log.info(`[stderr] ${line}`),
    onNoise: (text) => options.log.warn(`The server wrote text to stdout that is no message: ${text.slice(0, 1_000)}`),
    onSpawned: (pid) => {
      options.log.info(`Started as process ${pid}: ${config.launch.command}`);
      options.processes.started(transport);
    },
    // A running installation is not interrupted; a server that only logs instead of answering is.
    onActivity: () => deadline.touch(),
  });
  const close = async (): Promise<void> => {
    await transport.close();
    await options.processes.ended(transport);
  };
  let resolveEnd: (end: LinkEnd) => void = () => {};
  const ended = new Promise<LinkEnd>((resolve) => {
    resolveEnd = resolve;
  });
  const observer: ClientObserver = {
    ...options.events,
    onLogMessage: (level, text) => options.log.info(`[${level}] ${text}`),
    onClosed: () => resolveEnd(describeEnd(exitReason(transport), transport, options)),
    onLost: () => {},
    onOddity: (message) => options.log.warn(message),
  };
  let client: McpClient;
  try {
    client = await connectOver(
      transport,
      {
        clientInfo: options.clientInfo,
        roots: options.roots,
        observer,
        ...(options.answers === undefined ? {} : { answers: options.answers }),
        ...(options.wire === undefined ? {} : { wire: options.wire }),
      },
      deadline.signal,
    );
  } catch (error) {
    await close();
    signal.throwIfAborted();
    const end = describeEnd(startFailureReason(error, deadline, transport, config), transport, options);
    const refusedHandshake = isClientFailure(error) && error.kind === "rpc" && noHandshake.includes(error.code ?? 0);
    throw new LinkFailure({ ...end, refusedHandshake });
  } finally {
    deadline.end();
  }
  return {
    client,
    ended,
    abandon: (failure) =>
      resolveEnd(describeEnd(sentence("mcp.fail.unexpected", { detail: failure.message }), transport, options)),
    async close() {
      await client.close();
      await close();
      resolveEnd({ reason: sentence("mcp.call.stopped") });
    },
  };
}

async function resolveLaunch({ command, args, cwd, env: entry }: StdioServerConfig, options: LinkOptions) {
  const env = childEnvironment(await options.environment(), entry);
  const place = cwd === undefined ? {} : { cwd };
  const resolved = await resolveCommand({ command, args, env, ...place });
  if ("problem" in resolved) {
    throw new LinkFailure({ reason: resolved.problem });
  }
  return { command: resolved.path, args, env, ...place };
}

/** Programs that install themselves first get more time, counted from their last output. */
function startDeadline(config: StdioServerConfig, options: LinkOptions, signal: AbortSignal): Deadline {
  const asked = config.timeoutMs ?? 0;
  if (isInstallerCommand(config.command, config.args)) {
    const hardMs = Math.max(options.installMs, asked);
    return new Deadline({ idleMs: Math.max(options.installIdleMs, asked), hardMs }, signal);
  }
  const ms = Math.max(options.connectMs, asked);
  return new Deadline({ idleMs: ms, hardMs: ms }, signal);
}

function describeEnd(reason: Localizable, transport: StdioTransport, { mask }: LinkOptions): LinkEnd {
  const exitCode = transport.end?.type === "exit" ? transport.end.exit.code : null;
  return {
    reason,
    stderrTail: transport.stderrTail.map(mask),
    ...(exitCode === null ? {} : { exitCode }),
  };
}

function exitReason(
  transport: StdioTransport,
  exitKey: "mcp.fail.exited" | "mcp.fail.exitedAtStart" = "mcp.fail.exited",
) {
  const end = transport.end;
  switch (end?.type) {
    case "exit":
      return end.exit.code === null
        ? sentence("mcp.fail.killed", { signal: end.exit.signal ?? "?" })
        : sentence(exitKey, { exitCode: end.exit.code });
    case "too-large":
      return sentence("mcp.fail.messageTooLarge", { limit: end.limit });
    case "closed":
      return sentence("mcp.fail.closedStdout");
    case undefined:
      return sentence("mcp.fail.connectionLost");
  }
}

function startFailureReason(
  error: unknown,
  deadline: Deadline,
  transport: StdioTransport,
  config: StdioServerConfig,
): Localizable {
  if (transport.end !== undefined) {
    return exitReason(transport, "mcp.fail.exitedAtStart");
  }
  if (deadline.expired !== undefined) {
    const { idleMs, hardMs } = deadline.limits;
    return sentence("mcp.fail.startTimeout", { seconds: (deadline.expired === "idle" ? idleMs : hardMs) / 1_000 });
  }
  const detail = messageOf(error);
  return transport.pid === undefined
    ? sentence("mcp.fail.spawn", { command: config.launch.command, detail })
    : sentence(isClientFailure(error) && error.kind === "rpc" ? "mcp.fail.handshake" : "mcp.fail.unexpected", {
        detail,
      });
}
