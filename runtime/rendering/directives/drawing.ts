/** Draws the directives of one page by the templates of their plugins. */
import { DIRECTIVE_PLUGINS_PAGE_MAX, DIRECTIVES_PAGE_MAX } from "../../../manifests/bounds/fields.ts";
import { SECTION_MAX_STEPS, SECTION_MAX_WORK_CHARS } from "../../../manifests/bounds/templates.ts";
import { expandSchema } from "../../../manifests/fields/fieldSchema.ts";
import { validateFields, withDefaults } from "../../../manifests/fields/fields.ts";
import { writtenAs } from "../../../manifests/manifest/directive.ts";
import type { Result } from "../../../manifests/result.ts";
import type { JsonSchema } from "../../../manifests/shapes/shape.ts";
import type { ActivePlugin } from "../../contributions/installed.ts";
import type { Contributions, DirectiveEntry } from "../../contributions/points.ts";
import { pluginRoutePath } from "../../contributions/routePath.ts";
import { Budget } from "../../templates/budget.ts";
import { DIALECTS, type Dialect } from "../../templates/dialect.ts";
import type { DrawnDirective, WrittenDirective } from "../../templates/markdownWriter.ts";
import { safeHtml } from "../../templates/safe.ts";
import type { Surroundings } from "../../templates/surroundings.ts";
import { directivesAsMarkdown } from "./asMarkdown.ts";

type Values = Readonly<Record<string, unknown>>;

/** The choices of a value: numbers are choices, too. */
const choicesOf = ({ enum: choices, oneOf }: JsonSchema): readonly unknown[] => {
  if (Array.isArray(choices)) return choices;
  return Array.isArray(oneOf) ? oneOf.map((choice: JsonSchema) => choice["const"]) : [];
};

/** The value that a text stands for. A text that is no number or choice stays, so that the schema refuses it. */
function typed(text: string, schema: JsonSchema = {}): unknown {
  const { type } = schema;
  const choice = choicesOf(schema).find((one) => String(one) === text);
  if (choice !== undefined) return choice;
  if (type === "boolean" && (text === "true" || text === "false")) return text === "true";
  return (type === "number" || type === "integer") && /^-?\d{1,15}(?:\.\d{1,15})?$/.test(text) ? Number(text) : text;
}

/** The values of a directive with defaults. Undefined if they do not fit its schema. */
function fieldsOf(fields: JsonSchema, values: Readonly<Record<string, string>>): Values | undefined {
  const properties = (expandSchema(fields)["properties"] ?? {}) as Readonly<Record<string, JsonSchema>>;
  const given = Object.fromEntries(
    Object.entries(values).map(([name, text]) => [
      name,
      typed(text, Object.hasOwn(properties, name) ? properties[name] : undefined),
    ]),
  );
  return validateFields(fields, given).length === 0 ? withDefaults(fields, given) : undefined;
}

/** Elements that may stand in a line. Any other would end the paragraph around a mark. */
const IN_LINES: ReadonlySet<string> = new Set(
  (
    "a abbr b bdi bdo br cite code data dfn em i img kbd mark q s samp small span strong sub sup time u var wbr " +
    "svg g path circle ellipse line polygon polyline rect title desc defs use text tspan"
  ).split(" "),
);

/** Elements that would read or change what other parts of the page are. */
const REFUSED = /<\/?form\b/i;
const FRAME = /<\/?iframe\b/i;

const standsInLines = (html: string): boolean =>
  [...html.matchAll(/<\/?([a-z][a-z0-9-]*)/gi)].every(([, name = ""]) => IN_LINES.has(name.toLowerCase()));

const ID = /\sid="([^"]*)"/g;

/** Tells whether each id of a text is once in its drawing, so that links lead to it. */
function keepsIds(inside: string, drawn: string): boolean {
  if (!inside.includes(' id="')) return true;
  const found = new Map<string, number>();
  for (const [, id = ""] of drawn.matchAll(ID)) found.set(id, (found.get(id) ?? 0) + 1);
  return [...inside.matchAll(ID)].every(([, id = ""]) => found.get(id) === 1);
}

