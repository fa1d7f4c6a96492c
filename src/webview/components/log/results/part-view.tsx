import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { printExact } from "../../../../shared/exact-value.ts";
import type { JsonValue } from "../../../../shared/json.ts";
import { attachResource } from "../../../composer/composer-menu-state.ts";
import { Button } from "../../../controls/button.tsx";
import { IconButton } from "../../../controls/icon-button.tsx";
import { formatBytes, formatNumber } from "../../../format.ts";
import { post } from "../../../host-bridge.ts";
import { comma, t } from "../../../strings.ts";
import { SeenText } from "../approval/seen-text.tsx";
import { Part } from "../part.tsx";
import { JsonText } from "./json-text.tsx";
import { JsonTree, type TreeExpansion } from "./json-tree.tsx";
import { AudioView, bytesOf, type ImageSize, ImageView } from "./media-view.tsx";
import type { ResultPart } from "./result-parts.ts";
import { TableView, useShownRows } from "./table-view.tsx";
import { TextView } from "./text-view.tsx";

type PartOf<Kind extends ResultPart["kind"]> = Extract<ResultPart, { kind: Kind }>;

interface PartViewProps {
  part: ResultPart;
  /** Who returned it. */
  tool: string;
  /** Whose tool it is; what it links to can be read there. */
  server: string | undefined;
}

/** One part of a result, with its head. */
export function PartView({ part, tool, server }: PartViewProps) {
  switch (part.kind) {
    case "text":
      return (
        <RawPart hint={t("tool.kind.text")} copied={() => part.text} raw={part.raw}>
          <TextView text={part.text} />
        </RawPart>
      );
    case "json":
      return <JsonPart part={part} />;
    case "table":
      return <TablePart part={part} />;
    case "image":
      return <ImagePart part={part} tool={tool} />;
    case "audio":
      return (
        <Part title={t("tool.result")} hint={sizeHint(t("tool.kind.audio"), part.data)}>
          <AudioView data={part.data} mimeType={part.mimeType} label={t("tool.audioOf", { tool })} />
        </Part>
      );
    case "file":
      return (
        <Part title={t("tool.result")} hint={t("tool.kind.file")}>
          <Address uri={part.uri} />
          <p class="tw-fault-note">
            {t("tool.media.binary", {
              type: part.mimeType ?? "application/octet-stream",
              size: formatBytes(bytesOf(part.data)),
            })}
          </p>
        </Part>
      );
    case "resource":
      return (
        <RawPart hint={t("tool.kind.resource")} copied={() => part.text} raw={part.raw}>
          <Address uri={part.uri} />
          <TextView text={part.text} />
        </RawPart>
      );
    case "link":
      return <LinkPart part={part} server={server} />;
  }
}

interface RawPartProps {
  hint: string;
  /** What is copied; made when it is. */
  copied: () => string;
  /** The part as the server sent it. */
  raw: JsonValue;
  /** More tools, before those that every part has. */
  tools?: ComponentChildren;
  children: ComponentChildren;
}

/** A part that can be copied, and seen as the server sent it. */
function RawPart({ hint, copied, raw, tools, children }: RawPartProps) {
  const [isRaw, setRaw] = useState(false);
  return (
    <Part
      title={t("tool.result")}
      hint={hint}
      tools={
        <>
          {!isRaw && tools}
          <IconButton icon="copy" label={t("action.copy")} onClick={() => post({ type: "copy", text: copied() })} />
          <IconButton icon="json" label={t("action.raw")} pressed={isRaw} onClick={() => setRaw(!isRaw)} />
        </>
      }
    >
      {isRaw ? <JsonText text={JSON.stringify(raw, null, 2)} /> : children}
    </Part>
  );
}

function JsonPart({ part: { value, raw } }: { part: PartOf<"json"> }) {
  const [expansion, setExpansion] = useState<TreeExpansion>("two-levels");
  return (
    <RawPart
      hint={t("tool.kind.json")}
      copied={() => printExact(value)}
      raw={raw}
      tools={
        <IconButton
          icon={expansion === "all" ? "collapse-all" : "expand-all"}
          label={expansion === "all" ? t("action.collapse") : t("action.expand")}
          onClick={() => setExpansion(expansion === "all" ? "two-levels" : "all")}
        />
      }
    >
      <JsonTree value={value} expansion={expansion} key={expansion} />
    </RawPart>
  );
}

function TablePart({ part: { table, value, raw } }: { part: PartOf<"table"> }) {
  const [shown, show] = useShownRows();
  const rows = table.rows.length;
  const counted = t("tool.rowsShown", { a: formatNumber(Math.min(shown, rows)), n: formatNumber(rows) });
  return (
    <RawPart hint={`${t("tool.kind.table")}${comma()}${counted}`} copied={() => printExact(value)} raw={raw}>
      <TableView table={table} shown={shown} onShow={show} />
    </RawPart>
  );
}

function ImagePart({ part: { data, mimeType }, tool }: { part: PartOf<"image">; tool: string }) {
  const [size, setSize] = useState<ImageSize>();
  const kind =
    size === undefined ? t("tool.kind.image") : `${t("tool.kind.image")}${comma()}${size.width} × ${size.height}`;
  return (
    <Part title={t("tool.result")} hint={sizeHint(kind, data)}>
      <ImageView data={data} mimeType={mimeType} label={t("tool.imageOf", { tool })} onSize={setSize} />
    </Part>
  );
}

/** A link that a tool names. Nothing is loaded from it; web addresses open in the browser when the person wants it. */
function LinkPart({
  part: { uri, name, description, raw },
  server,
}: {
  part: PartOf<"link">;
  server: string | undefined;
}) {
  const isPage = /^https?:\/\//i.test(uri);
  return (
    <RawPart hint={t("tool.kind.link")} copied={() => uri} raw={raw}>
      <div class="tw-linked">
        <span class="tw-fault-title">
          <SeenText text={name} />
        </span>
        {description !== undefined && <p class="tw-fault-note">{description}</p>}
        <Address uri={uri} />
        {(isPage || server !== undefined) && (
          <div class="tw-actions">
            {isPage && (
              <Button icon="link-external" onClick={() => post({ type: "open_link", url: uri })}>
                {t("tool.openLink")}
              </Button>
            )}
            {server !== undefined && (
              <Button icon="mention" onClick={() => attachResource(server, uri, name)}>
                {t("tool.attachLink")}
              </Button>
            )}
          </div>
        )}
      </div>
    </RawPart>
  );
}

function Address({ uri }: { uri: string }) {
  return (
    <div class="tw-url">
      <SeenText text={uri} />
    </div>
  );
}

function sizeHint(kind: string, data: string): string {
  return `${kind}${comma()}${formatBytes(bytesOf(data))}`;
}
