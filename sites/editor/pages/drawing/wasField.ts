import { html } from "hono/html";
import { type States, WAS } from "../desk/merging.ts";
import type { Html } from "./html.ts";

/** A hidden field with the content that the form's parts have now. */
export const wasField = (states: States): Html =>
  html`<input type="hidden" name="${WAS}" value="${JSON.stringify(states)}">`;
