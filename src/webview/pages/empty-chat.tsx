import { focusComposer, setDraft } from "../composer/draft.ts";
import { offeredSigns } from "../composer/offered-signs.ts";
import { Kbd } from "../controls/kbd.tsx";
import { Icon } from "../icon.tsx";
import { offeredToolCount, selectedModel } from "../models.ts";
import { panel } from "../store.ts";
import { t, tParts } from "../strings.ts";
import { Mark } from "./mark.tsx";
import { type Suggestion, suggestionsFor } from "./suggestions.ts";

/** A chat without messages: what the model can use, and what one could ask. */
export function EmptyChat() {
  const model = selectedModel.value?.label ?? "";
  const n = offeredToolCount.value;
  const suggestions = suggestionsFor(panel.value.servers);
  return (
    <div class="tw-view">
      <div class="tw-empty">
        <div class="tw-empty-head">
          <Mark />
          <h2>{t("empty.title")}</h2>
          <p>{n === 0 ? t("empty.noTools", { model }) : t("empty.text", { model, n })}</p>
        </div>
        {suggestions.length > 0 && (
          <section>
            <h3 class="tw-section-label">{t("empty.suggestions")}</h3>
            <ul class="tw-sugg">
              {suggestions.map((suggestion) => (
                <SuggestionRow key={suggestion.key} suggestion={suggestion} />
              ))}
            </ul>
          </section>
        )}
        <Tips />
      </div>
    </div>
  );
}

/** What one can type, where a server offers it. */
function Tips() {
  const { at, slash } = offeredSigns.value;
  return at || slash ? (
    <div class="tw-tips">
      {at && <p>{tParts("empty.tipAt", { at: <Kbd key="at">@</Kbd> })}</p>}
      {slash && <p>{tParts("empty.tipSlash", { slash: <Kbd key="slash">/</Kbd> })}</p>}
    </div>
  ) : null;
}

function SuggestionRow({ suggestion }: { suggestion: Suggestion }) {
  const text = t(suggestion.key);
  const write = (): void => {
    setDraft(text);
    focusComposer();
  };
  return (
    <li>
      <button type="button" onClick={write}>
        <Icon name={suggestion.icon} />
        <span>
          {text}
          <small>{suggestion.serverName}</small>
        </span>
      </button>
    </li>
  );
}
