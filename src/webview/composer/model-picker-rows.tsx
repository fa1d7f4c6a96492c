import { useId } from "preact/hooks";
import type { ModelOption } from "../../shared/panel-state.ts";
import { Badge } from "../controls/badge.tsx";
import { Hits } from "../controls/hits.tsx";
import { classes, Icon } from "../icon.tsx";
import { modeLabel, modelsByProvider } from "../models.ts";
import { panel } from "../store.ts";
import { t } from "../strings.ts";

/** A row of the picker: a model, or the way to more models of a provider. */
export type PickerRow =
  | { kind: "model"; id: string; model: ModelOption }
  | { kind: "more"; id: string; provider: string; label: string };

const listingKinds: ReadonlySet<string> = new Set(["openai-chat", "openai-responses", "anthropic"]);

/** The rows for these models, provider by provider; `withMore`: each list ends with the way to more of that provider. */
export function pickerRows(models: readonly ModelOption[], withMore: boolean): PickerRow[][] {
  return modelsByProvider(models).map((group) => [
    ...group.map((model): PickerRow => ({ kind: "model", id: model.id, model })),
    ...group
      .slice(0, withMore ? 1 : 0)
      .filter(({ kind }) => listingKinds.has(kind))
      .map(
        ({ provider, providerLabel }): PickerRow => ({
          kind: "more",
          id: `${provider}/ more`,
          provider,
          label: providerLabel,
        }),
      ),
  ]);
}

interface RowGroupProps {
  rows: readonly PickerRow[];
  words: readonly string[];
  active: PickerRow | undefined;
  elementId: (row: PickerRow) => string;
  onTake: (row: PickerRow) => void;
}

/** The rows of one provider below its name. */
export function RowGroup({ rows, words, active, elementId, onTake }: RowGroupProps) {
  const label = useId();
  const models = rows.flatMap((row) => (row.kind === "model" ? [row.model] : []));
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of options in a list box is no fieldset.
    <div role="group" aria-labelledby={label}>
      <div class="tw-pop-label" id={label}>
        <span>{models[0]?.providerLabel}</span>
        {models.every((model) => model.local) && <span>{t("models.thisComputer")}</span>}
      </div>
      {rows.map((row) => (
        <Row key={row.id} row={row} words={words} active={row.id === active?.id} id={elementId(row)} onTake={onTake} />
      ))}
    </div>
  );
}

interface RowProps {
  id: string;
  row: PickerRow;
  words: readonly string[];
  active: boolean;
  onTake: (row: PickerRow) => void;
}

function Row({ id, row, words, active, onTake }: RowProps) {
  const selected = row.id === panel.value.selectedModelId;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the search field has the keys, it names the active option.
    // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the search field.
    <div
      id={id}
      role="option"
      class={classes("tw-opt", active && "is-active")}
      aria-selected={selected}
      title={row.kind === "model" ? row.model.label : row.label}
      onClick={() => onTake(row)}
    >
      {row.kind === "model" ? (
        <ModelCells model={row.model} words={words} selected={selected} />
      ) : (
        <>
          <Icon name="add" />
          <span class="tw-clip">{t("models.more", { name: row.label })}</span>
        </>
      )}
    </div>
  );
}

function ModelCells({ model, words, selected }: { model: ModelOption; words: readonly string[]; selected: boolean }) {
  const facts = [
    ...(model.contextWindow === undefined ? [] : [t("models.window", { n: Math.round(model.contextWindow / 1000) })]),
    ...(model.reasoningEffort === undefined ? [] : [t("models.effort", { effort: model.reasoningEffort })]),
  ];
  return (
    <>
      {selected ? <Icon name="check" /> : <span class="tw-gap-16" />}
      <span class="tw-clip">
        <Hits text={model.label} words={words} />
      </span>
      <span class="tw-opt-sub">{facts.join(" · ")}</span>
      <span class="tw-opt-end">
        <Badge>{model.needsKey ? t("models.needsKey") : modeLabel(model.toolMode)}</Badge>
      </span>
    </>
  );
}
