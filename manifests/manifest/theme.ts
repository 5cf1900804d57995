import * as z from "zod/mini";
import { BASE_NUMBERS } from "../css/bases.generated.ts";
import {
  descriptionOf,
  exactly,
  fileOf,
  jsonSchemaShape,
  manyOf,
  nameField,
  optional,
  titleField,
  titled,
} from "../shapes/shape.ts";

export const TOKEN_GROUPS = ["base", "light", "dark"] as const;
export type TokenGroup = (typeof TOKEN_GROUPS)[number];

const SCHEME_TOKENS = ["background", "surface", "text", "muted", "border", "accent", "on-accent", "accent-soft"];

/** The tokens that every theme defines, so that sections can use them. */
export const TOKEN_CONTRACT: Readonly<Record<TokenGroup, readonly string[]>> = {
  base: ["font-body", "font-heading", "font-mono", "radius", "space", "width-text", "width-wide", "text-size"],
  light: SCHEME_TOKENS,
  dark: SCHEME_TOKENS,
};

const tokensOf = (group: string, when: string) =>
  titled(jsonSchemaShape, group, `JSON Schema of the tokens ${when}; every property has a default.`);

export const themeShape = exactly({
  name: nameField("theme"),
  title: titleField("theme"),
  description: descriptionOf("theme"),
  layout: fileOf("Layout", "Liquid template of the inside of <body>."),
  css: fileOf("CSS", "Style sheet of the whole site."),
  base: optional(
    z.literal(BASE_NUMBERS, { error: `a base of this release: ${BASE_NUMBERS.join(", ")}` }),
    "Base",
    "Number of the base sheet below the theme's own. Without it, the theme's sheet is all there is.",
  ),
  settings: optional(
    z.record(z.string(), z.union([z.string(), z.number()])),
    "Settings",
    "Values of the base sheet that the theme sets, by name.",
  ),
  tokens: titled(
    exactly({
      base: tokensOf("Base", "that do not depend on the colour scheme"),
      light: tokensOf("Light", "of the light colour scheme"),
      dark: tokensOf("Dark", "of the dark colour scheme"),
    }),
    "Tokens",
    "Values that an owner may change. Each becomes a CSS custom property.",
  ),
});

export const themesShape = manyOf(themeShape);
export type ThemeContribution = z.infer<typeof themeShape>;
