/**
 * The document of the content types that the owner of a site makes. A type has the shape of a plugin's, without files:
 * the kernel draws the values. Workers and browsers read this file, so it has the sizes alone. `rules.ts` has the rest.
 */
import * as z from "zod/mini";
import { OWN_FIELDS_MAX, OWN_TYPES_MAX } from "../bounds/documents.ts";
import {
  ENTRY_ADDRESS_MAX_CHARS,
  EXPLANATION_MAX_CHARS,
  INDEX_MAX,
  LABEL_MAX_CHARS,
  NAME_MAX_CHARS,
  PRESETS_MAX,
} from "../bounds/manifest.ts";

const text = (most: number) => z.string().check(z.minLength(1), z.maxLength(most));
const described = <T extends z.ZodMiniType>(shape: T, description: string): T => shape.check(z.meta({ description }));
const values = z.record(z.string(), z.unknown());

const start = z.strictObject({ type: text(160), variant: z.exactOptional(text(NAME_MAX_CHARS)), fields: values });

const ownTypeShape = z.strictObject({
  name: described(text(NAME_MAX_CHARS), "Name of the type: site/<name> in pages and queries. Never changes."),
  title: described(text(LABEL_MAX_CHARS), "The name that people see for one entry."),
  plural: described(text(LABEL_MAX_CHARS), "The name that people see for several entries."),
  description: z.exactOptional(text(EXPLANATION_MAX_CHARS)),
  address: z.exactOptional(
    described(text(ENTRY_ADDRESS_MAX_CHARS), "The path of a new entry, such as /recipes/{slug}."),
  ),
  order: z.exactOptional(described(text(NAME_MAX_CHARS + 1), "The order of lists that name no other.")),
  fields: described(values, "JSON Schema of an entry's values, with fields of the closed list of kinds."),
  index: z.exactOptional(
    described(
      z.array(text(NAME_MAX_CHARS)).check(z.maxLength(INDEX_MAX)),
      "Names of the fields by which lists may filter and order entries.",
    ),
  ),
  emptyAs: z.exactOptional(
    described(
      z.record(z.string(), text(NAME_MAX_CHARS)),
      "Indexed fields, each with the field whose value lists take while it is empty.",
    ),
  ),
  renamed: z.exactOptional(
    described(z.record(z.string(), text(NAME_MAX_CHARS)), "Earlier names of fields, each with its present name."),
  ),
  converted: z.exactOptional(
    described(
      z.array(text(NAME_MAX_CHARS)).check(z.minLength(1), z.maxLength(OWN_FIELDS_MAX)),
      "Names of fields that had another kind. Earlier values are converted, or not shown.",
    ),
  ),
  sections: z.exactOptional(
    described(z.array(start).check(z.maxLength(PRESETS_MAX)), "The sections that a new entry starts with."),
  ),
});
export type OwnType = z.infer<typeof ownTypeShape>;

export const ownTypesShape = z.strictObject({ types: z.array(ownTypeShape).check(z.maxLength(OWN_TYPES_MAX)) });
export type OwnTypes = z.infer<typeof ownTypesShape>;

/** The names of the files that draw a type. */
export const templateOf = ({ name: of }: Pick<OwnType, "name">): string => `${of}.liquid`;
export const VALUES_CSS = "values.css";
