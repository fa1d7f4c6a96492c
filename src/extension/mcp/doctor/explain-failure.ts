import type { Localizable } from "../../../shared/localizable.ts";
import type { Environment } from "../child-environment.ts";
import type { HttpServerConfig, ServerConfig, StdioServerConfig } from "../server-config.ts";
import { type DoctorKey, doctorSentence } from "./doctor-sentences.ts";
import { explainStderr } from "./explain-stderr.ts";

/** What is known about a start that failed. */
export interface FailureFacts {
  config: ServerConfig;
  /** Why the connection failed, as the connection says it. */
  reason: Localizable;
  stderr: readonly string[];
  /** What was written to stdout that is no message. */
  noise: readonly string[];
  /** Where a program of that name is that was not found on the PATH. */
  foundElsewhere?: string;
  env: Environment;
}

/** The likeliest cause of a failed start, with what to do; `undefined` when nothing more is known than the reason. */
export function explainFailure(facts: FailureFacts): Localizable | undefined {
  return facts.config.type === "stdio" ? explainProgram(facts, facts.config) : explainAddress(facts, facts.config);
}

const programKeys: [RegExp, DoctorKey][] = [
  [/^(node|npx|npm|pnpm|yarn|corepack)(\.cmd|\.exe)?$/, "doctor.cause.nodeMissing"],
  [/^(uv|uvx)(\.exe)?$/, "doctor.cause.uvMissing"],
  [/^(python|python3|py|pip|pipx)(\.exe)?$/, "doctor.cause.pythonMissing"],
  [/^docker(\.exe)?$/, "doctor.cause.dockerMissing"],
];

function explainProgram(facts: FailureFacts, config: StdioServerConfig): Localizable | undefined {
  const { command } = config;
  const { key } = facts.reason;
  if (key === "mcp.fail.commandNotFound") {
    if (facts.foundElsewhere !== undefined) {
      return doctorSentence("doctor.cause.foundElsewhere", { command, found: facts.foundElsewhere });
    }
    const found = programKeys.find(([pattern]) => pattern.test(command));
    return doctorSentence(found?.[1] ?? "doctor.cause.commandMissing", { command });
  }
  const said = explainStderr(config, facts.stderr.join("\n"));
  if (said !== undefined) {
    return said;
  }
  const url = /\bhttps?:\/\/[^\s"'<>]+/.exec([...facts.noise, ...facts.stderr].join("\n"))?.[0];
  if (key === "mcp.fail.startTimeout") {
    return url !== undefined &&
      /listen|running|serv(er|ing)|started/i.test([...facts.noise, ...facts.stderr].join("\n"))
      ? doctorSentence("doctor.cause.isHttpServer", { url })
      : doctorSentence("doctor.cause.silent");
  }
  return key === "mcp.fail.exitedAtStart" || key === "mcp.fail.exited" || key === "mcp.fail.tooManyRestarts"
    ? doctorSentence("doctor.cause.crashed")
    : undefined;
}

const certificate =
  /self.?signed|unable to (verify|get).*(certificate|issuer)|certificate has expired|altnames?|CERT_|UNABLE_TO_VERIFY/i;

function explainAddress({ reason, env }: FailureFacts, { url }: HttpServerConfig): Localizable | undefined {
  const { host } = new URL(url);
  const detail = String(reason.params?.detail ?? reason.message);
  const status = Number(reason.params?.status ?? 0);
  const proxy = env.HTTPS_PROXY ?? env.https_proxy ?? env.HTTP_PROXY ?? env.http_proxy;
  if (/<(!doctype html|html|head|body)\b/i.test(detail) || /text\/html/i.test(detail)) {
    return doctorSentence(status >= 500 ? "doctor.cause.serverError" : "doctor.cause.html", { host, status });
  }
  switch (reason.key) {
    case "mcp.fail.needsAuth":
    case "mcp.fail.signIn":
      return doctorSentence("doctor.cause.needsAuth", { host });
    case "mcp.fail.forbidden":
    case "mcp.fail.moreScopes":
      return doctorSentence("doctor.cause.forbidden", { host });
    case "mcp.fail.sessionLost":
      return doctorSentence("doctor.cause.wrongPath", { host });
    case "mcp.fail.startTimeout":
      return doctorSentence("doctor.cause.timeout", { host });
    case "mcp.fail.http":
      if (status === 407) {
        return doctorSentence("doctor.cause.proxy", { host, proxy: proxy ?? "?" });
      }
      if (status === 404) {
        return doctorSentence("doctor.cause.wrongPath", { host });
      }
      return doctorSentence(status >= 500 ? "doctor.cause.serverError" : "doctor.cause.wrongMethod", { host, status });
    default:
      return (
        explainNetwork(detail, host, proxy) ??
        (reason.key === "mcp.fail.unreachable" ? doctorSentence("doctor.cause.refused", { host }) : undefined)
      );
  }
}

function explainNetwork(detail: string, host: string, proxy: string | undefined): Localizable | undefined {
  if (certificate.test(detail)) {
    return doctorSentence("doctor.cause.certificate", { host, detail });
  }
  if (/wrong version number|EPROTO|packet length too long|http request/i.test(detail)) {
    return doctorSentence("doctor.cause.notTls", { host });
  }
  if (/ENOTFOUND|EAI_AGAIN|getaddrinfo/i.test(detail)) {
    return doctorSentence("doctor.cause.unknownHost", { host });
  }
  if (proxy !== undefined && /ECONNRESET|ECONNREFUSED|proxy|tunnel/i.test(detail) && detail.includes(hostOf(proxy))) {
    return doctorSentence("doctor.cause.proxy", { host, proxy: hostOf(proxy) });
  }
  if (/ECONNREFUSED|EHOSTUNREACH|ENETUNREACH/i.test(detail)) {
    return doctorSentence("doctor.cause.refused", { host });
  }
  return /timed? ?out|ETIMEDOUT/i.test(detail) ? doctorSentence("doctor.cause.timeout", { host }) : undefined;
}

/** Without user name and password. */
function hostOf(proxy: string): string {
  return URL.canParse(proxy) ? new URL(proxy).host : proxy.replace(/^.*@/, "");
}
