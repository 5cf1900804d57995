import { html } from "hono/html";
import type { Html } from "../drawing/html.ts";

/** Signs that turn the text around them, up to an end sign or the end of the element, and control signs. */
const SIGNS = /[\u202A-\u202E\u2066-\u2069\u0000-\u0008\u000B-\u001F\u007F-\u009F]/g;

/** Shows a stranger's text. Each harmful sign appears as its number and has no effect. `language` is the text's, if known. */
export const untrustedText = (text: string, language?: string): Html =>
  html`<bdi class="text"${language === undefined ? "" : html` lang="${language}"`}>${text.replaceAll(SIGNS, numberOf)}</bdi>`;

const numberOf = (sign: string): string => `[U+${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}]`;

const DIRECTIONS = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;

/**
 * Removes direction signs for places that hold only text, where they could turn our words around. Elsewhere `bdi`
 * isolates them.
 */
export const oneWay = (text: string): string => text.replaceAll(DIRECTIONS, "");
