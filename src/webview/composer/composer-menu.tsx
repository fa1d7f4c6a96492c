import { useEffect, useRef } from "preact/hooks";
import { searchWords } from "../../shared/search-words.ts";
import { Hits } from "../controls/hits.tsx";
import { Kbd } from "../controls/kbd.tsx";
import { classes, Icon } from "../icon.tsx";
import { announce } from "../live-region.tsx";
import { panel } from "../store.ts";
import { t, tParts } from "../strings.ts";
import { cutServers, itemDetail, itemLabel, itemTitle, type MenuGroup } from "./composer-menu-items.ts";
import { activeItem, closeMenu, groups, openQuery, takeItem } from "./composer-menu-state.ts";

/** Ids that the message field names. */
export const menuId = "tw-composer-menu";
export const optionId = (id: string): string => `${menuId}-${id}`;

/** Prompts or resources above the composer. The focus stays in the message, which has the keys. */
export function ComposerMenu() {
  const box = useRef<HTMLDivElement>(null);
  const query = openQuery.value;
  const shown = groups.value;
  const count = shown.reduce((sum, group) => sum + group.items.length, 0);
  const active = activeItem.value;
  useEffect(() => {
    box.current?.querySelector(".is-active")?.scrollIntoView({ block: "nearest" });
  }, [active]);
  useEffect(() => {
    if (count > 0) {
      announce(t("menu.count", { n: count }));
    }
  }, [count]);
  useEffect(() => {
    const closeOutside = (event: Event): void => {
      if (event.target instanceof Element && event.target.closest(".tw-dock") === null) {
        closeMenu();
      }
    };
    document.addEventListener("pointerdown", closeOutside);
    return () => document.removeEventListener("pointerdown", closeOutside);
  }, []);
  if (query === undefined || count === 0) {
    return null;
  }
  const hasMore = query.text === "" && cutServers(query, panel.value.servers).length > 0;
  const label = t(query.kind === "slash" ? "slash.commands" : "at.menu");
  return (
    <div class="tw-pop is-floating" ref={box}>
      <div class="tw-pop-list" role="listbox" id={menuId} aria-label={label}>
        {shown.map((group) => (
          <Group key={group.serverName} group={group} kind={query.kind} words={searchWords(query.text)} />
        ))}
      </div>
      <div class="tw-pop-foot">
        {hasMore && (
          <div class="tw-pop-hint">
            <span>{t("menu.more")}</span>
          </div>
        )}
        <div class="tw-pop-hint">
          <span>
            {tParts("menu.hint", {
              updown: <Kbd key="updown">↑↓</Kbd>,
              enter: <Kbd key="enter">⏎</Kbd>,
              esc: <Kbd key="esc">Esc</Kbd>,
            })}
          </span>
        </div>
      </div>
    </div>
  );
}

function Group({ group, kind, words }: { group: MenuGroup; kind: "slash" | "at"; words: readonly string[] }) {
  const label = `${menuId}-of-${group.serverName}`;
  const { serverName } = group;
  const active = activeItem.value;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of options in a list box is no fieldset.
    <div role="group" aria-labelledby={label}>
      <div class="tw-pop-label" id={label}>
        <span>{t(kind === "slash" ? "slash.prompts" : "at.resources", { server: serverName })}</span>
      </div>
      {group.items.map((item) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the message field has the keys, it names the active option.
        // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the message field.
        <div
          key={item.id}
          id={optionId(item.id)}
          role="option"
          class={classes("tw-opt", item === active && "is-active")}
          aria-selected={item === active}
          title={itemTitle(item)}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => takeItem(item)}
        >
          <Icon name={item.kind === "template" ? "symbol-parameter" : "mcp"} />
          <span class="tw-clip">
            <Hits text={itemLabel(item)} words={words} />
          </span>
          <span class="tw-opt-sub">{itemDetail(item)}</span>
        </div>
      ))}
    </div>
  );
}
