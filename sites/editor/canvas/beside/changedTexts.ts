/** Marks the texts of a source that have changed since they were translated. */
import type { SourceChangesView } from "../../../../runtime/editing/languages/views.ts";
import { marksIn } from "../draft/marks.ts";

export const CHANGED = "data-source-changed";

/** Styles of the source's draft. Nothing in it can be used, because only the translation is written here. */
const CSS = `
[${CHANGED}]{outline:2px solid rgb(217 119 6)!important;outline-offset:3px;border-radius:1px}
[data-source-chosen]{outline:2px solid rgb(59 108 255 / .6)!important;outline-offset:-2px}
a,button,input,select,textarea,summary,iframe{pointer-events:none!important}
`;

type Values = SourceChangesView["values"];

/** A value that has changed lies at the mark, or around it. */
const isAt = (values: Values, section: string, pointer: string): boolean =>
  values.some((value) => {
    const changed = value.pointer.replace(/^\/fields(?=\/|$)/, "");
    return value.section?.id === section && (pointer === changed || pointer.startsWith(`${changed}/`));
  });

export function markChanged(document: Document, values: Values): void {
  for (const { section, pointer, open } of marksIn(document.body))
    if (isAt(values, section, pointer)) open.parentElement?.setAttribute(CHANGED, "");
  const Sheet = document.defaultView?.CSSStyleSheet;
  if (!Sheet) return;
  const sheet = new Sheet();
  sheet.replaceSync(CSS);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}
