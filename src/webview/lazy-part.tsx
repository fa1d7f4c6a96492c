import { signal } from "@preact/signals";
import type { ComponentType } from "preact";
import { post } from "./host-bridge.ts";

/**
 * A component whose code is loaded apart from the panel's first code: when the panel has nothing else to do, or when it
 * is wanted before that. Until then nothing stands in its place.
 */
export function lazyPart<Props extends object = object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const part = signal<ComponentType<Props> | undefined>(undefined);
  let started = false;
  const start = (): void => {
    if (started) {
      return;
    }
    started = true;
    load()
      .then((loaded) => {
        part.value = loaded;
      })
      .catch((error: unknown) => {
        started = false; // the next time it is wanted, it is tried again
        post({ type: "log", level: "error", message: `A part of the panel could not be loaded: ${String(error)}` });
      });
  };
  globalThis.requestIdleCallback?.(start);
  return function LazyPart(props: Props) {
    const Part = part.value;
    if (Part === undefined) {
      start();
      return null;
    }
    return <Part {...props} />;
  };
}
