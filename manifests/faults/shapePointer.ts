/** Pointers without the names that an answer invents: only what its documented shape has is told. */
import type * as z from "zod/mini";
import { decodePointer, encodePointer } from "../refusals/pointer.ts";

type Shape = z.core.$ZodType;

/** In place of a name that the shape does not have, and of everything below it. */
const HIDDEN = "…";

const INDEX = /^(?:0|[1-9]\d*)$/;

/** Records have no names of their own: a number there may be what a visitor typed, and no index. */
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

/** The pointer as far as members and lists of the shape lead. */
export function shapePointer(shape: Shape | undefined, pointer: string): string {
  const parts = decodePointer(pointer);
  let shapes = shape ? [shape] : [];
  for (const [depth, part] of parts.entries()) {
    shapes = shapes.flatMap((one) => below(one, part));
    if (shapes.length === 0) return encodePointer([...parts.slice(0, depth), HIDDEN]);
  }
  return pointer;
}
