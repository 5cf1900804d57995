/** Icons of buttons. Each button also has a label. */
import type { JSX } from "preact";

const PATHS = {
  undo: "M7 4 3.5 7.5 7 11M4 7.5h6a3.5 3.5 0 0 1 0 7H8",
  redo: "m11 4 3.5 3.5L11 11M14 7.5H8a3.5 3.5 0 0 0 0 7h2",
  up: "M9 14.5v-10m0 0L5 8.5m4-4 4 4",
  down: "M9 3.5v10m0 0 4-4m-4 4-4-4",
  plus: "M9 3.5v11M3.5 9h11",
  more: "M4 9h.01M9 9h.01M14 9h.01",
  copy: "M6.5 6.5h8v8h-8zM11.5 6.5v-3h-8v8h3",
  trash: "M4 5.5h10M7 5.5V4h4v1.5m1.5 0-.5 9h-6l-.5-9",
  desktop: "M3 4h12v8H3zM7 14.5h4M9 12v2.5",
  tablet: "M5 3h8v12H5zM8.5 13h1",
  phone: "M6 3h6v12H6zM8.5 13h1",
  menu: "M3.5 5h11M3.5 9h11M3.5 13h11",
  page: "M5 3h5l3.5 3.5V15H5zM10 3v3.5h3.5M7.5 9.5h4M7.5 12h4",
  close: "m5 5 8 8m0-8-8 8",
  search: "M8 12.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9ZM11.5 11.5l3 3",
  move: "M9 3v12M3 9h12M9 3 7.5 4.5M9 3l1.5 1.5M9 15l-1.5-1.5M9 15l1.5-1.5M3 9l1.5-1.5M3 9l1.5 1.5M15 9l-1.5-1.5M15 9l-1.5 1.5",
  out: "M9 14V5m0 0L6 8m3-3 3 3M4 3.5h10",
} as const;

export type IconName = keyof typeof PATHS;

/** Icons that are mirrored in right-to-left languages. */
const WAYS: ReadonlySet<IconName> = new Set(["undo", "redo"]);

export const Icon = ({ name }: { readonly name: IconName }): JSX.Element => (
  <svg class={WAYS.has(name) ? "icon way" : "icon"} viewBox="0 0 18 18" aria-hidden="true">
    <path d={PATHS[name]} />
  </svg>
);