export interface DirectiveParts {
  readonly contributions: Pick<Contributions, "inline">;
  readonly templates: {
    render(
      plugin: ActivePlugin,
      file: string,
      dialect: Dialect,
      scope: Values,
      around: Surroundings,
      budget: Budget,
    ): Result<string, string>;
  };
  /** The values that templates see beside those of the directive. */
  readonly scope: Values;
  readonly around: Surroundings;
}

/** The directives of one page share one budget and one count, so that a text of many costs no more than a section. */
export class Directives {
  readonly #parts: DirectiveParts;
  readonly #budget = new Budget(SECTION_MAX_STEPS, SECTION_MAX_WORK_CHARS);
  readonly #plugins = new Set<string>();
  readonly #frames = new Set<string>();
  #left = DIRECTIVES_PAGE_MAX;

  constructor(parts: DirectiveParts) {
    this.#parts = parts;
  }

  /** The plugins of the directives that the page has, drawn or not. */
  get plugins(): ReadonlySet<string> {
    return this.#plugins;
  }

  /** The origins that drawn directives embed. */
  get frames(): ReadonlySet<string> {
    return this.#frames;
  }

  html(directive: WrittenDirective, inside: string, level: number): DrawnDirective | undefined {
    if (this.#plugins.size < DIRECTIVE_PLUGINS_PAGE_MAX)
      this.#plugins.add(directive.name.slice(0, directive.name.indexOf("/")));
    const text = this.#draw(directive, "html", safeHtml(inside), level);
    if (text === undefined || REFUSED.test(text) || !keepsIds(inside, text)) return undefined;
    if (FRAME.test(text) && !this.#embeds(directive)) return undefined;
    const { name, as } = directive;
    if (as === "block") return { html: `<div data-inline="${name}">\n${text.trim()}\n</div>\n`, isNote: false };
    if (!standsInLines(text)) return undefined;
    const isNote = this.#parts.contributions.inline.get(name)?.item.as === "note";
    return { html: `<span data-inline="${name}">${text.trim()}</span>`, isNote };
  }

  /** Adds the origins that a block embeds. False if it declares none. */
  #embeds({ name }: WrittenDirective): boolean {
    const { frames = [] } = this.#parts.contributions.inline.get(name)?.item ?? {};
    for (const origin of frames) this.#frames.add(origin);
    return frames.length > 0;
  }

  /** A Markdown text in which each directive is written as its plugin says. */
  inText(text: string): string {
    return directivesAsMarkdown(text, (directive, inside) => this.#markdown(directive, inside));
  }

  #markdown(directive: WrittenDirective, inside: string): string | undefined {
    const text = this.#draw(directive, "markdown", inside)?.trim();
    return directive.as === "mark" ? text?.replaceAll(/\s*\n\s*/g, " ") : text;
  }

  /** Undefined if no active plugin has the directive, its values do not fit, or its template failed. */
  #draw({ name, as, values }: WrittenDirective, form: "html" | "markdown", content: unknown, level = 2) {
    if (this.#left === 0) return undefined;
    const entry = this.#parts.contributions.inline.get(name);
    if (!entry || writtenAs(entry.item.as) !== as) return undefined;
    const fields = fieldsOf(entry.item.fields, values);
    if (!fields) return undefined;
    this.#left -= 1;
    const outcome = this.#parts.templates.render(
      entry.plugin,
      form === "html" ? entry.item.template : entry.item.markdown,
      form === "html" ? DIALECTS.section : DIALECTS.plain,
      { ...this.#parts.scope, fields, content },
      this.#surroundings(entry, level),
      this.#budget,
    );
    return outcome.ok ? outcome.value : undefined;
  }

  /** A template draws no directives in texts of its own, or one could draw itself without end. */
  #surroundings({ plugin }: DirectiveEntry, level: number): Surroundings {
    const { directives: _directives, ...around } = this.#parts.around;
    return { ...around, level, routeOf: (route) => pluginRoutePath(plugin, route) };
  }
}
