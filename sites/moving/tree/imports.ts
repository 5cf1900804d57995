/**
 * The table of shortcodes and blocks. A plugin adds rows. A row makes Markdown, or a section whose fields take values
 * of the source.
 */
import { expandSchema } from "../../../manifests/fields/fieldSchema.ts";
import { validateFields } from "../../../manifests/fields/fields.ts";
import type { JsonSchema } from "../../../manifests/shapes/shape.ts";
import type { PagePart } from "../tree/moved.ts";

/** The values of one shortcode or block. Values without a name are numbered from 0; `content` is what it encloses. */
export type GivenValues = Readonly<Record<string, string>>;

export interface ImportRow {
  readonly name: string;
  /** Markdown with `{name}` for each value. A line whose values are all missing is left out. */
  readonly markdown?: string;
  /** A section, whose fields may be `{name}`. With its schema, values get the kinds of their fields. */
  readonly section?: {
    readonly type: string;
    readonly fields: Readonly<Record<string, unknown>>;
    readonly schema?: JsonSchema;
  };
}

export type RowResult = { readonly text: string } | { readonly part: PagePart };

const HOLE = /\{([\w-]+)(?:\|([\w-]+))*\}/g;

/** Fills the holes of a text. `{a|b}` takes the first value that is there. Undefined if a text of holes has no value. */
function filled(text: string, given: GivenValues): string | undefined {
  let [holes, missing] = [0, 0];
  const done = text.replaceAll(HOLE, (hole) => {
    holes++;
    const value = hole
      .slice(1, -1)
      .split("|")
      .map((name) => given[name])
      .find((one) => one !== undefined && one !== "");
    if (value === undefined) missing++;
    return value ?? "";
  });
  return holes > 0 && holes === missing ? undefined : done;
}

/** The result of a row with values. Undefined if a section misses a value, or nothing is left. */
export function madeByRow(row: ImportRow, given: GivenValues): RowResult | undefined {
  if (row.markdown !== undefined) {
    const lines = row.markdown.split("\n").map((line) => filled(line, given));
    const text = lines.filter((line) => line !== undefined).join("\n");
    return text.trim() === "" ? undefined : { text };
  }
  if (!row.section) return undefined;
  const { type, schema } = row.section;
  if (schema) return sectionOf(type, row.section.fields, schema, given);
  const fields = Object.entries(row.section.fields).map(([name, value]): [string, unknown] => [
    name,
    typeof value === "string" ? filled(value, given) : value,
  ]);
  if (fields.some(([, value]) => value === undefined)) return undefined;
  const section: PagePart = { kind: "section", type, fields: Object.fromEntries(fields) };
  return { part: section };
}

/** A section of a plugin. Undefined if the plugin's own schema does not take the values, so that a mark shows them. */
function sectionOf(
  type: string,
  written: Readonly<Record<string, unknown>>,
  schema: JsonSchema,
  given: GivenValues,
): RowResult | undefined {
  const properties = (expandSchema(schema)["properties"] ?? {}) as Readonly<Record<string, JsonSchema>>;
  const fields = Object.fromEntries(
    Object.entries(written).flatMap(([name, value]): [string, unknown][] => {
      const put = typeof value === "string" ? filled(value, given) : value;
      if (put === undefined) return [];
      return [[name, typeof put === "string" ? ofKind(properties[name]?.["type"], put) : put]];
    }),
  );
  return validateFields(schema, fields).length > 0 ? undefined : { part: { kind: "section", type, fields } };
}

/** A text as a value of a field's kind. A text that is none stays one, and the schema refuses it. */
function ofKind(kind: unknown, text: string): unknown {
  if ((kind === "number" || kind === "integer") && /^-?\d{1,15}(?:\.\d{1,15})?$/.test(text)) return Number(text);
  if (kind === "boolean" && /^(?:true|false|yes|no|1|0)$/i.test(text)) return /^(?:true|yes|1)$/i.test(text);
  return text;
}

const FILM = (name: string, provider: string): ImportRow => ({
  name,
  section: { type: "drawbridge.embeds/video", fields: { provider, video: "{id|0}", name: "Film" } },
});

/** Shortcodes and tags of programs that make sites of Markdown. */
export const SHORTCODES: readonly ImportRow[] = [
  { name: "figure", markdown: "![{alt|caption|title}]({src|0})\n\n*{caption|title}*" },
  { name: "img", markdown: "![{alt|caption|title}]({src|0})\n\n*{caption|title}*" },
  { name: "image", markdown: "![{alt|caption|title}]({src|path|url|0})\n\n*{caption|title}*" },
  FILM("youtube", "youtube"),
  FILM("youtubeLite", "youtube"),
  FILM("vimeo", "vimeo"),
  { name: "highlight", markdown: "```{lang|0}\n{content}\n```" },
  { name: "gist", markdown: "[Gist {1}](https://gist.github.com/{0}/{1})" },
  { name: "tweet", markdown: "[Post](https://twitter.com/{user}/status/{id|0})" },
  { name: "quote", markdown: "> {content}" },
  { name: "blockquote", markdown: "> {content}" },
  { name: "raw", markdown: "{content}" },
  { name: "notice", markdown: "> {content}" },
  { name: "math", markdown: "$`{content}`$" },
  { name: "katex", markdown: "$`{content}`$" },
];
