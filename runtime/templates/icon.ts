import { escapeHtml } from "./escape.ts";

/** An icon's look. An icon without a label is decoration, which no screen reader reads out. */
export interface IconLook {
  readonly className: string;
  readonly label: string;
}

/** Adds to a checked drawing how it is shown. The drawing begins with `<svg`, as its check has seen to. */
export function iconElement(drawing: string, { className, label }: IconLook): string {
  const words = label === "" ? ' aria-hidden="true"' : ` role="img" aria-label="${escapeHtml(label)}"`;
  const shown = className === "" ? "" : ` class="${escapeHtml(className)}"`;
  return `<svg width="1em" height="1em"${shown}${words}${drawing.slice("<svg".length)}`;
}
