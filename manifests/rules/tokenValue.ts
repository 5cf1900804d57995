/**
 * The allowed values of a CSS custom property. Tokens enter a style sheet unescaped, so no value may end the
 * declaration, open a block or load anything.
 */
import { PLAIN_TEXT_MAX_CHARS } from "../bounds/fields.ts";
import { describe } from "../refusals/pointer.ts";
import { styleFaults } from "../css/check.ts";

export const TOKEN_SAYS = "one value of CSS such as #1a2b3c, 1.5rem or a list of fonts, without ; { } < > and url()";

export const isTokenValue = (value: unknown): value is string | number =>
  (typeof value === "number" && Number.isFinite(value)) ||
  (typeof value === "string" &&
    value.trim() !== "" &&
    value.length <= PLAIN_TEXT_MAX_CHARS &&
    !/[;{}<>\\\u0000-\u001f\u007f]|\/\*|!|url\(/i.test(value) &&
    styleFaults(value, "theme").length === 0);

/** The fault of a token's value, or undefined. */
export const tokenFault = (value: unknown): { found: string; allowed: string } | undefined =>
  isTokenValue(value) ? undefined : { found: describe(value), allowed: TOKEN_SAYS };
