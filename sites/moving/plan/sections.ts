/** The parts of a page as its sections. */
import { MARKDOWN_MAX_CHARS } from "../../../manifests/bounds/fields.ts";
import { PAGE_MAX_SECTIONS } from "../../../manifests/bounds/documents.ts";
import { countOf } from "../../../manifests/refusals/countOf.ts";
import { importMark } from "../../../runtime/editing/comparing/importMarks.ts";
import type { Section } from "../../../runtime/documents/content/section.ts";
import { endOf, parsed, startOf } from "../text/parsed.ts";
import type { PagePart } from "../tree/moved.ts";

export const TEXT_TYPE = "drawbridge.basics/rich-text";

/** Section types of which a page may have only some. Further ones become links. */
const MOST_OF: Readonly<Record<string, number>> = { "drawbridge.embeds/video": 6 };

/** Room for what the placing of files and pages adds to a text. */
const TEXT_CHARS = Math.floor(MARKDOWN_MAX_CHARS * 0.8);

export interface Sectioned {
  readonly sections: Section[];
  readonly lost: readonly string[];
}

export function pageSections(parts: readonly PagePart[], known: ReadonlySet<string>): Sectioned {
  const lost: string[] = [];
  const counts = new Map<string, number>();
  const plain = parts.map((part): PagePart => {
    if (part.kind !== "section") return part;
    const count = (counts.get(part.type) ?? 0) + 1;
    counts.set(part.type, count);
    if (known.has(part.type) && count <= (MOST_OF[part.type] ?? PAGE_MAX_SECTIONS)) return part;
    lost.push(
      known.has(part.type)
        ? `section ${part.type}, of which a page has ${count - 1} at most`
        : `section ${part.type}, whose plugin is not active`,
    );
    return linkInstead(part);
  });
  const texts = joined(plain).flatMap((part): (string | SectionPart)[] =>
    part.kind === "section" ? [part] : pieces(part.markdown),
  );
  const sections = texts.map((part, index): Section =>
    typeof part === "string"
      ? { id: `s${index + 1}`, type: TEXT_TYPE, fields: { body: part } }
      : { id: `s${index + 1}`, type: part.type, fields: { ...part.fields } },
  );
  if (sections.length > PAGE_MAX_SECTIONS)
    lost.push(`${countOf(sections.length - PAGE_MAX_SECTIONS, "section")} beyond ${PAGE_MAX_SECTIONS}`);
  return { sections: sections.slice(0, PAGE_MAX_SECTIONS), lost };
}

type Shown = Exclude<PagePart, { kind: "unknown" }>;
type SectionPart = Extract<PagePart, { kind: "section" }>;

/** Texts that follow each other as one. What nobody understands is shown with a mark. */
function joined(parts: readonly PagePart[]): Shown[] {
  const shown: Shown[] = [];
  for (const part of parts) {
    const one: Shown = part.kind === "unknown" ? { kind: "text", markdown: marked(part.what, part.text) } : part;
    const last = shown.at(-1);
    if (one.kind === "text" && last?.kind === "text")
      shown[shown.length - 1] = { kind: "text", markdown: `${last.markdown.trim()}\n\n${one.markdown.trim()}` };
    else shown.push(one);
  }
  return shown;
}

/** A visible mark: people see at once that something is to be done here. */
function marked(what: string, text: string): string {
  const ticks = "`".repeat(Math.max(3, ...[...text.matchAll(/`+/g)].map(([run]) => run.length + 1)));
  return `${importMark(what)}\n\n${ticks}\n${text.trim()}\n${ticks}`;
}

const linkInstead = ({ fields }: Extract<PagePart, { kind: "section" }>): PagePart => {
  const { provider, video } = fields;
  const address = provider === "vimeo" ? `https://vimeo.com/${String(video)}` : `https://youtu.be/${String(video)}`;
  return video === undefined
    ? { kind: "unknown", what: "section", text: JSON.stringify(fields) }
    : { kind: "text", markdown: `[Film](${address})` };
};

/** A long text in pieces that a section takes, cut between its blocks. Definitions of links go with each piece. */
function pieces(markdown: string): string[] {
  const text = markdown.trim();
  if (text === "") return [];
  if (text.length <= TEXT_CHARS) return [text];
  const { children } = parsed(text);
  const definitions = children
    .flatMap((node) => (node.type === "definition" ? [text.slice(startOf(node), endOf(node))] : []))
    .join("\n");
  const found: string[] = [];
  let from = 0;
  for (const node of children) {
    if (endOf(node) - from > TEXT_CHARS - definitions.length && startOf(node) > from) {
      found.push(text.slice(from, startOf(node)).trim());
      from = startOf(node);
    }
  }
  found.push(text.slice(from).trim());
  return found
    .filter((piece) => piece !== "")
    .map((piece) => (definitions === "" ? piece : `${piece}\n\n${definitions}`).slice(0, MARKDOWN_MAX_CHARS));
}
