/** Plans what a replacement changes in a page. */
import { isOfType, isReadersText } from "../../../manifests/fields/fieldTypes.ts";
import { decodePointer, encodePointer } from "../../../manifests/refusals/pointer.ts";
import type { JsonSchema } from "../../../manifests/shapes/shape.ts";
import type { Page } from "../../../runtime/documents/content/content.ts";
import { shownSections } from "../../../runtime/documents/content/entry.ts";
import type { Section } from "../../../runtime/documents/content/section.ts";
import { eachSection } from "../../../runtime/documents/content/sectionWalk.ts";
import { type Schemas, readDirectiveText, textsOfSection } from "../xliff/texts.ts";
import { patternOf, type Wanted } from "./finding.ts";
import { memberTexts, withTexts } from "./memberTexts.ts";
import { type TextLeft, type PlannedTexts, planTexts, type TextChange } from "./plannedText.ts";

export interface StoredPage {
  readonly id: string;
  readonly version: number;
  readonly body: Page;
}

export interface PlannedTextsOfPage extends PlannedTexts {
  readonly stored: StoredPage;
}

/** Members of a page with texts for readers. */
const MEMBERS = ["title", "description", "author", "image"] as const;

const membersOf = (page: Page): Partial<Page> =>
  Object.fromEntries(MEMBERS.flatMap((name) => (page[name] === undefined ? [] : [[name, page[name]]])));

/** The changes of a page. Undefined if no text of it has the words. */
export function planPage(stored: StoredPage, schemas: Schemas, wanted: Wanted): PlannedTextsOfPage | undefined {
  const { body } = stored;
  const isText = (schema: JsonSchema): boolean =>
    isReadersText(schema) || (wanted.withAddresses && isOfType(schema, "drawbridge:link"));
  const sections = [...eachSection(shownSections(body))].map(({ section }) => section);
  const texts = [
    ...memberTexts(membersOf(body), wanted.withAddresses),
    ...sections.flatMap((section) => textsOfSection(section, schemas.get(section.type), { isText, withShared: true })),
  ];
  const { changes, kept } = planTexts(texts, wanted, readDirectiveText(schemas));
  const unknown = sections.filter(({ type }) => !schemas.has(type)).flatMap((section) => unknownTexts(section, wanted));
  const all = [...kept, ...unknown];
  return changes.length + all.length === 0 ? undefined : { stored, changes, kept: all };
}

/** Texts with the words in a section whose plugin is gone. Nobody knows which of them people read. */
function unknownTexts({ id, fields }: Section, wanted: Wanted): TextLeft[] {
  const pattern = patternOf(wanted);
  const texts = function* (value: unknown, steps: readonly string[]): Generator<TextLeft> {
    if (typeof value === "string") {
      if (value.search(pattern) !== -1)
        yield { section: id, pointer: encodePointer(steps), name: steps[0] ?? "", before: value, why: "unknown" };
    } else if (typeof value === "object" && value !== null)
      for (const [step, child] of Object.entries(value)) yield* texts(child, [...steps, step]);
  };
  return [...texts(fields, [])];
}

/** The item of a batch that makes some changes of a page. */
export function editOf({ id, version, body }: StoredPage, changes: readonly TextChange[]): object {
  const inMembers = changes.filter(({ section }) => section === null);
  const after = withTexts(membersOf(body), inMembers);
  const touched = new Set(inMembers.map(({ pointer }) => decodePointer(pointer)[0]));
  const members = Object.entries(after).filter(([name]) => touched.has(name));
  const sections = Map.groupBy(
    changes.filter(({ section }) => section !== null),
    ({ section }) => section,
  );
  const operations = [
    ...(members.length > 0 ? [{ op: "page", changes: Object.fromEntries(members) }] : []),
    ...[...sections].map(([section, texts]) => ({
      op: "set",
      section,
      fields: Object.fromEntries(texts.map((text) => [text.pointer, text.after])),
    })),
  ];
  return { do: "edit", page: id, expected: version, operations };
}
