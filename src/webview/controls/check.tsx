interface CheckProps {
  /** What it switches, for screen readers and as tooltip. */
  label: string;
  checked: boolean | "mixed";
  onChange: (checked: boolean) => void;
  disabled?: boolean;
  /** Takes part in moving through rows with arrow keys. */
  row?: boolean;
}

/** A box that is on, off, or mixed when only some of what it stands for is on. */
export function Check({ label, checked, onChange, disabled = false, row = false }: CheckProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: an input cannot be mixed without script, and looks foreign here.
    <button
      type="button"
      class="tw-check"
      role="checkbox"
      aria-checked={checked}
      aria-label={label}
      title={label}
      disabled={disabled}
      onClick={() => onChange(checked !== true)}
      data-row={row ? "" : undefined}
    />
  );
}
