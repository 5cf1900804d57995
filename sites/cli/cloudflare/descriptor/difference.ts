/**
 * Lists the differences of two JSON values by pointer. `prepare` shows them before it overwrites an operator's edit.
 */
import { encodePointer } from "../../../../manifests/refusals/pointer.ts";

export interface ConfigDifference {
  readonly pointer: string;
  readonly was: string | undefined;
  readonly is: string | undefined;
}

function leaves(value: unknown, path: readonly PropertyKey[] = []): readonly (readonly [string, string])[] {
  if (typeof value !== "object" || value === null) return [[encodePointer(path), JSON.stringify(value)]];
  const members = Object.entries(value);
  return members.length === 0
    ? [[encodePointer(path), Array.isArray(value) ? "[]" : "{}"]]
    : members.flatMap(([name, child]) => leaves(child, [...path, name]));
}

export function differences(was: unknown, is: unknown): readonly ConfigDifference[] {
  const [before, after] = [new Map(leaves(was)), new Map(leaves(is))];
  const pointers = [...new Set([...before.keys(), ...after.keys()])];
  return pointers
    .filter((pointer) => before.get(pointer) !== after.get(pointer))
    .map((pointer) => ({ pointer, was: before.get(pointer), is: after.get(pointer) }));
}
