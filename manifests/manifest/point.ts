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
  titled,
  titleField,
  upTo,
  valuesShape,
} from "../shapes/shape.ts";
import { rangeShape } from "../shapes/versionRange.ts";

export const pointShape = exactly({
  name: nameField("point"),
  title: titleField("point"),
  description: descriptionOf("point"),
  data: titled(jsonSchemaShape, "Data", "JSON Schema of one addition."),
  unique: optional(
    fieldNameShape,
    "Unique",
    "Name of a required text member of the data. Its value must be unique among the additions.",
  ),
  max: optional(upTo(POINT_ADDITIONS_MAX), "Max", `Maximum number of additions. Default: ${POINT_ADDITIONS_MAX}.`),
});

export const additionShape = exactly({
  name: nameField("addition"),
  point: titled(qualifiedNameShape, "Point", "The point of another plugin: <plugin id>/<name>."),
  version: titled(rangeShape, "Version", "Range of versions of the plugin that offers the point."),
  data: titled(valuesShape, "Data", "The added data. It must match the point's schema."),
});

export const pointsShape = manyOf(pointShape);
export const additionsShape = manyOf(additionShape);
export type PointContribution = z.infer<typeof pointShape>;
export type AdditionContribution = z.infer<typeof additionShape>;
