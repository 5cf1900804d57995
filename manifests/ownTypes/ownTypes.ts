/**
 * The document of the content types that the owner of a site makes. A type has the shape of a plugin's, without files:
 * the kernel draws the values.
 */
import * as z from "zod/mini";
import { OWN_TYPES_MAX } from "../bounds/documents.ts";
import { contentTypeShape } from "../manifest/contentType.ts";
import { exactly } from "../shapes/shape.ts";

const { name, title, plural, description, address, order, fields, index, renamed, sections } = contentTypeShape.shape;

export const ownTypeShape = exactly({
  name,
  title,
  plural,
  description,
  address,
  order,
  fields,
  index,
  renamed,
  sections,
});
export type OwnType = z.infer<typeof ownTypeShape>;

export const ownTypesShape = exactly({ types: z.array(ownTypeShape).check(z.maxLength(OWN_TYPES_MAX)) });
export type OwnTypes = z.infer<typeof ownTypesShape>;

/** The names of the files that draw a type. */
export const templateOf = ({ name: of }: Pick<OwnType, "name">): string => `${of}.liquid`;
export const VALUES_CSS = "values.css";
