/** A value before and after a change, as text. */
import { html } from "hono/html";
import type { Html } from "./html.ts";

const textOf = (value: unknown): string =>
  typeof value === "object" && value !== null ? JSON.stringify(value) : String(value);

export function beforeAndAfter(before: unknown, after: unknown): Html {
  const texts = [before, after].filter((one) => one !== undefined).map(textOf);
  return html`${[...new Set(texts)].map((text, place) => html`${place > 0 ? " → " : ""}<bdi>${text}</bdi>`)}`;
}
