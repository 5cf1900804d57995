/** Points and additions: a point is a list that one plugin offers, an addition is data that another gives it. */
import type * as z from "zod/mini";
import { POINT_ADDITIONS_MAX } from "../bounds/manifest.ts";
import {
  descriptionOf,
  exactly,
  fieldNameShape,
  jsonSchemaShape,
  manyOf,
  nameField,
  optional,
  qualifiedNameShape,
  rangeShape,
  titled,
  titleField,
  upTo,
  valuesShape,
} from "../shapes/shape.ts";

const pointShape = exactly({
  name: nameField("point"),
  title: titleField("point"),
  description: descriptionOf("point"),
  data: titled(jsonSchemaShape, "Data", "JSON Schema of one addition."),
  unique: optional(fieldNameShape, "Unique", "A required text of the data that only one addition may have."),
  max: optional(upTo(POINT_ADDITIONS_MAX), "Max", `Most additions it takes. Without it: ${POINT_ADDITIONS_MAX}.`),
});

const additionShape = exactly({
  name: nameField("addition"),
  point: titled(qualifiedNameShape, "Point", "The point of another plugin: <plugin id>/<name>."),
  version: titled(rangeShape, "Version", "Versions of that plugin whose point it is made for."),
  data: titled(valuesShape, "Data", "The added data; the point's schema decides what is valid."),
});

export const pointsShape = manyOf(pointShape);
export const additionsShape = manyOf(additionShape);
export type PointContribution = z.infer<typeof pointShape>;
export type AdditionContribution = z.infer<typeof additionShape>;
