import { useEffect, useId, useRef, useState } from "preact/hooks";
import type { ModelOption } from "../../shared/panel-state.ts";
import { Badge } from "../controls/badge.tsx";
import { Hits, matchesWords, searchWords } from "../controls/hits.tsx";
import { post } from "../host-bridge.ts";
import { classes, Icon } from "../icon.tsx";
import { announce } from "../live-region.tsx";
import { modeLabel, modelsByProvider } from "../models.ts";
import { panel } from "../store.ts";
import { t } from "../strings.ts";
import { focusComposer } from "./draft.ts";
import { modelPickerOpen } from "./model-picker-state.ts";

/** The list of models above the composer. The focus stays in its search field; arrows move through the list. */
export function ModelPicker() {
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const search = useRef<HTMLInputElement>(null);
  const manage = useRef<HTMLButtonElement>(null);
  const [query, setQuery] = useState("");
  const words = searchWords(query);
  const { models, selectedModelId } = panel.value;
  const shown = modelsByProvider(models.filter((model) => matchesWords(searchText(model), words))).flat();
  const [activeId, setActiveId] = useState(selectedModelId);
  const active = Math.max(
    0,
    shown.findIndex((model) => model.id === activeId),
  );
  const optionId = (model: ModelOption): string => `${id}-${model.id}`;

  useEffect(() => {
    search.current?.focus();
    const closeOutside = (event: Event): void => {
      if (
        event.target instanceof Element &&
        !box.current?.contains(event.target) &&
        !event.target.closest(".tw-pick")
      ) {
        modelPickerOpen.value = false;
      }
    };
    document.addEventListener("pointerdown", closeOutside);
    return () => document.removeEventListener("pointerdown", closeOutside);
  }, []);
  useEffect(() => {
    box.current?.querySelector(".is-active")?.scrollIntoView({ block: "nearest" });
  }, [active, query]);

  const move = (to: number): void => setActiveId(shown[(to + shown.length) % shown.length]?.id);
  const hearSearchKey = (event: KeyboardEvent): void => {
    const steps: Record<string, () => void> = {
      ArrowDown: () => (active === shown.length - 1 ? manage.current?.focus() : move(active + 1)),
      ArrowUp: () => (active === 0 ? manage.current?.focus() : move(active - 1)),
      Home: () => move(0),
      End: () => move(shown.length - 1),
      Enter: () => takeModel(shown[active]),
      Tab: () => takeModel(shown[active]),
    };
    const step = event.isComposing || event.shiftKey ? undefined : steps[event.key];
    if (step !== undefined) {
      event.preventDefault();
      step();
    }
  };
  const hearManageKey = (event: KeyboardEvent): void => {
    if (event.key === "ArrowUp" || event.key === "ArrowDown") {
      event.preventDefault();
      move(event.key === "ArrowUp" ? shown.length - 1 : 0);
      search.current?.focus();
    }
  };
  const hearEscape = (event: KeyboardEvent): void => {
    if (event.key === "Escape") {
      event.preventDefault();
      close();
    }
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys belong to the field and the button inside.
    <div class="tw-pop is-end is-floating" onKeyDown={hearEscape} ref={box}>
      <div class="tw-pop-search">
        <input
          class="tw-input"
          type="text"
          role="combobox"
          aria-expanded="true"
          aria-autocomplete="list"
          aria-controls={id}
          aria-activedescendant={shown[active] === undefined ? undefined : optionId(shown[active])}
          placeholder={t("models.search")}
          aria-label={t("models.search")}
          spellcheck={false}
          value={query}
          onInput={(event) => setQuery(event.currentTarget.value)}
          onKeyDown={hearSearchKey}
          ref={search}
        />
      </div>
      <div class="tw-pop-list" role="listbox" id={id} aria-label={t("models.title")}>
        {modelsByProvider(shown).map((group) => (
          <ModelGroup
            key={group[0]?.provider}
            models={group}
            words={words}
            active={shown[active]}
            optionId={optionId}
          />
        ))}
      </div>
      {shown.length === 0 && <p class="tw-pop-none">{t("models.noMatch")}</p>}
      <div class="tw-pop-foot">
        <button type="button" class="tw-opt" onClick={openSettings} onKeyDown={hearManageKey} ref={manage}>
          <Icon name="settings-gear" />
          <span class="tw-clip">{t("models.manage")}</span>
        </button>
      </div>
    </div>
  );
}

interface ModelGroupProps {
  models: readonly ModelOption[];
  words: readonly string[];
  active: ModelOption | undefined;
  optionId: (model: ModelOption) => string;
}

function ModelGroup({ models, words, active, optionId }: ModelGroupProps) {
  const label = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of options in a list box is no fieldset.
    <div role="group" aria-labelledby={label}>
      <div class="tw-pop-label" id={label}>
        <span>{models[0]?.providerLabel}</span>
        {models.every((model) => model.local) && <span>{t("models.thisComputer")}</span>}
      </div>
      {models.map((model) => (
        <ModelRow key={model.id} id={optionId(model)} model={model} words={words} active={model === active} />
      ))}
    </div>
  );
}

function ModelRow({
  id,
  model,
  words,
  active,
}: {
  id: string;
  model: ModelOption;
  words: readonly string[];
  active: boolean;
}) {
  const selected = model.id === panel.value.selectedModelId;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the search field has the keys, it names the active option.
    // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the search field.
    <div
      id={id}
      role="option"
      class={classes("tw-opt", active && "is-active")}
      aria-selected={selected}
      title={model.label}
      onClick={() => takeModel(model)}
    >
      {selected ? <Icon name="check" /> : <span class="tw-gap-16" />}
      <span class="tw-clip">
        <Hits text={model.label} words={words} />
      </span>
      <span class="tw-opt-sub">
        {model.contextWindow !== undefined && t("models.window", { n: Math.round(model.contextWindow / 1000) })}
      </span>
      <span class="tw-opt-end">
        <Badge>{model.needsKey ? t("models.needsKey") : modeLabel(model.toolMode)}</Badge>
      </span>
    </div>
  );
}

function searchText(model: ModelOption): string {
  return `${model.label} ${model.id} ${model.providerLabel}`;
}

/** Chooses the model for the next message; a model without its key leads to where the key is given. */
function takeModel(model: ModelOption | undefined): void {
  if (model === undefined) {
    return;
  }
  post({ type: "select_model", modelId: model.id });
  announce(t("models.chosen", { name: model.label }));
  if (model.needsKey) {
    post({ type: "action", id: "set_api_key", argument: model.provider });
  }
  close();
}

function openSettings(): void {
  post({ type: "action", id: "open_settings" });
  close();
}

function close(): void {
  modelPickerOpen.value = false;
  focusComposer();
}
