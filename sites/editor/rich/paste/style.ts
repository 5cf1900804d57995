/**
 * Parses a `style` attribute. The content security policy keeps browsers from applying it, so the editor reads it as
 * text.
 */
import type { Element } from "./tree.ts";

export type Style = ReadonlyMap<string, string>;

const NONE: Style = new Map();

export function styleOf({ attributes }: Element): Style {
  const style = attributes.get("style");
  if (style === undefined) return NONE;
  return new Map(
    style.split(";").flatMap((rule): [string, string][] => {
      const colon = rule.indexOf(":");
      return colon < 0
        ? []
        : [
            [
              rule.slice(0, colon).trim().toLowerCase(),
              rule
                .slice(colon + 1)
                .trim()
                .toLowerCase(),
            ],
          ];
    }),
  );
}

/** The lowest font weight that counts as bold. */
const BOLD_FROM = 600;

export interface TextStyle {
  readonly strong: boolean;
  readonly em: boolean;
  readonly strike: boolean;
  readonly code: boolean;
}

export const PLAIN: TextStyle = { strong: false, em: false, strike: false, code: false };

const BY_NAME: Readonly<Record<string, Partial<TextStyle>>> = {
  b: { strong: true },
  strong: { strong: true },
  i: { em: true },
  em: { em: true },
  cite: { em: true },
  s: { strike: true },
  del: { strike: true },
  strike: { strike: true },
  code: { code: true },
  kbd: { code: true },
  samp: { code: true },
  tt: { code: true },
};

function isBold(weight: string | undefined): boolean | undefined {
  if (weight === undefined || weight === "inherit") return undefined;
  return weight.startsWith("bold") || Number(weight) >= BOLD_FROM;
}

function isSlanted(style: string | undefined): boolean | undefined {
  return style === undefined || style === "inherit" ? undefined : /^(?:italic|oblique)/.test(style);
}

/** The text style inside an element. Its `style` attribute overrides the meaning of its tag. */
export function textStyleIn(element: Element, style: Style, outer: TextStyle): TextStyle {
  const named = { ...outer, ...BY_NAME[element.name] };
  const decoration = style.get("text-decoration") ?? style.get("text-decoration-line") ?? "";
  return {
    ...named,
    strong: isBold(style.get("font-weight")) ?? named.strong,
    em: isSlanted(style.get("font-style")) ?? named.em,
    strike: named.strike || decoration.includes("line-through"),
  };
}

const KEEPS_LINES = /^(?:pre|pre-wrap|pre-line|break-spaces)\b/;

/** True if line ends in the text are shown; undefined if the style does not say. */
export function keepsLines(style: Style): boolean | undefined {
  const spaces = style.get("white-space") ?? style.get("white-space-collapse");
  return spaces === undefined || spaces === "inherit" ? undefined : KEEPS_LINES.test(spaces);
}

const FIXED_WIDTH = /\b(?:monospace|menlo|monaco|consolas|courier|sf mono|fira code|cascadia|jetbrains mono)\b/;

/** True for a box in which an editor of code shows its lines. */
export const isCodeBox = (style: Style): boolean =>
  keepsLines(style) === true && FIXED_WIDTH.test(style.get("font-family") ?? style.get("font") ?? "");

export const isHidden = (style: Style): boolean =>
  style.get("display") === "none" || style.get("visibility") === "hidden" || style.get("mso-hide") === "all";

/** The list level of a Word paragraph, from 1; undefined if it is no list item. */
export function wordLevel(style: Style): number | undefined {
  const list = style.get("mso-list");
  if (list === undefined || /^(?:none|ignore|skip)/.test(list)) return undefined;
  return Number(/level(\d)/.exec(list)?.[1] ?? 1);
}

export const isWordMarker = (style: Style): boolean => style.get("mso-list") === "ignore";
