import { html } from "hono/html";
import type { Html } from "../drawing/html.ts";

/** Bidirectional and other control characters, which could change the text around them. */
const SIGNS = /[\u202A-\u202E\u2066-\u2069\u0000-\u0008\u000B-\u001F\u007F-\u009F]/g;

/**
 * Shows untrusted text. Harmful characters appear as their code and have no effect. `language` is the text's language,
 * if known.
 */
export const untrustedText = (text: string, language?: string): Html =>
  html`<bdi class="text"${language === undefined ? "" : html` lang="${language}"`}>${text.replaceAll(SIGNS, numberOf)}</bdi>`;

const numberOf = (sign: string): string => `[U+${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}]`;

const DIRECTIONS = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;

/** Removes bidirectional characters, for places that allow only plain text. Elsewhere `bdi` isolates them. */
export const oneWay = (text: string): string => text.replaceAll(DIRECTIONS, "");
