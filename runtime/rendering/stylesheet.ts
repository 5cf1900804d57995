/**
 * Builds a site's single style sheet from the theme's tokens, the theme and the sections. The same input gives the same
 * text.
 */
import { expandSchema } from "../../manifests/fields/fieldSchema.ts";
import { validateFields } from "../../manifests/fields/fields.ts";
import type { StyleScope } from "../../manifests/css/check.ts";
import type { PackedPlugin } from "../../manifests/packages/packedPlugin.ts";
import type { JsonSchema } from "../../manifests/shapes/shape.ts";
import { TOKEN_GROUPS, type TokenGroup } from "../../manifests/manifest/theme.ts";
import { checkStyle } from "../../manifests/templates/templateCheck.ts";
import type { Theme } from "../documents/content/content.ts";
import type { Contributions, DirectiveEntry, SectionEntry, ThemeEntry } from "../contributions/points.ts";
import { CODE_CSS } from "./code/codeCss.ts";
import { MATHS_CSS } from "./maths/mathsCss.ts";
import { controlsCss, type DrawnPart, scopedCss, tokenDeclaration } from "./css/css.ts";
import { FOCAL_CSS } from "../templates/focal.ts";
import { withAssets } from "./ownParts.ts";
import { PLAIN_CSS, PLAIN_TOKENS } from "./css/plainTheme.ts";
import { onBase } from "./css/themeBase.ts";

export type Tokens = Readonly<Record<TokenGroup, Readonly<Record<string, unknown>>>>;

/**
 * Styles for the kernel's own markup. Its layer is the first, so every rule of a theme wins, except over `!important`,
 * where the first layer wins. So no sheet can remove the containment of a section. The small margin leaves room for the
 * focus outline.
 */
const KERNEL_CSS = `@layer kernel {
[data-section]{contain:layout style paint!important;overflow-clip-margin:.25rem!important;anchor-scope:all!important}
img,video,iframe{max-width:100%}
img{height:auto}
.table-scroll{overflow-x:auto}
.form-field{margin-block:1rem}
.form-field>label{display:block}
.form-field input:not([type=checkbox],[type=radio]),.form-field textarea,.form-field select{box-sizing:border-box;max-width:100%;font:inherit}
.form-trap{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
.align-left{text-align:left}
.align-center{text-align:center}
.align-right{text-align:right}
${FOCAL_CSS}
${CODE_CSS}
${MATHS_CSS}
}
`;

/** The theme's tokens with the owner's changes. A change that the schema refuses is ignored. */
export function themeTokens(entry: ThemeEntry | undefined, theme: Theme): Tokens {
  const groups = TOKEN_GROUPS.map((group) => [
    group,
    groupTokens(entry?.item.tokens[group], group, theme.tokens[group]),
  ]);
  return Object.fromEntries(groups) as Tokens;
}

