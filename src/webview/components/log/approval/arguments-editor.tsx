import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { IconButton } from "../../../controls/icon-button.tsx";
import { classes } from "../../../icon.tsx";
import { t } from "../../../strings.ts";
import { type ArgumentEdit, badSpans } from "./argument-edit.ts";
import { gutterStyle, PaintedRows } from "./argument-lines.tsx";
import { editedRows } from "./argument-rows.ts";
import { ArgumentsHead, UnseenNote, WrapButton } from "./arguments-box.tsx";
import { lineAt } from "./parse-arguments.ts";
import { describeParseProblem, describeProblem, ProblemLine } from "./problem-line.tsx";
import { countUnseen } from "./unseen-characters.ts";

/** Longer texts are edited without colours: painting them would slow down every key. In characters. */
const longestPainted = 50_000;

interface ArgumentsEditorProps {
  edit: ArgumentEdit;
  onDiscard: () => void;
  /** Whether the text field takes the focus when it appears. */
  takesFocus: boolean;
}

/** The box of the arguments as an editor: a text field over the painted text, problems below. */
export function ArgumentsEditor({ edit, onDiscard, takesFocus }: ArgumentsEditorProps) {
  const { text, change } = edit;
  const [wrap, setWrap] = useState(true);
  const field = useRef<HTMLTextAreaElement>(null);
  const painted = text.length <= longestPainted;
  const rows = useMemo(
    () => (painted ? editedRows(text, badSpans(edit)) : []),
    [painted, text, edit.parsed, edit.problems],
  );
  useLayoutEffect(() => {
    if (takesFocus) {
      field.current?.focus({ preventScroll: true });
    }
    field.current?.setSelectionRange(0, 0);
  }, []);
  return (
    <div class="tw-args">
      <ArgumentsHead hint={t("ask.editing")}>
        <IconButton icon="discard" label={`${t("ask.discardEdits")} (Esc)`} onClick={onDiscard} />
        <WrapButton wrap={wrap} onWrap={setWrap} />
      </ArgumentsHead>
      <div class="tw-args-text is-edited">
        <div class={classes("tw-lined", !wrap && "is-unwrapped")} style={gutterStyle(rows)}>
          <div class={painted ? "tw-lined-page is-edited" : "tw-lined-plain"}>
            <PaintedRows rows={rows} />
            <textarea
              class="tw-lined-field"
              aria-label={t("tool.arguments")}
              aria-invalid={edit.input === undefined}
              spellcheck={false}
              autocomplete="off"
              wrap={wrap ? "soft" : "off"}
              value={text}
              onInput={(event) => change(event.currentTarget.value)}
              ref={field}
            />
          </div>
        </div>
        <EditProblems edit={edit} />
        <UnseenNote count={countUnseen(text)} />
      </div>
    </div>
  );
}

function EditProblems({ edit: { text, parsed, problems = [], refusals } }: { edit: ArgumentEdit }) {
  if (!parsed.ok) {
    return <ProblemLine>{describeParseProblem(parsed.problem, lineAt(text, parsed.at))}</ProblemLine>;
  }
  if (problems.length === 0) {
    return refusals.map((sentence) => <ProblemLine key={sentence}>{sentence}</ProblemLine>);
  }
  return problems.map((problem) => (
    <ProblemLine key={`${problem.pointer} ${problem.cause.kind}`}>{describeProblem(problem)}</ProblemLine>
  ));
}
