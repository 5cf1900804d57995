import { isTokenValue } from "../../../manifests/rules/tokenValue.ts";
import { ownCss } from "./ownCss.ts";

/** Wraps rules so that they reach the sections of one type and stop where the next section begins. */
export const scopedCss = (type: string, css: string): string =>
  `@scope ([data-section="${type}"]) to (:scope [data-section]) {\n${ownCss(type, css.trim())}\n}\n`;

const TOKEN_NAME = /^[a-z][a-z0-9-]*$/;

/** Writes a theme token as a declaration; undefined if its value could be more than a value. */
export const tokenDeclaration = (name: string, value: unknown): string | undefined =>
  TOKEN_NAME.test(name) && isTokenValue(value) ? `--${name}:${value};` : undefined;
