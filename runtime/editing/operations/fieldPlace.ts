/**
 * The places that a `set` changes. A key of its values is the name of a field, or a JSON pointer (RFC 6901) into one.
 * The search of the draft gives such pointers: `/fields/items/0/title`. A pointer may also begin at the fields
 * themselves: `/items/0/title`. No name of a field begins with `/`, so no key has two meanings.
 */
import { decodePointer, describe, encodePointer, valueAt } from "../../../manifests/refusals/pointer.ts";
import { Refusal } from "../../../manifests/refusals/refusal.ts";
import type { FieldValues } from "./pageOperation.ts";

type Parts = readonly string[];

export const isPlace = (key: string): boolean => key.startsWith("/");

/** The names and indexes along a key. The first is the field's name. */
function partsOf(key: string): Parts {
  if (!isPlace(key)) return [key];
  const [first = "", ...rest] = decodePointer(key);
  return first === "fields" ? rest : [first, ...rest];
}

/** The name of the field that a key leads into. */
export const fieldAround = (key: string): string => partsOf(key)[0] ?? "";

/** The value at a key; null if there is none. */
export const valueAtPlace = (values: FieldValues, key: string): unknown => valueAt(values, partsOf(key)) ?? null;

/**
 * The whole values of the fields that the keys lead into, after the changes in their order. Null for a removed field.
 * `at` is the pointer of the changes in the caller's input.
 */
export function wholeFields(before: FieldValues, changes: FieldValues, at: string): FieldValues {
  let fields = before;
  for (const [key, value] of Object.entries(changes))
    fields = membersWith(fields, partsOf(key), value, (found, allowed) => refuse(at, key, found, allowed));
  const names = [...new Set(Object.keys(changes).map(fieldAround))];
  return Object.fromEntries(names.map((name) => [name, Object.hasOwn(fields, name) ? (fields[name] ?? null) : null]));
}

type Refuse = (found: string, allowed: string) => never;

function refuse(at: string, key: string, found: string, allowed: string): never {
  throw new Refusal("INVALID_REQUEST", { issues: [{ pointer: at + encodePointer([key]), found, allowed }] });
}

const isMembers = (value: unknown): value is FieldValues =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function changed(value: unknown, parts: Parts, wanted: unknown, no: Refuse): unknown {
  if (parts.length === 0) return wanted;
  if (Array.isArray(value)) return itemsWith(value, parts, wanted, no);
  return isMembers(value)
    ? membersWith(value, parts, wanted, no)
    : no(describe(value), "a pointer to a value of a list or an object");
}

function membersWith(members: FieldValues, [name, ...rest]: Parts, wanted: unknown, no: Refuse): FieldValues {
  if (name === undefined) return no("a pointer to all fields", "a pointer into one field");
  // Validation drops this name without a word.
  if (name === "__proto__") return no("the name __proto__", "the name of a field");
  const now = Object.hasOwn(members, name) ? members[name] : undefined;
  const value = changed(now, rest, wanted, no);
  const others = Object.entries(members).filter(([member]) => member !== name);
  if (value === null || value === undefined) return Object.fromEntries(others);
  return Object.hasOwn(members, name)
    ? Object.fromEntries(Object.entries(members).map(([member, kept]) => [member, member === name ? value : kept]))
    : Object.fromEntries([...others, [name, value]]);
}

const INDEX = /^(?:0|[1-9]\d*)$/;

/** The index after the last item, or `-`, adds an item. */
function itemsWith(items: readonly unknown[], [part = "", ...rest]: Parts, wanted: unknown, no: Refuse): unknown[] {
  const index = part === "-" ? items.length : INDEX.test(part) ? Number(part) : -1;
  const isNew = index === items.length && rest.length === 0;
  if (!isNew && (index < 0 || index >= items.length))
    return no(`the index ${part} of a list with ${items.length}`, "an index of the list, or - to add an item");
  if (rest.length === 0 && (wanted === null || wanted === undefined))
    return no("nothing in place of an item", "a value; to remove an item, set the whole list");
  return items.toSpliced(index, isNew ? 0 : 1, changed(items[index], rest, wanted, no));
}
