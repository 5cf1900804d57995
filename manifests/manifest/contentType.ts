/**
 * A content type: the fields of its entries, their address, and what lists may use. An entry is a page with the type and
 * its values. The kernel draws the values as the first section of the page.
 */
import * as z from "zod/mini";
import { INDEX_MAX, PRESETS_MAX } from "../bounds/manifest.ts";
import { ADDRESS_SAYS, isEntryAddress } from "../shapes/entryAddress.ts";
import { ORDER_SAYS, orderShape, queriesOf } from "../shapes/query.ts";
import {
  descriptionOf,
  exactly,
  fieldNameShape,
  fileOf,
  jsonSchemaShape,
  labelShape,
  manyOf,
  nameField,
  nameShape,
  optional,
  qualifiedNameShape,
  titleField,
  titled,
  valuesShape,
} from "../shapes/shape.ts";
import { dividedOf } from "./pages.ts";
import { deprecatedShape, migrateShape, renamedShape } from "./migration.ts";
import type { SectionContribution } from "./section.ts";

const startSectionShape = exactly({
  type: titled(qualifiedNameShape, "Type", "The type of the section: <plugin id>/<name>."),
  variant: optional(nameShape, "Variant", "A variant of the section. Default: the first."),
  fields: titled(valuesShape, "Fields", "The values of the section's fields."),
});

export const contentTypeShape = exactly({
  name: nameField("content type"),
  title: titleField("content type"),
  plural: titled(labelShape, "Plural", "The name that people see for several entries, such as Events."),
  description: descriptionOf("content type"),
  address: optional(
    z.string().check(z.refine(isEntryAddress, ADDRESS_SAYS)),
    "Address",
    "The path of a new entry, such as /events/{slug}. Without it, entries have no page of their own.",
  ),
  order: optional(orderShape, "Order", `The order of lists that name no other. ${ORDER_SAYS}`),
  future: optional(
    z.boolean(),
    "Future",
    "True if lists show entries before their date, as those of events do. Other pages wait for their date.",
  ),
  fields: titled(jsonSchemaShape, "Fields", "JSON Schema of an entry's values."),
  index: optional(
    z.array(fieldNameShape).check(z.maxLength(INDEX_MAX)),
    "Index",
    "Names of the fields by which lists may filter and order entries. Lists get these values.",
  ),
  emptyAs: optional(
    z.record(fieldNameShape, fieldNameShape),
    "Empty as",
    "Indexed fields, each with the field whose value lists take while it is empty: the last day of an event is its first.",
  ),
  template: z.exactOptional(fileOf("Template", "Liquid template that draws the values above the page's sections.")),
  markdown: z.exactOptional(fileOf("Markdown", "Liquid template of the values as Markdown, for agents and search.")),
  css: z.exactOptional(fileOf("CSS", "Style sheet. It only applies to what the template draws.")),
  providesTitle: optional(z.boolean(), "Provides title", "True if the template shows the page's h1."),
  queries: queriesOf(),
  pages: dividedOf(),
  renamed: optional(renamedShape, "Renamed", "Earlier names of fields, each with its present name."),
  deprecated: optional(deprecatedShape, "Deprecated", "Deprecated fields, each with what to use instead."),
  migrate: optional(migrateShape, "Migrate", "Steps that migrate values of earlier versions to this version."),
  begins: optional(
    fieldNameShape,
    "Begins",
    "Name of a field that holds a content type. Members may begin a new page, or an entry of that type, as a copy of an entry's sections.",
  ),
  sections: optional(
    z.array(startSectionShape).check(z.maxLength(PRESETS_MAX)),
    "Sections",
    "The sections that a new entry starts with, below its values.",
  ),
  example: titled(
    exactly({ fields: titled(valuesShape, "Fields", "Valid example values.") }),
    "Example",
    "An example entry, used to preview the type and to check its template.",
  ),
});

export const contentTypesShape = manyOf(contentTypeShape);
export type ContentType = z.infer<typeof contentTypeShape>;

/** Tells whether entries of a type live in lists alone, as a testimonial or a price. */
export const isPageless = ({ address }: Pick<ContentType, "address">): boolean => address === undefined;

/** A type that draws a section of a page: a section type, or a content type, which may have no template. */
export type DrawnType = Omit<SectionContribution, "template" | "markdown"> &
  Partial<Pick<SectionContribution, "template" | "markdown">>;

/** A content type as the type of the section that draws its entries' values. */
export const entryPart = ({
  plural: _plural,
  address: _address,
  order: _order,
  future: _future,
  index: _index,
  emptyAs: _emptyAs,
  begins: _begins,
  sections: _sections,
  ...type
}: ContentType): DrawnType => ({
  ...type,
  category: "entry",
  variants: [{ name: "default", title: type.title }],
});

interface Drawn {
  /** JSON pointer of the type in the manifest. */
  readonly pointer: string;
  readonly item: DrawnType;
}

/** Everything of a plugin that draws a part of a page: its section types, then its content types. */
export const drawnTypes = ({
  sections = [],
  contentTypes = [],
}: {
  readonly sections?: readonly SectionContribution[];
  readonly contentTypes?: readonly ContentType[];
}): Drawn[] => [
  ...sections.map((item, index) => ({ pointer: `/contributes/sections/${index}`, item })),
  ...contentTypes.map((type, index) => ({ pointer: `/contributes/contentTypes/${index}`, item: entryPart(type) })),
];
