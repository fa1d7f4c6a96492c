import { useEffect, useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { ModelOption } from "../../shared/panel-state.ts";
import { matchesWords, searchWords } from "../../shared/search-words.ts";
import { post } from "../host-bridge.ts";
import { Icon } from "../icon.tsx";
import { announce } from "../live-region.tsx";
import { selectedModel } from "../models.ts";
import { panel } from "../store.ts";
import { t } from "../strings.ts";
import { focusComposer } from "./draft.ts";
import { type PickerRow, pickerRows, RowGroup } from "./model-picker-rows.tsx";
import { modelPickerOpen } from "./model-picker-state.ts";

/** The list of models above the composer. The focus stays in its search field; arrows move through the list. */
export function ModelPicker() {
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const search = useRef<HTMLInputElement>(null);
  const foot = useRef<HTMLDivElement>(null);
  const [query, setQuery] = useState("");
  const words = searchWords(query);
  const { models, selectedModelId } = panel.value;
  const found = models.filter((model) => matchesWords(searchText(model), words));
  const groups = pickerRows(found, words.length === 0);
  const rows = groups.flat();
  const [activeId, setActiveId] = useState(selectedModelId);
  const active = Math.max(
    0,
    rows.findIndex((row) => row.id === activeId),
  );
  const elementId = (row: PickerRow): string => `${id}-${row.id}`;

  useLayoutEffect(() => {
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

  const move = (to: number): void => setActiveId(rows[(to + rows.length) % rows.length]?.id);
  const footButtons = (): HTMLButtonElement[] => [...(foot.current?.querySelectorAll("button") ?? [])];
  const hearSearchKey = (event: KeyboardEvent): void => {
    const steps: Record<string, () => void> = {
      ArrowDown: () => (active >= rows.length - 1 ? footButtons()[0]?.focus() : move(active + 1)),
      ArrowUp: () => (active === 0 ? footButtons().at(-1)?.focus() : move(active - 1)),
      Home: () => move(0),
      End: () => move(rows.length - 1),
      Enter: () => takeRow(rows[active]),
      Tab: () => takeRow(rows[active]),
    };
    const step = event.isComposing || event.shiftKey ? undefined : steps[event.key];
    if (step !== undefined) {
      event.preventDefault();
      step();
    }
  };
  const hearFootKey = (event: KeyboardEvent): void => {
    const step = event.key === "ArrowUp" ? -1 : event.key === "ArrowDown" ? 1 : 0;
    if (step === 0) {
      return;
    }
    event.preventDefault();
    const buttons = footButtons();
    const next = event.target instanceof HTMLButtonElement ? buttons[buttons.indexOf(event.target) + step] : undefined;
    if (next === undefined) {
      move(step === -1 ? rows.length - 1 : 0);
      search.current?.focus();
    } else {
      next.focus();
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
          aria-activedescendant={rows[active] === undefined ? undefined : elementId(rows[active])}
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
        {groups.map((group) => (
          <RowGroup
            key={group[0]?.id}
            rows={group}
            words={words}
            active={rows[active]}
            elementId={elementId}
            onTake={takeRow}
          />
        ))}
      </div>
      {rows.length === 0 && <p class="tw-pop-none">{t("models.noMatch")}</p>}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys belong to the buttons inside. */}
      <div class="tw-pop-foot" onKeyDown={hearFootKey} ref={foot}>
        <Foot />
      </div>
    </div>
  );
}

function Foot() {
  const selected = selectedModel.value;
  return (
    <>
      {selected !== undefined && (
        <button type="button" class="tw-opt" onClick={() => leaveFor("check_model", selected.id)}>
          <Icon name="beaker" />
          <span class="tw-clip">{t("models.check")}</span>
          <span class="tw-opt-sub">{selected.label}</span>
        </button>
      )}
      <button type="button" class="tw-opt" onClick={() => leaveFor("open_settings")}>
        <Icon name="settings-gear" />
        <span class="tw-clip">{t("models.manage")}</span>
      </button>
    </>
  );
}

function searchText(model: ModelOption): string {
  return `${model.label} ${model.id} ${model.providerLabel}`;
}

/** Chooses the model for the next message; a model without its key leads to where the key is given. */
function takeRow(row: PickerRow | undefined): void {
  if (row === undefined) {
    return;
  }
  if (row.kind === "more") {
    leaveFor("add_models", row.provider);
    return;
  }
  const { model } = row;
  post({ type: "select_model", modelId: model.id });
  announce(t("models.chosen", { name: model.label }));
  if (model.needsKey) {
    post({ type: "action", id: "set_api_key", argument: model.provider });
  }
  close();
}

function leaveFor(id: "check_model" | "add_models" | "open_settings", argument?: string): void {
  post({ type: "action", id, ...(argument === undefined ? {} : { argument }) });
  close();
}

function close(): void {
  modelPickerOpen.value = false;
  focusComposer();
}
