import { html } from "hono/html";
import type { Html } from "./html.ts";

/** The version that a form builds on. */
export const versionField = (version: number): Html => html`<input type="hidden" name="version" value="${version}">`;
