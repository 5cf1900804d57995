import { CONTROL_NUMBERS, CONTROL_SHEETS, type ControlNumber } from "../../../manifests/css/controls.generated.ts";
import { isTokenValue } from "../../../manifests/rules/tokenValue.ts";
import { ownCss } from "./ownCss.ts";

/** The attribute with the type of a part that a plugin draws. */
export type DrawnPart = "section" | "inline";

/** The parts inside of a part at which its rules end. The directives in the texts of a section belong to its texts. */
const INNER: Readonly<Record<DrawnPart, string>> = {
  section: ":scope [data-section]",
  inline: ":scope [data-section],:scope [data-inline]",
};

/** Limits rules to parts of these types, without those nested in them. */
const inParts = (part: DrawnPart, types: readonly string[], css: string): string =>
  `@scope (${types.map((type) => `[data-${part}="${type}"]`).join()}) to (${INNER[part]}) {\n${css}\n}\n`;

/** Limits a style sheet of a plugin to the parts of its type. */
export const scopedCss = (part: DrawnPart, type: string, css: string): string =>
  inParts(part, [type], ownCss(type, css.trim()));

/** The control sheets of the numbers that section types ask for, each once for all of its types. */
export function controlsCss(asked: readonly { readonly type: string; readonly controls?: ControlNumber }[]): string {
  const sheets = CONTROL_NUMBERS.map((number) => {
    const types = asked.flatMap(({ type, controls }) => (controls === number ? type : []));
    return types.length === 0 ? "" : inParts("section", types, CONTROL_SHEETS[number]);
  });
  return sheets.join("");
}

const TOKEN_NAME = /^[a-z][a-z0-9-]*$/;

/** Writes a theme token as a declaration. Undefined if its value could end the declaration. */
export const tokenDeclaration = (name: string, value: unknown): string | undefined =>
  TOKEN_NAME.test(name) && isTokenValue(value) ? `--${name}:${value};` : undefined;
