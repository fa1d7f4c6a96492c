import type { ServerStatus } from "../../shared/panel-state.ts";
import { classes } from "../icon.tsx";

/**
 * A server's picture of itself, decorative and always beside its name. Only of a server that runs: where a person decides
 * whether it may, a picture could be an imitation.
 */
export function ServerPicture({ server: { icon, state } }: { server: ServerStatus }) {
  if (icon === undefined || state !== "ready") {
    return null;
  }
  const { src, darkSrc } = icon;
  return (
    <>
      <Picture src={src} only={darkSrc === undefined ? undefined : "light"} />
      {darkSrc !== undefined && <Picture src={darkSrc} only="dark" />}
    </>
  );
}

function Picture({ src, only }: { src: string; only: "light" | "dark" | undefined }) {
  const look = classes("tw-picture", only === "light" && "is-light", only === "dark" && "is-dark");
  return <img class={look} src={src} alt="" aria-hidden="true" width={16} height={16} draggable={false} />;
}
