import { isTokenValue } from "../../manifests/tokenValue.ts";
import { ownCss } from "./ownCss.ts";

/** Rules that reach the sections of one type and stop where the next section begins. */
export const scopedCss = (type: string, css: string): string =>
  `@scope ([data-section="${type}"]) to (:scope [data-section]) {\n${ownCss(type, css.trim())}\n}\n`;

const TOKEN_NAME = /^[a-z][a-z0-9-]*$/;

/** A theme token as a declaration, or nothing when its value could be more than a value. */
export const tokenDeclaration = (name: string, value: unknown): string | undefined =>
  TOKEN_NAME.test(name) && isTokenValue(value) ? `--${name}:${value};` : undefined;
