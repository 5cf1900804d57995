/** Stored objects as the entries of a plugin's page. */
import { isObject } from "../../../manifests/json/jsonObject.ts";
import type { MemberPageField } from "../../../manifests/manifest/memberPage.ts";
import type { StoredRow } from "../storage/storageUse.ts";
import type { MemberPageEntry, ShownValue } from "./views.ts";

/** A member of a stored object. Null for a value of another kind, and for members that every object has. */
export function storedMember(stored: unknown, field: string): unknown {
  return isObject(stored) && Object.hasOwn(stored, field) ? stored[field] : null;
}

export const storedIn = ({ value }: StoredRow): unknown => JSON.parse(value) as unknown;

const cut = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most).toWellFormed().trimEnd()}…` : text;

function shownAs(value: unknown, most: number): ShownValue["value"] {
  if (typeof value === "string") return cut(value, most);
  if (typeof value === "number" || typeof value === "boolean" || value === null) return value;
  return cut(JSON.stringify(value) ?? "", most);
}

/** An entry with the values of some fields, each cut to a length. */
export function entryOf(row: StoredRow, fields: readonly MemberPageField[], most: number): MemberPageEntry {
  const stored = storedIn(row);
  const values = fields.map(({ field, title, as = "text" }): ShownValue => {
    const value = shownAs(storedMember(stored, field), most);
    return { field, title, as, value };
  });
  return { key: row.key, values };
}
