import { html } from "hono/html";
import type { States } from "../desk/merging.ts";
import { WAS } from "../desk/merging.ts";
import type { Html } from "./html.ts";

/** A hidden field with the values that the parts of a form held when it was drawn. */
export const wasField = (states: States): Html =>
  html`<input type="hidden" name="${WAS}" value="${JSON.stringify(states)}">`;