function groupTokens(
  schema: JsonSchema | undefined,
  group: TokenGroup,
  changes: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> {
  if (!schema) return { ...PLAIN_TOKENS[group] };
  const properties = expandSchema(schema)["properties"] as Readonly<Record<string, JsonSchema>> | undefined;
  const tokens = Object.entries(properties ?? {}).map(([name, property]) => [
    name,
    tokenValue(schema, name, property, changes),
  ]);
  return Object.fromEntries(tokens);
}

function tokenValue(
  schema: JsonSchema,
  name: string,
  property: JsonSchema,
  changes: Readonly<Record<string, unknown>>,
): unknown {
  if (!Object.hasOwn(changes, name)) return property["default"];
  const value = changes[name];
  const refused = validateFields(schema, { [name]: value }).some(({ pointer }) => pointer === `/${name}`);
  return refused || tokenDeclaration(name, value) === undefined ? property["default"] : value;
}

const declarations = (tokens: Readonly<Record<string, unknown>>): string =>
  Object.entries(tokens)
    .map(([name, value]) => tokenDeclaration(name, value) ?? "")
    .join("");

/** Writes tokens as custom properties. The visitor's colour scheme applies unless the site has chosen one. */
function tokenCss({ base, light, dark }: Tokens): string {
  const inDark = `color-scheme:dark;${declarations(dark)}`;
  return (
    `:root{color-scheme:light;${declarations(base)}${declarations(light)}}\n` +
    `@media (prefers-color-scheme:dark){:root:not([data-scheme="light"]){${inDark}}}\n` +
    `:root[data-scheme="dark"]{${inDark}}\n`
  );
}

/** Cached checked style sheets of each package. The check is most of the cost, and packages never change. */
const readSheets = new WeakMap<PackedPlugin, Map<string, string>>();

/** Checks a style sheet again before use, because one stray brace would end the section's scope. */
function usable(plugin: PackedPlugin, path: string, part?: StyledPart): string {
  const sheets = readSheets.get(plugin) ?? new Map<string, string>();
  readSheets.set(plugin, sheets);
  const key = `${part?.as ?? ""} ${part?.type ?? ""} ${path}`;
  const sheet = sheets.get(key) ?? withAssets(placed(plugin.files[path], part), plugin);
  sheets.set(key, sheet);
  return sheet;
}

/** The part of pages that a style sheet is for. Absent for a theme's. */
interface StyledPart {
  readonly as: DrawnPart;
  readonly type: string;
}

function placed(css: string | undefined, part: StyledPart | undefined): string {
  const sheet = sound(css, part ? "section" : "theme");
  return !part || sheet === "" ? sheet : scopedCss(part.as, part.type, sheet);
}

const sound = (css: string | undefined, scope: StyleScope): string =>
  css !== undefined && checkStyle({ text: css, pointer: "" }, scope).length === 0 ? css : "";

function themeCss(entry: ThemeEntry | undefined, tokens: Tokens): string {
  if (!entry) return PLAIN_CSS;
  const { item, plugin } = entry;
  const css = usable(plugin.plugin, item.css);
  const { base } = item;
  if (base === undefined) return css;
  return onBase({ ...item, base }, css, (name) => TOKEN_GROUPS.some((group) => Object.hasOwn(tokens[group], name)));
}

const partCss = (as: DrawnPart, { qualified, item, plugin }: SectionEntry | DirectiveEntry): string =>
  item.css === undefined ? "" : usable(plugin.plugin, item.css, { as, type: qualified });

/** Contains directives like sections. A mark keeps its base line, which containment of layout would take. */
const DIRECTIVES_CSS = `@layer kernel {
[data-inline]{contain:layout style paint!important;overflow-clip-margin:.25rem!important;anchor-scope:all!important}
span[data-inline]{contain:style paint!important;display:inline-block!important;position:relative!important;max-width:100%}
}
`;

/** The style sheets of directives. Nothing on a site without any. */
function directivesCss({ inline }: Contributions): string {
  const all = byName([...inline.values()]);
  return all.length === 0 ? "" : DIRECTIVES_CSS + all.map((one) => partCss("inline", one)).join("");
}

const byName = <T extends { readonly qualified: string }>(all: readonly T[]): T[] =>
  all.toSorted((a, b) => (a.qualified < b.qualified ? -1 : 1));

export function stylesheetOf(contributions: Contributions, theme: Theme): string {
  const entry = contributions.themes.get(theme.theme);
  const sections = byName([...contributions.sections.values()]);
  const tokens = themeTokens(entry, theme);
  const controls = controlsCss(sections.map(({ qualified, item }) => ({ ...item, type: qualified })));
  return [
    KERNEL_CSS,
    tokenCss(tokens),
    themeCss(entry, tokens),
    controls,
    ...sections.map((one) => partCss("section", one)),
    directivesCss(contributions),
  ].join("");
}

/**
 * A getter computes tokens only when a template reads them. Few templates do, and each computation costs a validation.
 */
export const themeScope = (entry: ThemeEntry | undefined, theme: Theme): Readonly<Record<string, unknown>> => ({
  name: theme.theme,
  scheme: theme.scheme,
  get tokens() {
    return themeTokens(entry, theme);
  },
});
