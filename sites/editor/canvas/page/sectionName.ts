/** Names sections by their content, because a page may have several of one type. */
import { signal, type Signal } from "@preact/signals";
import type { Section } from "../../../../runtime/documents/content/section.ts";
import type { SectionType } from "../../api/views.ts";
import { isReadersText } from "../../../../manifests/fields/fieldTypes.ts";
import { isMarkdown, membersOf } from "./schema.ts";

const NAME_MAX_CHARS = 60;

/** A part that a plugin draws. Its words stand in the text, and its name and values do not. */
const DIRECTIVE =
  /(?<!:):{1,9}[ \t]{0,3}[a-z0-9-]+(?:\.[a-z0-9-]+)+\/[a-z][a-z0-9-]*(?:\[((?:[^[\]\\\n]|\\.|\[[^[\]\n]*\])*)\])?(?:\{[^}\n]*\})?|^:::+$/gm;

const withoutMarkdown = (text: string): string =>
  text
    .replaceAll(DIRECTIVE, "$1")
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll(/[#*_>`~|\\]+/g, " ");

function shortened(text: string): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  return line.length > NAME_MAX_CHARS ? `${line.slice(0, NAME_MAX_CHARS - 1).trimEnd()}…` : line;
}

/** Fields with these names come first, before a kicker or a note. */
const HEADINGS = ["title", "heading", "headline", "name"];
const isLater = (name: string): number => (HEADINGS.includes(name) ? 0 : 1);

/** The heading of the section, or its first text; undefined while it has none. */
export function contentName({ fields }: Pick<Section, "fields">, type: SectionType | undefined): string | undefined {
  const texts = (type ? membersOf(type.fields) : [])
    .filter(([, schema]) => isReadersText(schema))
    .toSorted(([one], [other]) => isLater(one) - isLater(other))
    .map(([name, schema]) => {
      const value = fields[name];
      return typeof value !== "string" ? "" : isMarkdown(schema) ? withoutMarkdown(value) : value;
    });
  return texts.map(shortened).find((text) => text !== "");
}

export const typeName = (type: string, known: SectionType | undefined): string =>
  known?.title ?? type.slice(type.indexOf("/") + 1);

/** The titles of the entries that sections show, by id, as far as the browser has read them. */
export const entryTitles: Signal<Readonly<Record<string, string>>> = signal({});

export const sectionName = (section: Section, type: SectionType | undefined): string =>
  contentName(section, type) ??
  entryTitles.value[String(section.fields[type?.places?.field ?? ""])] ??
  typeName(section.type, type);
