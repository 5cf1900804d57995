import type { JSX } from "preact";

/** SVG paths in a view box of 16 by 16. */
const PATHS = {
  up: "M8 13V3M4 7l4-4 4 4",
  down: "M8 3v10M4 9l4 4 4-4",
  copy: "M6 6h7v7H6zM3 10V3h7",
  remove: "M4 4l8 8M12 4l-8 8",
  add: "M8 3v10M3 8h10",
  link: "M7 9l2-2M6 6L4 8a2.8 2.8 0 004 4l2-2M10 10l2-2a2.8 2.8 0 00-4-4L6 6",
  bullets: "M6 4h7M6 8h7M6 12h7M3 4h.01M3 8h.01M3 12h.01",
  numbers: "M7 4h6M7 8h6M7 12h6M3 3v3M2.5 10h1.5l-1.5 3H4",
  quote: "M3 4v4h3V4zM9 4v4h3V4zM6 8c0 2-1 3-2 4M12 8c0 2-1 3-2 4",
  table: "M3 3h10v10H3zM3 6.5h10M3 10h10M8 3v10",
  undo: "M6 4L3 7l3 3M3 7h6a4 4 0 010 7",
  redo: "M10 4l3 3-3 3M13 7H7a4 4 0 000 7",
} as const;

export const RichIcon = ({ name }: { readonly name: keyof typeof PATHS }): JSX.Element => (
  <svg class="glyph" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
    <path
      d={PATHS[name]}
      fill="none"
      stroke="currentColor"
      stroke-width="1.5"
      stroke-linecap="round"
      stroke-linejoin="round"
    />
  </svg>
);
