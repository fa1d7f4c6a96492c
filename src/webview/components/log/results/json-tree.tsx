import { useState } from "preact/hooks";
import { ExactNumber, type ExactObject, type ExactValue, printExact } from "../../../../shared/exact-value.ts";
import { Icon } from "../../../icon.tsx";
import { moveThroughRows } from "../../../row-keys.ts";
import { t } from "../../../strings.ts";
import { inkClass, paintJson } from "./json-painter.ts";

/** So many members of a container are shown at once. */
const membersShown = 100;
/** Longer values are cut until they are asked for. In characters. */
const longestValue = 500;

/** Which containers are open at first: those of the first two levels, or all. */
export type TreeExpansion = "two-levels" | "all";

/** A JSON value as a tree of rows. */
export function JsonTree({ value, expansion }: { value: ExactValue; expansion: TreeExpansion }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and keys must be able to.
    <section class="tw-json" tabIndex={0} aria-label={t("tool.kind.json")} onKeyDown={hearKey}>
      <ul>
        <TreeNode value={value} depth={0} first expansion={expansion} />
      </ul>
    </section>
  );
}

interface TreeNodeProps {
  /** The key or index; absent at the root. */
  name?: string;
  value: ExactValue;
  depth: number;
  /** Whether it is the first member of its container. */
  first: boolean;
  expansion: TreeExpansion;
}

function TreeNode(props: TreeNodeProps) {
  const { name, value } = props;
  return (
    <li>
      {typeof value === "object" && value !== null && !(value instanceof ExactNumber) ? (
        <Container {...props} value={value} />
      ) : (
        <div class="tw-json-row">
          <span class="tw-json-gap" />
          <span>
            <Name name={name} />
            <Scalar value={value} />
          </span>
        </div>
      )}
    </li>
  );
}

function Container({
  name,
  value,
  depth,
  first,
  expansion,
}: Omit<TreeNodeProps, "value"> & { value: ExactValue[] | ExactObject }) {
  const members = Object.entries(value);
  // Of a list in the second level the first item is open too: it shows what the others are like.
  const [open, setOpen] = useState(members.length > 0 && (expansion === "all" || depth < 2 || (depth === 2 && first)));
  const [shown, setShown] = useState(membersShown);
  const brief = Array.isArray(value) ? `[${t("tool.items", { n: members.length })}]` : `{${members.length}}`;
  return (
    <>
      <button type="button" class="tw-json-row" data-row aria-expanded={open} onClick={() => setOpen(!open)}>
        <Icon name={open ? "chevron-down" : "chevron-right"} tone="quiet" />
        <span>
          <Name name={name} />
          <span class="tw-quiet">{brief}</span>
        </span>
      </button>
      {open && (
        <ul>
          {members.slice(0, shown).map(([key, member], index) => (
            <TreeNode key={key} name={key} value={member} depth={depth + 1} first={index === 0} expansion={expansion} />
          ))}
          {shown < members.length && (
            <li>
              <button type="button" class="tw-json-row" data-row onClick={() => setShown(shown + membersShown)}>
                <span class="tw-json-gap" />
                <span class="tw-quiet">
                  {t("tool.showMore", { n: Math.min(membersShown, members.length - shown) })}
                </span>
              </button>
            </li>
          )}
        </ul>
      )}
    </>
  );
}

function Name({ name }: { name: string | undefined }) {
  return name === undefined ? null : (
    <>
      <span class={inkClass("key")}>{name}</span>
      {": "}
    </>
  );
}

function Scalar({ value }: { value: string | number | boolean | null | ExactNumber }) {
  const [whole, setWhole] = useState(false);
  const text = printExact(value);
  const shown = whole || text.length <= longestValue ? text : `${text.slice(0, longestValue)}…`;
  return (
    <>
      {paintJson(shown).map(({ text: piece, ink }, index) => (
        <span class={ink === undefined ? undefined : inkClass(ink)} key={index}>
          {piece}
        </span>
      ))}
      {shown !== text && (
        <>
          {" "}
          <button type="button" class="tw-link" data-row onClick={() => setWhole(true)}>
            {t("tool.showAllRows")}
          </button>
        </>
      )}
    </>
  );
}

/** Arrows go through the rows; Right opens and Left closes. */
function hearKey(event: KeyboardEvent): void {
  const row = event.target;
  if (row instanceof HTMLElement && row.ariaExpanded !== null) {
    const wished = event.key === "ArrowRight" ? "true" : event.key === "ArrowLeft" ? "false" : undefined;
    if (wished !== undefined) {
      event.preventDefault();
      if (row.ariaExpanded !== wished) {
        row.click();
      }
      return;
    }
  }
  moveThroughRows(event);
}
