/** Names sections by their content, because a page may have several of one type. */
import type { Section } from "../../../../runtime/documents/content.ts";
import type { SectionType } from "../../api/views.ts";
import { isText, membersOf } from "./schema.ts";

const NAME_MAX_CHARS = 60;

/** The beginning of a text, without Markdown characters. */
function shortened(text: string): string {
  const line = text
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll(/[#*_>`~|\\]+/g, " ")
    .replaceAll(/\s+/g, " ")
    .trim();
  return line.length > NAME_MAX_CHARS ? `${line.slice(0, NAME_MAX_CHARS - 1).trimEnd()}…` : line;
}

/** Fields with these names come first, before a kicker or a note. */
const HEADINGS = ["title", "heading", "headline", "name"];
const isLater = (name: string): number => (HEADINGS.includes(name) ? 0 : 1);

/** The heading of the section, or its first text; undefined while it has none. */
export function contentName({ fields }: Pick<Section, "fields">, type: SectionType | undefined): string | undefined {
  const names = type ? membersOf(type.fields).flatMap(([name, schema]) => (isText(schema) ? [name] : [])) : [];
  const texts = names
    .toSorted((one, other) => isLater(one) - isLater(other))
    .map((name) => fields[name])
    .filter((value): value is string => typeof value === "string");
  return texts.map(shortened).find((text) => text !== "");
}

export const typeName = (type: string, known: SectionType | undefined): string =>
  known?.title ?? type.slice(type.indexOf("/") + 1);

export const sectionName = (section: Section, type: SectionType | undefined): string =>
  contentName(section, type) ?? typeName(section.type, type);
