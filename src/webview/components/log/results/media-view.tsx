import { useEffect, useState } from "preact/hooks";
import { formatBytes } from "../../../format.ts";
import { Icon } from "../../../icon.tsx";
import { t } from "../../../strings.ts";

/** Larger media are not shown. In bytes. */
const largestMedia = 20 * 1024 * 1024;

/** Width and height in pixels. */
export interface ImageSize {
  width: number;
  height: number;
}

interface ImageViewProps {
  data: string;
  mimeType: string;
  /** What a screen reader says. */
  label: string;
  onSize: (size: ImageSize) => void;
}

/** An image that a tool returned as base64. Nothing is loaded from anywhere: it is shown from memory. */
export function ImageView({ data, mimeType, label, onSize }: ImageViewProps) {
  const source = useBlobUrl(data, mimeType);
  const [broken, setBroken] = useState(false);
  if (source === "too-large") {
    return <MediaNote text={t("tool.media.tooLarge", { size: formatBytes(bytesOf(data)) })} />;
  }
  if (source === "unreadable" || broken || !mimeType.startsWith("image/")) {
    return <MediaNote text={t("tool.media.unreadable", { type: mimeType })} />;
  }
  return source === undefined ? null : (
    <div class="tw-image">
      <img
        src={source}
        alt={label}
        onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
          onSize({ width: naturalWidth, height: naturalHeight })
        }
        onError={() => setBroken(true)}
      />
    </div>
  );
}

/** Sound that a tool returned as base64. It plays when the person starts it. */
export function AudioView({ data, mimeType, label }: Omit<ImageViewProps, "onSize">) {
  const source = useBlobUrl(data, mimeType);
  const [broken, setBroken] = useState(false);
  if (source === "too-large") {
    return <MediaNote text={t("tool.media.tooLarge", { size: formatBytes(bytesOf(data)) })} />;
  }
  if (source === "unreadable" || broken) {
    return <MediaNote text={t("tool.media.unreadable", { type: mimeType })} />;
  }
  return source === undefined ? null : (
    // biome-ignore lint/a11y/useMediaCaption: a tool's sound comes without captions.
    <audio
      class="tw-audio"
      controls
      preload="metadata"
      src={source}
      aria-label={label}
      onError={() => setBroken(true)}
    />
  );
}

/** How many bytes base64 text stands for. */
export function bytesOf(base64: string): number {
  const padding = /={0,2}$/.exec(base64)?.[0].length ?? 0;
  return Math.floor((base64.length * 3) / 4) - padding;
}

function MediaNote({ text }: { text: string }) {
  return (
    <div class="tw-note">
      <Icon name="info" tone="info" />
      <span>{text}</span>
    </div>
  );
}

/** An address of the bytes in memory, given back when the view goes; `undefined` until it is made. */
function useBlobUrl(data: string, mimeType: string): string | undefined {
  const [source, setSource] = useState<string>();
  useEffect(() => {
    if (bytesOf(data) > largestMedia) {
      setSource("too-large");
      return;
    }
    const bytes = decodeBase64(data);
    if (bytes === undefined) {
      setSource("unreadable");
      return;
    }
    const url = URL.createObjectURL(new Blob([bytes], { type: mimeType }));
    setSource(url);
    return () => URL.revokeObjectURL(url);
  }, [data, mimeType]);
  return source;
}

function decodeBase64(data: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    const binary = atob(data);
    return Uint8Array.from(binary, (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}
