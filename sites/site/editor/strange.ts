import { html } from "hono/html";
import type { Html } from "./html.ts";

/** What turns the words around it, up to a sign that ends it or to the end of its element, and what has no place in a text. */
const SIGNS = /[\u202A-\u202E\u2066-\u2069\u0000-\u0008\u000B-\u001F\u007F-\u009F]/g;

/** A stranger's words, in which no sign does what it is there for: each is shown by its number. */
export const strange = (text: string): Html => html`<bdi class="text">${text.replaceAll(SIGNS, numberOf)}</bdi>`;

const numberOf = (sign: string): string => `[U+${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}]`;

const DIRECTIONS = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;

/** For places that hold nothing but text, where somebody's words could turn ours around. Elsewhere they stand in `bdi`. */
export const oneWay = (text: string): string => text.replaceAll(DIRECTIONS, "");
