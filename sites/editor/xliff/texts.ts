/** The texts of a page that people translate: title and description, and every text that a section's schema has. */
import { expandSchema } from "../../../manifests/fields/fieldSchema.ts";
import { isReadersText } from "../../../manifests/fields/fieldTypes.ts";
import { isObject } from "../../../manifests/json/jsonObject.ts";
import { decodePointer, encodePointer } from "../../../manifests/refusals/pointer.ts";
import type { JsonSchema } from "../../../manifests/shapes/shape.ts";
import type { Page } from "../../../runtime/documents/content/content.ts";
import { shownSections } from "../../../runtime/documents/content/entry.ts";
import type { Section } from "../../../runtime/documents/content/section.ts";
import { eachSection } from "../../../runtime/documents/content/sectionWalk.ts";
import { isMarkdown } from "../canvas/page/schema.ts";

export interface UnitText {
  /** The id of the unit: it names the place, and is a name token of XML. */
  readonly id: string;
  /** The section. Null for the page's own members. */
  readonly section: string | null;
  /** JSON pointer into the fields, or into the page. */
  readonly pointer: string;
  readonly text: string;
  readonly isMarkdown: boolean;
  /** The titles of the fields on the way, for people. */
  readonly name: string;
}

/** The schemas of sections, of entries' values and of directives, by type. The type of a directive begins with a colon. */
export type Schemas = ReadonlyMap<string, JsonSchema>;

/** The texts of a page that are wanted. */
export interface TextsWanted {
  readonly isText: (schema: JsonSchema) => boolean;
  /** True for values that all languages share, too. They are written in the source alone. */
  readonly withShared: boolean;
}

const TRANSLATED: TextsWanted = { isText: isReadersText, withShared: false };

const MEMBERS = ["title", "description"] as const;

interface Typed {
  readonly type: string;
  readonly fields: JsonSchema;
}

export const textSchemas = (
  types: readonly Typed[],
  directives: readonly { readonly directive: string; readonly fields: JsonSchema }[] = [],
): Schemas =>
  new Map(
    [...types, ...directives.map(({ directive, fields }) => ({ type: `:${directive}`, fields }))].map(
      ({ type, fields }) => [type, expandSchema(fields)],
    ),
  );

/** True for a text of a directive that people read: its words, and values that its schema calls texts. */
export const readDirectiveText =
  (schemas: Schemas) =>
  (directive: string, value: string | null): boolean => {
    if (value === null) return true;
    const properties = schemas.get(`:${directive}`)?.["properties"];
    const schema = isObject(properties) && Object.hasOwn(properties, value) ? properties[value] : undefined;
    return isObject(schema) && isReadersText(schema);
  };

export type ReadDirectiveText = ReturnType<typeof readDirectiveText>;

export function textsOfPage(page: Page, schemas: Schemas): readonly UnitText[] {
  const members = MEMBERS.flatMap((name): UnitText[] => {
    const text = page[name] ?? "";
    const at = { section: null, pointer: encodePointer([name]) };
    return text === "" ? [] : [{ ...at, id: unitId(null, [name]), text, isMarkdown: false, name }];
  });
  const sections = [...eachSection(shownSections(page))].flatMap(({ section }) =>
    textsOfSection(section, schemas.get(section.type), TRANSLATED),
  );
  return [...members, ...sections];
}

/** The texts in the fields of a section. A section without a schema has none. */
export const textsOfSection = (
  { id, fields }: Pick<Section, "id" | "fields">,
  schema: JsonSchema | undefined,
  wanted: TextsWanted,
): UnitText[] => (schema ? [...textsIn(schema, fields, { wanted, section: id, steps: [], titles: [] })] : []);

interface FieldPlace {
  readonly wanted: TextsWanted;
  readonly section: string;
  readonly steps: readonly string[];
  readonly titles: readonly string[];
}

function* textsIn(schema: JsonSchema, value: unknown, at: FieldPlace): Generator<UnitText> {
  if (typeof value === "string") yield* textAt(schema, value, at);
  else if (Array.isArray(value)) yield* textsInList(schema["items"], value, at);
  else if (isObject(value)) yield* textsInGroup(schema["properties"], value, at);
}

function* textAt(schema: JsonSchema, text: string, place: FieldPlace): Generator<UnitText> {
  const { wanted, section, steps, titles } = place;
  if (text.trim() === "" || !wanted.isText(schema)) return;
  const at = { id: unitId(section, steps), section, pointer: encodePointer(steps), name: titles.join(" › ") };
  yield { ...at, text, isMarkdown: isMarkdown(schema) };
}

function* textsInList(items: unknown, value: readonly unknown[], at: FieldPlace): Generator<UnitText> {
  if (!isObject(items)) return;
  for (const [index, item] of value.entries()) yield* textsIn(items, item, stepped(at, String(index), `${index + 1}.`));
}

function* textsInGroup(properties: unknown, value: JsonSchema, at: FieldPlace): Generator<UnitText> {
  if (!isObject(properties)) return;
  for (const [name, child] of Object.entries(properties)) {
    if (!isObject(child) || (child["shared"] === true && !at.wanted.withShared) || !Object.hasOwn(value, name))
      continue;
    yield* textsIn(child, value[name], stepped(at, name, String(child["title"] ?? name)));
  }
}

const stepped = ({ steps, titles, ...place }: FieldPlace, step: string, title: string): FieldPlace => ({
  ...place,
  steps: [...steps, step],
  titles: [...titles, title],
});

/** Letters, digits and hyphens stay; every other character is written as `_` with its number and `_` again. */
const token = (step: string): string =>
  step.replaceAll(/[^A-Za-z0-9-]/g, (sign) => `_${sign.codePointAt(0)?.toString(16)}_`);

const unitId = (section: string | null, steps: readonly string[]): string =>
  [section === null ? "page" : `section.${token(section)}`, ...steps.map(token)].join(".");

/** The id at a pointer of a comparison, which leads through the fields of a section. */
export const unitIdAt = (section: string | null, pointer: string): string =>
  unitId(section, decodePointer(section === null ? pointer : pointer.replace(/^\/fields(?=\/|$)/, "")));
