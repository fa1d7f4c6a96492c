import type { ComponentChildren } from "preact";
import { useMemo, useState } from "preact/hooks";
import type { JsonObject } from "../../../../shared/json.ts";
import { IconButton } from "../../../controls/icon-button.tsx";
import { formatNumber } from "../../../format.ts";
import { post } from "../../../host-bridge.ts";
import { Icon } from "../../../icon.tsx";
import { t } from "../../../strings.ts";
import { ArgumentLines, PlainLines } from "./argument-lines.tsx";
import { argumentRows } from "./argument-rows.ts";
import { argumentText } from "./argument-text.ts";

interface ArgumentsBoxProps {
  input: JsonObject;
  /** Without tools, and without line numbers when there are few lines: something else is in question. */
  brief: boolean;
  /** Absent where the arguments cannot be edited. */
  onEdit?: () => void;
}

/** Up to so many lines need no numbers to be found. */
const fewLines = 12;

/** The whole arguments of a call, exactly as they would be sent. */
export function ArgumentsBox({ input, brief, onEdit }: ArgumentsBoxProps) {
  const [wrap, setWrap] = useState(true);
  const rows = useMemo(() => argumentRows(argumentText(input)), [input]);
  const lines = rows.findLast(({ line }) => line !== undefined)?.line ?? 1;
  const unseen = useMemo(
    () => rows.reduce((sum, { pieces }) => sum + pieces.filter(({ mark }) => mark === "unseen").length, 0),
    [rows],
  );
  return (
    <div class="tw-args">
      {brief ? (
        <ArgumentsHead hint="" />
      ) : (
        <ArgumentsHead hint={t("ask.lines", { n: lines === 1 ? lines : formatNumber(lines) })}>
          {onEdit !== undefined && <IconButton icon="edit" label={`${t("ask.editArgs")} (E)`} onClick={onEdit} />}
          <WrapButton wrap={wrap} onWrap={setWrap} />
          <ArgumentTools input={input} />
        </ArgumentsHead>
      )}
      <div class="tw-args-text">
        {brief && rows.length <= fewLines ? <PlainLines rows={rows} /> : <ArgumentLines rows={rows} wrap={wrap} />}
        <UnseenNote count={unseen} />
      </div>
    </div>
  );
}

function ArgumentTools({ input }: { input: JsonObject }) {
  const text = (): string => JSON.stringify(input, null, 2);
  return (
    <>
      <span class="tw-icons tw-wide-only">
        <IconButton icon="copy" label={t("action.copy")} onClick={() => post({ type: "copy", text: text() })} />
      </span>
      <IconButton
        icon="go-to-file"
        label={t("action.openInEditor")}
        onClick={() => post({ type: "open_text", text: text(), language: "json" })}
      />
    </>
  );
}

/** The line above the arguments: a hint and what can be done with them. */
export function ArgumentsHead({ hint, children }: { hint: string; children?: ComponentChildren }) {
  return (
    <div class="tw-part-head">
      <h4>{t("tool.arguments")}</h4>
      <span class="tw-clip">{hint}</span>
      {children !== undefined && <div class="tw-icons">{children}</div>}
    </div>
  );
}

/** Breaks long lines or not; its name says what it does next. */
export function WrapButton({ wrap, onWrap }: { wrap: boolean; onWrap: (wrap: boolean) => void }) {
  return (
    <IconButton icon="word-wrap" label={wrap ? t("action.unwrap") : t("action.wrap")} onClick={() => onWrap(!wrap)} />
  );
}

/** Says that characters were marked that nobody would have seen. */
export function UnseenNote({ count }: { count: number }) {
  return count === 0 ? null : (
    <div class="tw-problem">
      <Icon name="eye" tone="warn" class="is-small" />
      <span>{t("ask.hiddenChars", { n: formatNumber(count) })}</span>
    </div>
  );
}
