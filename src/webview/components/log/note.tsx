import type { ComponentChildren } from "preact";
import { Icon, type Tone } from "../../icon.tsx";

interface NoteProps {
  icon: string;
  tone: Tone;
  children: ComponentChildren;
  /** At most one thing that can be done. */
  action?: { label: string; onClick: () => void } | undefined;
}

/** One sentence on what the person should know. */
export function Note({ icon, tone, children, action }: NoteProps) {
  return (
    <div class="tw-note">
      <Icon name={icon} tone={tone} />
      <span>
        {children}
        {action !== undefined && (
          <>
            {" "}
            <button type="button" class="tw-link" onClick={action.onClick}>
              {action.label}
            </button>
          </>
        )}
      </span>
    </div>
  );
}
