/** A migration: it converts content of a section type's earlier versions to the current one. */
import * as z from "zod/mini";
import {
  FIELDS_CONVERTED_MAX,
  MIGRATION_PARTS_MAX,
  MIGRATION_STEPS_MAX,
  MIGRATION_TEMPLATE_MAX_CHARS,
} from "../bounds/manifest.ts";
import { exactly, titled, versionShape } from "../shapes/shape.ts";

/**
 * Names of fields in earlier versions. Those versions were checked when installed, so only the length is limited here.
 */
const fieldName = z.string().check(z.maxLength(64), z.regex(/^[a-z][A-Za-z0-9_-]*$/, "the name of a field"));

const moveShape = exactly({
  from: titled(fieldName, "From", "A field of an earlier version."),
  to: titled(fieldName, "To", "The field that gets its value."),
});

const presetShape = exactly({
  field: titled(fieldName, "Field", "A field that earlier content does not have."),
  value: titled(
    z.union([z.string(), z.number(), z.boolean(), z.array(z.unknown()), z.record(z.string(), z.unknown())]),
    "Value",
    "The value that the field gets in earlier content.",
  ),
});

const splitShape = exactly({
  from: titled(fieldName, "From", "A field of an earlier version that holds text."),
  into: titled(
    z
      .record(fieldName, z.string().check(z.minLength(1), z.maxLength(MIGRATION_TEMPLATE_MAX_CHARS)))
      .check(
        z.refine((parts) => Object.keys(parts).length <= MIGRATION_PARTS_MAX, `at most ${MIGRATION_PARTS_MAX} fields`),
      ),
    "Into",
    'Liquid templates by the name of the field that each writes, such as {{ value | split: " " | first }}.',
  ),
});

const convertShape = exactly({
  fields: titled(
    z.array(fieldName).check(z.minLength(1), z.maxLength(FIELDS_CONVERTED_MAX)),
    "Fields",
    "Fields that took values of another kind in an earlier version.",
  ),
  drop: z.exactOptional(
    titled(
      z.boolean(),
      "Drop",
      "True if a value that cannot be converted is not shown. Default: it keeps the content from being shown.",
    ),
  ),
});

export const movedShape = exactly({
  since: z.exactOptional(titled(versionShape, "Since", "The plugin version that made the change.")),
  move: z.exactOptional(titled(moveShape, "Move", "Moves the value of one field to another.")),
  default: z.exactOptional(
    titled(presetShape, "Default", "Gives a value to a field that earlier content does not have."),
  ),
  split: z.exactOptional(titled(splitShape, "Split", "Splits the text of one field into several fields.")),
  convert: z.exactOptional(
    titled(
      convertShape,
      "Convert",
      "Converts values to the present kind of their field, such as the text 20 to a number.",
    ),
  ),
});
export type Moved = z.infer<typeof movedShape>;

export const migrateShape = z.array(movedShape).check(z.maxLength(MIGRATION_STEPS_MAX));

export const renamedShape = z
  .record(fieldName, fieldName)
  .check(
    z.refine((names) => Object.keys(names).length <= MIGRATION_STEPS_MAX, `at most ${MIGRATION_STEPS_MAX} fields`),
  );

export const deprecatedShape = z
  .record(fieldName, z.string().check(z.minLength(1), z.maxLength(300)))
  .check(
    z.refine((names) => Object.keys(names).length <= MIGRATION_STEPS_MAX, `at most ${MIGRATION_STEPS_MAX} fields`),
  );
