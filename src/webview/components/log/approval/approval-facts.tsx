import type { ApprovalFacts } from "../../../../shared/chunk.ts";
import { type Fact, Facts } from "../../../controls/facts.tsx";
import { formatDay } from "../../../format.ts";
import { languageTag, t } from "../../../strings.ts";
import { SeenText } from "./seen-text.tsx";
import type { WaitingCall } from "./waiting-calls.ts";

/** More sources of foreign text than these are only counted. */
const listedSources = 4;

/** What a person judges before a call may run: what would run, whether it is what was allowed, what it may do. */
export function CallFacts({ call: { block, facts } }: { call: WaitingCall }) {
  return (
    <Facts
      facts={[
        ...serverFact(block.serverName, facts),
        ...sameFacts(facts),
        effectFact(facts),
        worldFact(facts),
        ...taintFact(facts),
      ]}
    />
  );
}

function serverFact(serverName: string | undefined, { launch }: ApprovalFacts): Fact[] {
  if (serverName === undefined && launch === undefined) {
    return [];
  }
  const value = (
    <>
      {serverName !== undefined && <SeenText text={serverName} />}
      {launch !== undefined && (
        <span class="tw-command">
          <SeenText text={launch} />
        </span>
      )}
    </>
  );
  return [{ name: t("ask.fact.server"), value }];
}

/** Whether command and definition are what the person once allowed. Nothing is said of a tool that is new. */
function sameFacts({ because, acceptedAt }: ApprovalFacts): Fact[] {
  if (acceptedAt === undefined) {
    return [];
  }
  const date = formatDay(acceptedAt);
  const fact = (name: string, changed: boolean): Fact =>
    changed
      ? { name, icon: "warning", tone: "warn", value: t("ask.changed", { date }) }
      : { name, icon: "check", tone: "ok", value: t("ask.same", { date }) };
  const command = fact(t("ask.fact.command"), because === "launch_changed");
  // Behind another command the definition proves nothing.
  return because === "launch_changed"
    ? [command]
    : [command, fact(t("ask.fact.definition"), because === "definition_changed")];
}

function effectFact({ effect }: ApprovalFacts): Fact {
  const name = t("ask.fact.effect");
  switch (effect) {
    case "reads":
      return { name, icon: "eye", value: <Claim text={t("ask.effect.read")} /> };
    case "writes":
      return { name, icon: "edit", value: <Claim text={t("ask.effect.write")} /> };
    case "destroys":
      return { name, icon: "trash", tone: "warn", value: <Claim text={t("ask.effect.destroy")} /> };
    case "unknown":
      return { name, icon: "question", value: t("ask.effect.unknown") };
  }
}

function worldFact({ world }: ApprovalFacts): Fact {
  const name = t("ask.fact.reads");
  switch (world) {
    case "closed":
      return { name, icon: "vm", value: <Claim text={t("ask.reads.closed")} /> };
    case "open":
      return { name, icon: "globe", tone: "warn", value: t("ask.reads.open") };
    case "unknown":
      return { name, icon: "question", value: t("ask.reads.unknown") };
  }
}

/** What a server says about its tool is never shown as a fact. */
function Claim({ text }: { text: string }) {
  const [open, close] = languageTag() === "zh-CN" ? ["（", "）"] : ["(", ")"];
  return (
    <>
      {text}{" "}
      <span class="tw-quiet tw-num">
        {open}
        {t("ask.claim")}
        {close}
      </span>
    </>
  );
}

function taintFact({ taintedBy = [] }: ApprovalFacts): Fact[] {
  const sources = [
    ...new Set(
      taintedBy.map(({ toolName, serverName, round }) => {
        const tool = serverName === undefined ? toolName : t("ask.source", { server: serverName, tool: toolName });
        return t("ask.sourceAtRound", { source: tool, round: t("ask.atRound", { n: round + 1 }) });
      }),
    ),
  ];
  if (sources.length === 0) {
    return [];
  }
  const hidden = sources.length - listedSources;
  const value = (
    <>
      {sources.slice(0, listedSources).map((source) => (
        <span class="tw-source" key={source}>
          <SeenText text={source} />
        </span>
      ))}
      {hidden > 0 && <span class="tw-source">{t("ask.moreCalls", { n: hidden })}</span>}
    </>
  );
  return [{ name: t("ask.fact.tainted"), icon: "globe", tone: "warn", value }];
}
