/**
 * Shortens JSON pointers to names that the documented shape has. Other names are the plugin's invention and may be a
 * visitor's input.
 */
import type * as z from "zod/mini";
import { decodePointer, encodePointer } from "../refusals/pointer.ts";

type Shape = z.core.$ZodType;

/** Replaces a name that the shape does not have, and everything below it. */
const HIDDEN = "…";

const INDEX = /^(?:0|[1-9]\d*)$/;

/** Names in records are free: even a number may be what a visitor typed, so no shape lies below a record. */
function below(shape: Shape, part: string): readonly Shape[] {
  const { def } = (shape as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case "object": {
      const member = Object.hasOwn(def.shape, part) ? def.shape[part] : undefined;
      return member ? [member] : [];
    }
    case "array":
      return INDEX.test(part) ? [def.element] : [];
    case "optional":
    case "nullable":
      return below(def.innerType, part);
    case "union":
      return def.options.flatMap((option) => below(option, part));
    default:
      return [];
  }
}

/** The pointer, cut where the shape has no such member or list. */
export function shapePointer(shape: Shape | undefined, pointer: string): string {
  const parts = decodePointer(pointer);
  let shapes = shape ? [shape] : [];
  for (const [depth, part] of parts.entries()) {
    shapes = shapes.flatMap((one) => below(one, part));
    if (shapes.length === 0) return encodePointer([...parts.slice(0, depth), HIDDEN]);
  }
  return pointer;
}
