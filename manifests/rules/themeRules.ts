/**
 * Rules within one theme: every token has a default that is safe in a style sheet, and all tokens of the contract
 * exist. Every setting is one of the theme's base.
 */
import { BASE_SETTINGS } from "../css/bases.generated.ts";
import { expandSchema } from "../fields/fieldSchema.ts";
import { describe, encodePointer, quote, valueAt } from "../refusals/pointer.ts";
import type { Issue } from "../refusals/refusal.ts";
import { schemaIssues } from "./sectionRules.ts";
import type { JsonSchema } from "../shapes/shape.ts";
import { type ThemeContribution, TOKEN_CONTRACT, TOKEN_GROUPS, type TokenGroup } from "../manifest/theme.ts";
import { tokenFault } from "./tokenValue.ts";

const TOKEN_TYPES = new Set<unknown>(["string", "number", "integer"]);

function tokenIssues(name: string, schema: unknown, pointer: string): Issue[] {
  const type = valueAt(schema, ["type"]);
  if (!TOKEN_TYPES.has(type)) {
    return [{ pointer: `${pointer}/${name}/type`, found: describe(type), allowed: "string, number or integer" }];
  }
  const value = valueAt(schema, ["default"]);
  const fault =
    value === undefined
      ? { found: "nothing", allowed: "a default, because a theme must work without changes" }
      : tokenFault(value);
  return fault ? [{ pointer: `${pointer}/${name}/default`, ...fault }] : [];
}

function groupIssues(group: TokenGroup, schema: JsonSchema, pointer: string): Issue[] {
  const issues = schemaIssues(schema, pointer);
  if (issues.length > 0) return issues;
  const properties = (expandSchema(schema)["properties"] ?? {}) as JsonSchema;
  const missing = TOKEN_CONTRACT[group].filter((name) => !Object.hasOwn(properties, name));
  return [
    ...missing.map((name) => ({
      pointer: `${pointer}/properties/${name}`,
      found: "nothing",
      allowed: "a token with this name, because sections rely on it in every theme",
    })),
    ...Object.entries(properties).flatMap(([name, token]) => tokenIssues(name, token, `${pointer}/properties`)),
  ];
}

const tokenNames = ({ tokens }: ThemeContribution): Set<string> =>
  new Set(
    TOKEN_GROUPS.flatMap((group) => Object.keys((expandSchema(tokens[group])["properties"] ?? {}) as JsonSchema)),
  );

/** The first words of names are their part of the page, such as `menu` in `menu-size`. */
const partOf = (name: string): string => name.split("-", 1)[0] ?? "";

function settingIssue(name: string, value: unknown, known: readonly string[], tokens: ReadonlySet<string>) {
  if (!known.includes(name)) {
    const near = known.filter((one) => partOf(one) === partOf(name));
    return { found: quote(name), allowed: near.length > 0 ? `one of ${near.join(", ")}` : "the name of a setting" };
  }
  if (tokens.has(name))
    return { found: quote(name), allowed: "a setting that is no token: a token sets the setting of its name" };
  return tokenFault(value);
}

function settingIssues(theme: ThemeContribution, pointer: string): Issue[] {
  const { base, settings } = theme;
  if (settings === undefined) return [];
  if (base === undefined) return [{ pointer, found: "settings", allowed: "settings beside a base" }];
  const [known, tokens] = [BASE_SETTINGS[base], tokenNames(theme)];
  return Object.entries(settings).flatMap(([name, value]) => {
    const fault = settingIssue(name, value, known, tokens);
    return fault ? [{ pointer: pointer + encodePointer([name]), ...fault }] : [];
  });
}

export const themeIssues = (theme: ThemeContribution, pointer: string): Issue[] => [
  ...TOKEN_GROUPS.flatMap((group) => groupIssues(group, theme.tokens[group], `${pointer}/tokens/${group}`)),
  ...settingIssues(theme, `${pointer}/settings`),
];
