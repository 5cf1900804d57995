/** Shortcodes of WordPress as HTML. One that nobody knows becomes a mark, never nothing. */
import { replace } from "@wordpress/shortcode";
import { filmAt } from "../../html/films.ts";
import type { Marks } from "../../html/marks.ts";
import { type ImportRow, madeByRow } from "../../tree/imports.ts";

export interface PostPicture {
  readonly url: string;
  readonly alt: string;
  readonly caption: string;
}

export interface Attachments {
  byId(id: string): PostPicture | undefined;
  /** The pictures that were uploaded to the post. */
  readonly own: readonly PostPicture[];
}

interface Written {
  readonly attrs: { readonly named: Readonly<Record<string, string | undefined>>; readonly numeric: readonly string[] };
  readonly content?: string | undefined;
  readonly text: string;
}

interface Making {
  readonly marks: Marks;
  readonly attachments: Attachments;
  readonly lost: Set<string>;
}

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

const linkTo = (address: string, text = address): string => `<p><a href="${escaped(address)}">${escaped(text)}</a></p>`;

/** A film as a section, any other address as a link. */
function embedded(address: string, { marks }: Making): string {
  const part = filmAt(address);
  return part ? `\n\n${marks.mark(part)}\n\n` : linkTo(address);
}

const figure = ({ url, alt, caption }: PostPicture): string =>
  `<figure><img src="${escaped(url)}" alt="${escaped(alt)}">${caption === "" ? "" : `<figcaption>${caption}</figcaption>`}</figure>`;

function gallery({ attrs: { named } }: Written, { attachments, lost }: Making): string {
  const ids = named["ids"] ?? named["include"];
  const found = ids === undefined ? attachments.own : ids.split(/[\s,]+/).flatMap((id) => attachments.byId(id) ?? []);
  lost.add("shortcode gallery, of which the pictures stay and the columns do not");
  return found.map(figure).join("\n");
}

const SOUNDS = ["src", "mp3", "m4a", "ogg", "wav", "wma", "mp4", "m4v", "webm", "ogv", "flv"];

function media(written: Written, making: Making): string {
  const { named, numeric } = written.attrs;
  const address = SOUNDS.map((name) => named[name]).find((one) => one !== undefined) ?? numeric[0] ?? "";
  making.lost.add("shortcode audio or video, of which a link stays");
  return address === "" ? "" : embedded(address, making);
}

/** The shortcodes of WordPress itself. */
const KNOWN: Readonly<Record<string, (written: Written, making: Making) => string>> = {
  caption: ({ content = "", attrs: { named } }) => {
    const [, picture = "", text = ""] = /^\s*((?:<a\b[^>]*>)?\s*<img[^>]*>\s*(?:<\/a>)?)([^]*)$/i.exec(content) ?? [];
    const caption = text.trim() || (named["caption"] ?? "");
    return picture === "" ? content : `<figure>${picture}<figcaption>${caption}</figcaption></figure>`;
  },
  gallery,
  audio: media,
  video: media,
  embed: ({ content = "", attrs: { named } }, making) => embedded(content.trim() || (named["src"] ?? ""), making),
  youtube: ({ content, attrs: { numeric } }, making) =>
    embedded(content ?? numeric[0]?.replace(/^=/, "") ?? "", making),
  vimeo: ({ content, attrs: { numeric } }, making) =>
    embedded(`https://vimeo.com/${content ?? numeric[0] ?? ""}`, making),
};
const ALIASES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    wp_caption: "caption",
  }),
);

/** Words in brackets that are a shortcode, and no remark of an author: they have values, or an end. */
const LIKELY = /\[([a-zA-Z][\w-]*)(?:\s+[\w-]+=(?:["'\d]|&quot;)[^\]]*|\s*\/)?\]/g;

function namesIn(text: string): string[] {
  const found = [...text.matchAll(LIKELY)].filter(
    ([whole, name = ""]) =>
      Object.hasOwn(KNOWN, ALIASES.get(name) ?? name) || /[=/]/.test(whole) || text.includes(`[/${name}]`),
  );
  return [...new Set(found.map(([, name = ""]) => name))];
}

export function htmlOfShortcodes(
  text: string,
  marks: Marks,
  rows: readonly ImportRow[],
  attachments: Attachments,
): { readonly html: string; readonly lost: readonly string[] } {
  const making: Making = { marks, attachments, lost: new Set() };
  let html = text;
  for (const name of namesIn(text)) {
    const alias = ALIASES.get(name) ?? name;
    const known = Object.hasOwn(KNOWN, alias) ? KNOWN[alias] : undefined;
    html = replace(name, html, ({ attrs, content }) => {
      const written: Written = { attrs: attrs as Written["attrs"], content, text: "" };
      return byRow(name, written, rows, marks) ?? known?.(written, making) ?? unknown(name, written, making);
    });
  }
  return { html, lost: [...making.lost] };
}

function byRow(
  name: string,
  { attrs, content }: Written,
  rows: readonly ImportRow[],
  marks: Marks,
): string | undefined {
  const row = rows.find((one) => one.name === name);
  const numbered = Object.fromEntries(attrs.numeric.map((value, index) => [String(index), value]));
  const named = Object.fromEntries(Object.entries(attrs.named).map(([key, value]) => [key, value ?? ""]));
  const made = row && madeByRow(row, { ...numbered, ...named, ...(content === undefined ? {} : { content }) });
  if (!made) return undefined;
  return marks.mark("text" in made ? { kind: "text", markdown: made.text } : made.part);
}

/** The words inside a shortcode stay beside its mark. */
function unknown(name: string, { attrs, content }: Written, { marks, lost }: Making): string {
  lost.add(`shortcode ${name}, kept as it was written`);
  const values = [
    ...Object.entries(attrs.named).map(([key, value]) => `${key}="${value ?? ""}"`),
    ...attrs.numeric,
  ].join(" ");
  const mark = marks.mark({
    kind: "unknown",
    what: `shortcode ${name}`,
    text: `[${name}${values === "" ? "" : ` ${values}`}]`,
  });
  return `\n\n${mark}\n\n${content ?? ""}`;
}
