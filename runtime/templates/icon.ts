import { escapeHtml } from "./escape.ts";

/** The look of an icon. Without a label it is decoration, which screen readers skip. */
export interface IconLook {
  readonly className: string;
  readonly label: string;
}

/** Adds the attributes of a look to a checked icon, which begins with `<svg`. */
export function iconElement(drawing: string, { className, label }: IconLook): string {
  const words = label === "" ? ' aria-hidden="true"' : ` role="img" aria-label="${escapeHtml(label)}"`;
  const shown = className === "" ? "" : ` class="${escapeHtml(className)}"`;
  return `<svg width="1em" height="1em"${shown}${words}${drawing.slice("<svg".length)}`;
}
