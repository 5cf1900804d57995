import { escapeHtml } from "../../runtime/templates/escape.ts";

/** A text of the table as HTML. The values must be HTML already. */
export const sayHtml = (word: string, values: Readonly<Record<string, string>> = {}): string =>
  escapeHtml(word).replaceAll(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? "") : whole,
  );
