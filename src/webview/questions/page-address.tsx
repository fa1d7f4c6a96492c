import { SeenText } from "../components/log/approval/seen-text.tsx";
import { Icon } from "../icon.tsx";
import { t } from "../strings.ts";

/** A whole address with its host made plain, and what is suspicious about it. It is text, no link. */
export function PageAddress({ url }: { url: string }) {
  const parts = URL.canParse(url) ? new URL(url) : undefined;
  const host = parts?.host ?? "";
  const warnings = parts === undefined ? [] : warningsOf(parts);
  const at = host === "" ? -1 : url.toLowerCase().indexOf(host, url.indexOf("//"));
  return (
    <>
      <div class="tw-url">
        {at < 0 ? (
          <SeenText text={url} />
        ) : (
          <>
            <SeenText text={url.slice(0, at)} />
            <strong>{url.slice(at, at + host.length)}</strong>
            <SeenText text={url.slice(at + host.length)} />
          </>
        )}
      </div>
      <p class="tw-help tw-question-note">{t("url.domain", { host })}</p>
      {warnings.map((warning) => (
        <div class="tw-help tw-field-warning" key={warning}>
          <Icon name="warning" tone="warn" class="is-small" />
          <span>{warning}</span>
        </div>
      ))}
    </>
  );
}

function warningsOf({ protocol, hostname, username, password }: URL): string[] {
  const isLocal = hostname === "localhost" || hostname === "[::1]" || /^127\./.test(hostname);
  return [
    ...(protocol === "https:" || isLocal ? [] : [t("url.insecure")]),
    // `URL` writes letters of other scripts in Punycode.
    ...(/(?:^|\.)xn--/.test(hostname) ? [t("url.punycode")] : []),
    ...(username === "" && password === "" ? [] : [t("url.credentials")]),
  ];
}
