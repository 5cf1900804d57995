import { html } from "hono/html";
import type { Html } from "./html.ts";

/** In the one zone that is the same for everybody: whoever has no script cannot be asked for theirs. */
export function moment(ms: number): Html {
  const written = new Date(ms).toISOString();
  return html`<time datetime="${written}">${written.slice(0, 16).replace("T", " ")} UTC</time>`;
}
