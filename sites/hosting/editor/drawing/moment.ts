import { html } from "hono/html";
import type { Html } from "./html.ts";

/** Writes a time in UTC: without a script, the reader's zone is unknown. */
export function moment(ms: number): Html {
  const written = new Date(ms).toISOString();
  return html`<time datetime="${written}">${written.slice(0, 16).replace("T", " ")} UTC</time>`;
}
