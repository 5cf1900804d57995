import { isTokenValue } from "../../../manifests/rules/tokenValue.ts";
import { ownCss } from "./ownCss.ts";

/** Limits rules to the sections of one type, without the sections nested in them. */
export const scopedCss = (type: string, css: string): string =>
  `@scope ([data-section="${type}"]) to (:scope [data-section]) {\n${ownCss(type, css.trim())}\n}\n`;

const TOKEN_NAME = /^[a-z][a-z0-9-]*$/;

/** Writes a theme token as a declaration. Undefined if its value could end the declaration. */
export const tokenDeclaration = (name: string, value: unknown): string | undefined =>
  TOKEN_NAME.test(name) && isTokenValue(value) ? `--${name}:${value};` : undefined;
