/** Values in the fields of a section, by pointer. */
import { decodePointer, valueAt } from "../../../../manifests/refusals/pointer.ts";
import type { SetFields, FieldValues } from "../../../../runtime/editing/operations/pageOperation.ts";

const withValue = (node: unknown, [part, ...rest]: readonly string[], value: unknown): unknown => {
  if (part === undefined) return value;
  if (Array.isArray(node)) return node.with(Number(part), withValue(node[Number(part)], rest, value));
  const members = typeof node === "object" && node !== null ? (node as Record<string, unknown>) : {};
  return { ...members, [part]: withValue(members[part], rest, value) };
};

/** The text of a field; empty if it has none. */
export function textValueAt(fields: FieldValues, pointer: string): string {
  const value = valueAt(fields, decodePointer(pointer));
  return typeof value === "string" ? value : "";
}

/**
 * The operation that sets a value at a pointer, however deep. The site saves a list as one field, so the whole list
 * changes.
 */
export function setAt(section: string, fields: FieldValues, pointer: string, value: unknown): SetFields {
  const path = decodePointer(pointer);
  const [name = ""] = path;
  const next = withValue(fields, path, value) as FieldValues;
  return { op: "set", section, fields: { [name]: next[name] ?? null }, was: { [name]: fields[name] ?? null } };
}
