/** The tokens that a theme's plugin describes, with the draft's values. */
import { type TokenGroup, TOKEN_GROUPS } from "../../../../manifests/manifest/theme.ts";
import type { Theme } from "../../../../runtime/documents/content/content.ts";
import { lengthsFor } from "./lengths.ts";
import type { CatalogueView } from "../../../../runtime/editing/views.ts";

export type ThemeChoice = CatalogueView["themes"][number];

interface TokenSchema {
  readonly title?: string;
  readonly description?: string;
  readonly type?: string;
  readonly enum?: readonly (string | number)[];
  readonly default?: string | number;
  readonly pattern?: string;
}

export interface DesignToken {
  readonly group: TokenGroup;
  readonly name: string;
  readonly title: string;
  readonly help: string;
  readonly choices: readonly string[];
  readonly isNumber: boolean;
  readonly isColour: boolean;
  /** The theme's default value. */
  readonly preset: string;
  readonly value: string;
}

/** The name of a token's form field. */
export const fieldOf = ({ group, name }: Pick<DesignToken, "group" | "name">): string => `${group}.${name}`;

const COLOUR = /^#[0-9a-f]{6}$/i;

/** The most tokens in the form. Further tokens keep their values. */
const SHOWN = 54;

export const tokensOf = (choice: ThemeChoice, tokens: Theme["tokens"]): readonly DesignToken[] =>
  TOKEN_GROUPS.flatMap((group) =>
    Object.entries(propertiesOf(choice, group)).map(([name, schema]) => tokenOf(group, name, schema, tokens)),
  ).slice(0, SHOWN);

const propertiesOf = ({ tokens }: ThemeChoice, group: TokenGroup): Readonly<Record<string, TokenSchema>> =>
  (tokens[group]["properties"] ?? {}) as Readonly<Record<string, TokenSchema>>;

function tokenOf(group: TokenGroup, name: string, schema: TokenSchema, tokens: Theme["tokens"]): DesignToken {
  const preset = String(schema.default ?? "");
  const value = String(tokens[group]?.[name] ?? preset);
  return {
    group,
    name,
    title: schema.title ?? name,
    help: schema.description ?? "",
    choices: schema.enum?.map(String) ?? lengthsFor(schema.pattern, preset),
    isNumber: schema.type === "number" || schema.type === "integer",
    isColour: schema.enum === undefined && COLOUR.test(preset) && COLOUR.test(value),
    preset,
    value,
  };
}

/** Sets a token. The default is not stored, so that the token follows the theme. */
export function withToken(tokens: Theme["tokens"], token: DesignToken, value: string): Theme["tokens"] {
  const others = Object.entries(tokens[token.group] ?? {}).filter(([name]) => name !== token.name);
  const changed = value === token.preset ? [] : [[token.name, token.isNumber ? Number(value) : value] as const];
  const group = Object.fromEntries([...others, ...changed]);
  return { ...tokens, [token.group]: group };
}

/** The draft's values that another theme also accepts, by token name. */
export function keptTokens(tokens: Theme["tokens"], choice: ThemeChoice): Theme["tokens"] {
  const groups = TOKEN_GROUPS.map((group) => {
    const known = propertiesOf(choice, group);
    const kept = Object.entries(tokens[group] ?? {}).filter(([name, value]) => mayBe(known[name], value));
    return [group, Object.fromEntries(kept)];
  });
  return Object.fromEntries(groups) as Theme["tokens"];
}

/** Tells whether a theme accepts a value. A value of a closed list must be in that theme's own list. */
const mayBe = (schema: TokenSchema | undefined, value: string | number): boolean =>
  schema !== undefined && (schema.enum === undefined || schema.enum.includes(value));
