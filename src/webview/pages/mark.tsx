/** The sign of the product, a basket weave: two strands lie, two stand, each passes the other. */
export function Mark() {
  return (
    <svg class="tw-mark" viewBox="0 0 82 82" aria-hidden="true">
      <g class="is-weft">
        <rect width="38" height="16" rx="4" />
        <rect y="22" width="38" height="16" rx="4" />
        <rect x="44" y="44" width="38" height="16" rx="4" />
        <rect x="44" y="66" width="38" height="16" rx="4" />
      </g>
      <g class="is-warp">
        <rect x="44" width="16" height="38" rx="4" />
        <rect x="66" width="16" height="38" rx="4" />
        <rect y="44" width="16" height="38" rx="4" />
        <rect x="22" y="44" width="16" height="38" rx="4" />
      </g>
    </svg>
  );
}
