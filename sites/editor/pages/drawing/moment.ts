import { html } from "hono/html";
import { timeText } from "../../../words/timeText.ts";
import type { Html } from "./html.ts";

/** Shows a time in the site's zone. A script then shows the reader's own zone, which the server does not know. */
export const moment = (ms: number): Html => html`<time datetime="${new Date(ms).toISOString()}">${timeText(ms)}</time>`;
