/**
 * Selects exactly those values of a page or file that an action's declaration names. Values of removed fields, and
 * sections of inactive plugins, are never passed on.
 */
import { expandSchema } from "../../manifests/fields/fieldSchema.ts";
import { EVERY_FIELD, type ActionTargets, type SectionTarget } from "../../manifests/manifest/action.ts";
import type { DrawnType } from "../../manifests/manifest/contentType.ts";
import type { JsonSchema } from "../../manifests/shapes/shape.ts";
import type { Page } from "../documents/content/content.ts";
import type { Section } from "../documents/content/section.ts";
import { shownSections } from "../documents/content/entry.ts";
import { eachSection } from "../documents/content/sectionWalk.ts";
import type { MediaView } from "../media/views.ts";

/** The declared type of a section. Undefined while its plugin is inactive. */
export type TypeOf = (type: string) => DrawnType | undefined;

type Values = Readonly<Record<string, unknown>>;

const propertiesOf = ({ fields }: DrawnType): Readonly<Record<string, JsonSchema>> =>
  (expandSchema(fields)["properties"] ?? {}) as Record<string, JsonSchema>;

const isNamed = (names: readonly string[], name: string): boolean =>
  names.includes(EVERY_FIELD) || names.includes(name);

/** The existing values whose names are wanted. */
const picked = (values: Values, isWanted: (name: string) => boolean): Values =>
  Object.fromEntries(Object.entries(values).filter(([name]) => isWanted(name)));

export const isForType = ({ types }: SectionTarget, type: string): boolean => types?.includes(type) ?? true;

/** Tells whether an action may propose a value for this field of a section. */
export const mayPropose = (target: SectionTarget, type: DrawnType, field: string): boolean =>
  isNamed(target.proposes, field) && Object.hasOwn(propertiesOf(type), field);

export interface HandedSection {
  readonly id: string;
  readonly type: string;
  readonly fields: Values;
  /** The schemas of the fields that the action gets or may propose. */
  readonly schema: Values;
}

export function handedSection(target: SectionTarget, section: Section, type: DrawnType): HandedSection {
  const known = propertiesOf(type);
  return {
    id: section.id,
    type: section.type,
    fields: picked(section.fields, (name) => isNamed(target.reads, name) && Object.hasOwn(known, name)),
    schema: picked(known, (name) => isNamed(target.reads, name) || isNamed(target.proposes, name)),
  };
}

/** The sections of a page that an action may see, in the order of the page. */
export const sectionsFor = (target: SectionTarget, page: Page, typeOf: TypeOf): (readonly [Section, DrawnType])[] =>
  [...eachSection(shownSections(page))].flatMap(({ section }) => {
    const type = isForType(target, section.type) ? typeOf(section.type) : undefined;
    return type ? [[section, type] as const] : [];
  });

export interface HandedPage extends Values {
  readonly sections: readonly HandedSection[];
}

export const handedPage = (target: NonNullable<ActionTargets["page"]>, page: Page, typeOf: TypeOf): HandedPage => ({
  ...picked(page as unknown as Values, (name) => target.reads.some((read) => read === name)),
  sections: target.sections
    ? sectionsFor(target.sections, page, typeOf).map(([section, type]) =>
        handedSection(target.sections as SectionTarget, section, type),
      )
    : [],
});

type PictureTarget = NonNullable<ActionTargets["picture"]>;

const PICTURE: Readonly<Record<Exclude<PictureTarget["reads"][number], "bytes">, (file: MediaView) => Values>> = {
  alt: ({ alt }) => ({ alt }),
  focal: ({ focal }) => ({ focal }),
  name: ({ name }) => ({ name }),
  size: ({ type, width, height }) => ({ type, width, height }),
};

export const handedPicture = ({ reads }: PictureTarget, file: MediaView): Values =>
  Object.assign({}, ...reads.map((read) => (read === "bytes" ? {} : PICTURE[read](file)))) as Values;
