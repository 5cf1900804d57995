/** The one style sheet of a site, made of its theme's tokens, its theme and its sections. Same input, same text. */
import { expandSchema } from "../../manifests/fieldSchema.ts";
import { validateFields } from "../../manifests/fields.ts";
import type { StyleScope } from "../../manifests/css/check.ts";
import type { PackedPlugin } from "../../manifests/packedPlugin.ts";
import type { JsonSchema } from "../../manifests/shape.ts";
import { TOKEN_GROUPS } from "../../manifests/theme.ts";
import type { TokenGroup } from "../../manifests/theme.ts";
import { checkStyle } from "../../manifests/templateCheck.ts";
import type { Theme } from "../content.ts";
import type { Contributions, SectionEntry, ThemeEntry } from "../plugins/points.ts";
import { scopedCss, tokenDeclaration } from "./css.ts";
import { FOCAL_CSS } from "./focal.ts";
import { PLAIN_CSS, PLAIN_TOKENS } from "./plainTheme.ts";

export type Tokens = Readonly<Record<TokenGroup, Readonly<Record<string, unknown>>>>;

/**
 * What the kernel's own markup needs. Its layer comes first, so whatever a theme says wins, but for what is
 * important: there the first layer wins. A section is contained whatever its sheet says; the small margin leaves
 * room for the outline of what has the focus.
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
}
`;

/** The tokens of a theme with the owner's changes. A change the theme's schema refuses leaves the default. */
export function tokensOf(entry: ThemeEntry | undefined, theme: Theme): Tokens {
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

/** Tokens as custom properties. The scheme is the visitor's unless the site has chosen one. */
function tokenCss({ base, light, dark }: Tokens): string {
  const inDark = `color-scheme:dark;${declarations(dark)}`;
  return (
    `:root{color-scheme:light;${declarations(base)}${declarations(light)}}\n` +
    `@media (prefers-color-scheme:dark){:root:not([data-scheme="light"]){${inDark}}}\n` +
    `:root[data-scheme="dark"]{${inDark}}\n`
  );
}

/** What the sheets of a package came to. Reading them is most of the cost of a stylesheet, and packages never change. */
const readSheets = new WeakMap<PackedPlugin, Map<string, string>>();

/** One stray brace would end the scope a section is kept in, so a sheet is read again before it is put there. */
function usable(plugin: PackedPlugin, path: string, section?: string): string {
  const sheets = readSheets.get(plugin) ?? new Map<string, string>();
  readSheets.set(plugin, sheets);
  const key = `${section ?? ""} ${path}`;
  const sheet = sheets.get(key) ?? placed(plugin.files[path], section);
  sheets.set(key, sheet);
  return sheet;
}

function placed(css: string | undefined, section: string | undefined): string {
  const sheet = sound(css, section === undefined ? "theme" : "section");
  return section === undefined || sheet === "" ? sheet : scopedCss(section, sheet);
}

const sound = (css: string | undefined, scope: StyleScope): string =>
  css !== undefined && checkStyle({ text: css, pointer: "" }, scope).length === 0 ? css : "";

const themeCss = (entry: ThemeEntry | undefined): string =>
  entry ? usable(entry.plugin.plugin, entry.item.css) : PLAIN_CSS;

const sectionCss = ({ qualified, item, plugin }: SectionEntry): string =>
  item.css === undefined ? "" : usable(plugin.plugin, item.css, qualified);

export function stylesheetOf(contributions: Contributions, theme: Theme): string {
  const entry = contributions.themes.get(theme.theme);
  const sections = [...contributions.sections.values()].toSorted((a, b) => (a.qualified < b.qualified ? -1 : 1));
  return [KERNEL_CSS, tokenCss(tokensOf(entry, theme)), themeCss(entry), ...sections.map(sectionCss)].join("");
}
