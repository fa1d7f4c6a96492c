import { signal } from "@preact/signals";
import { page } from "../store.ts";

/** Whether the model picker is open. */
export const modelPickerOpen = signal(false);

/** Opens the model picker above the composer, wherever the person is. */
export function openModelPicker(): void {
  page.value = "chat";
  modelPickerOpen.value = true;
}
