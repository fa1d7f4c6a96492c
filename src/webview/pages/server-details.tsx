import { useState } from "preact/hooks";
import type { ServerStatus } from "../../shared/panel-state.ts";
import { Button } from "../controls/button.tsx";
import { ShowAll } from "../controls/show-all.tsx";
import { post } from "../host-bridge.ts";
import { localize, t } from "../strings.ts";
import { reviewServer } from "./server-review-state.ts";
import { opensByItself } from "./server-state.ts";

/** How long an installation may take, ms: what the connection allows while npx, uvx or docker fetch a package. */
const installTime = "2:00";
/** So much of a server's instructions is shown before the rest is asked for. In characters. */
const shownInstructions = 400;

interface ServerDetailsProps {
  server: ServerStatus;
  open: boolean;
  /** A button was pressed that goes with the state of the server. */
  onActed: () => void;
}

/** What stands below a server's row: what is needed or wrong without asking, command and version when it is open. */
export function ServerDetails({ server, open, onActed }: ServerDetailsProps) {
  if (!open && !opensByItself(server)) {
    return null;
  }
  return (
    <div class="tw-node-more">
      {server.state === "installing" && (
        <div class="tw-progress is-endless" role="progressbar" aria-label={server.name}>
          <i />
        </div>
      )}
      {server.state === "installing" && <span class="tw-help">{t("servers.installText", { time: installTime })}</span>}
      {server.state === "failed" && <StderrTail lines={server.stderrTail ?? []} open={open} />}
      {server.reason !== undefined && <span class="tw-help">{localize(server.reason)}</span>}
      {server.builtIn === true ? (
        <AboutVscodeTools />
      ) : (
        <>
          {open && <About server={server} />}
          {!leadsWithSignIn(server) && <SignIn server={server} open={open} />}
          <Answers server={server} open={open} onActed={onActed} />
        </>
      )}
    </div>
  );
}

/** The server's own last words: one line, or all that were kept when the row is open. */
function StderrTail({ lines, open }: { lines: readonly string[]; open: boolean }) {
  const shown = open ? lines : lines.slice(-1);
  return shown.length === 0 ? null : <span class="tw-stderr">{shown.join("\n")}</span>;
}

/** How the server says that it is to be used. Its own words, which are quoted and go to no model. */
function Instructions({ text }: { text: string }) {
  const [whole, setWhole] = useState(false);
  const shown = whole ? text : text.slice(0, shownInstructions);
  return (
    <>
      <span class="tw-help">{t("servers.instructions")}</span>
      <blockquote class="tw-quoted">{shown.length < text.length ? `${shown}…` : shown}</blockquote>
      {shown.length < text.length && <ShowAll onClick={() => setWhole(true)} />}
    </>
  );
}

function About({ server }: { server: ServerStatus }) {
  const version = [server.serverTitle, server.serverVersion].filter((part) => part !== undefined).join(" ");
  return (
    <>
      {version !== "" && <span class="tw-help">{version}</span>}
      {server.instructions !== undefined && <Instructions text={server.instructions} />}
      <span class="tw-stderr">{server.launch.command}</span>
      <span class="tw-help">{t("servers.from", { file: server.launch.source })}</span>
      {server.replaces !== undefined && (
        <span class="tw-help">{t("servers.replaces", { files: server.replaces.join(", ") })}</span>
      )}
    </>
  );
}

/** What VS Code's own tools are, and where one chooses among them. */
function AboutVscodeTools() {
  return (
    <>
      <span class="tw-help">{t("servers.vscodeText")}</span>
      <div class="tw-actions">
        <Button
          kind="quiet"
          onClick={() => post({ type: "action", id: "open_settings", argument: "toolweave.useVscodeTools" })}
        >
          {t("servers.setting")}
        </Button>
      </div>
    </>
  );
}

/** Whether signing in is the way out of the server's state, and so stands first among its answers. */
function leadsWithSignIn({ state, signIn }: ServerStatus): boolean {
  return signIn === "needed" && (state === "needs-auth" || state === "failed");
}

/** Signing in where that is needed or gives more; signing out when the row is open. */
function SignIn({ server: { name, signIn }, open }: Pick<ServerDetailsProps, "server" | "open">) {
  const act = (id: "sign_in" | "sign_out") => () => post({ type: "action", id, argument: name });
  if (signIn === "needed" || signIn === "more") {
    return (
      <>
        {signIn === "more" && <span class="tw-help">{t("servers.moreScopes")}</span>}
        <div class="tw-actions">
          <Button onClick={act("sign_in")}>{t("servers.signIn")}</Button>
        </div>
      </>
    );
  }
  return signIn === "done" && open ? (
    <div class="tw-actions">
      <Button kind="quiet" onClick={act("sign_out")}>
        {t("servers.signOut")}
      </Button>
    </div>
  ) : null;
}

function Answers({ server, open, onActed }: ServerDetailsProps) {
  const { name } = server;
  const restart = (): void => {
    post({ type: "restart_server", serverName: name });
    onActed();
  };
  switch (server.state) {
    case "needs-consent":
      return (
        <div class="tw-actions">
          <Button onClick={() => reviewServer(name)}>{t("servers.reviewCommand")}</Button>
        </div>
      );
    case "failed":
    case "needs-auth": {
      const signsIn = leadsWithSignIn(server);
      return (
        <div class="tw-actions">
          {signsIn && (
            <Button onClick={() => post({ type: "action", id: "sign_in", argument: name })}>
              {t("servers.signIn")}
            </Button>
          )}
          <Button kind={signsIn ? "quiet" : "second"} onClick={restart}>
            {t("servers.restart")}
          </Button>
          <Button kind="quiet" onClick={() => post({ type: "action", id: "diagnose_server", argument: name })}>
            {t("servers.doctor")}
          </Button>
          <Button kind="quiet" onClick={() => post({ type: "action", id: "open_mcp_settings", argument: name })}>
            {t("doctor.editConfig")}
          </Button>
          <Button kind="quiet" onClick={() => post({ type: "action", id: "show_server_log", argument: name })}>
            {t("servers.log")}
          </Button>
        </div>
      );
    }
    case "ready":
    case "starting":
    case "installing":
    case "reconnecting":
      return open ? (
        <div class="tw-actions">
          <Button kind="quiet" onClick={() => post({ type: "action", id: "diagnose_server", argument: name })}>
            {t("servers.doctor")}
          </Button>
          <Button kind="quiet" onClick={() => post({ type: "action", id: "show_wire_log", argument: name })}>
            {t("servers.wire")}
          </Button>
        </div>
      ) : null;
    default:
      return null;
  }
}
