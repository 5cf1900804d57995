/**
 * The table of shortcodes and blocks. A plugin adds rows. A row makes Markdown, or a section whose fields take values
 * of the source.
 */
import type { PagePart } from "../tree/moved.ts";

/** The values of one shortcode or block. Values without a name are numbered from 0; `content` is what it encloses. */
export type GivenValues = Readonly<Record<string, string>>;

export interface ImportRow {
  readonly name: string;
  /** Markdown with `{name}` for each value. A line whose values are all missing is left out. */
  readonly markdown?: string;
  /** A section, whose fields may be `{name}`. */
  readonly section?: { readonly type: string; readonly fields: Readonly<Record<string, unknown>> };
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
  const fields = Object.entries(row.section.fields).map(([name, value]): [string, unknown] => [
    name,
    typeof value === "string" ? filled(value, given) : value,
  ]);
  if (fields.some(([, value]) => value === undefined)) return undefined;
  const section: PagePart = { kind: "section", type: row.section.type, fields: Object.fromEntries(fields) };
  return { part: section };
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
];
