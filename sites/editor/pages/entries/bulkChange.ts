/** Changes of several entries at once, as edits of the API. */
import type { Page } from "../../../../runtime/documents/content/content.ts";
import { ENTRY } from "../../../../runtime/documents/content/entry.ts";
import { isObject } from "../../../../manifests/json/jsonObject.ts";
import type { PageEdit } from "../../../../runtime/editing/operations/backEdits.ts";
import type { ChosenEntry } from "./chosen.ts";

/** `put`, `take` and `set` change a value: a list gets or loses one, and a field with one value gets it. */
export type BulkName = "hold" | "release" | "put" | "take" | "set" | "delete";

export interface BulkAsked {
  readonly name: BulkName;
  readonly field: string;
  readonly value: string;
}

const listIn = (body: Page, field: string): readonly unknown[] => {
  const value = body.values?.[field];
  return Array.isArray(value) ? value : [];
};

const setting = (body: Page, field: string, value: unknown): readonly object[] => [
  { op: "set", section: ENTRY, fields: { [field]: value }, was: { [field]: body.values?.[field] ?? null } },
];

const OPERATIONS: Readonly<Record<Exclude<BulkName, "delete">, (body: Page, asked: BulkAsked) => readonly object[]>> = {
  hold: ({ held }) => (held === true ? [] : [{ op: "page", changes: { held: true } }]),
  release: ({ held }) => (held === true ? [{ op: "page", changes: { held: null } }] : []),
  put: (body, { field, value }) =>
    listIn(body, field).includes(value) ? [] : setting(body, field, [...listIn(body, field), value]),
  take: (body, { field, value }) =>
    listIn(body, field).includes(value)
      ? setting(
          body,
          field,
          listIn(body, field).filter((one) => one !== value),
        )
      : [],
  set(body, { field, value }) {
    const before = body.values?.[field];
    return before === value || (value === "" && before === undefined)
      ? []
      : setting(body, field, value === "" ? null : value);
  },
};

/** The edit of one entry. Undefined if it is so already. */
export function bulkEdit({ id, version }: ChosenEntry, body: Page, asked: BulkAsked): PageEdit | undefined {
  if (asked.name === "delete") return { do: "delete", page: id, expected: version };
  const operations = OPERATIONS[asked.name](body, asked);
  return operations.length === 0 ? undefined : { do: "edit", page: id, expected: version, operations };
}

/** The edits in the hidden field of a receipt. The API checks them like any others. */
export function editsIn(text: string): readonly unknown[] {
  try {
    const read: unknown = JSON.parse(text);
    return Array.isArray(read) && read.every(isObject) ? read : [];
  } catch {
    return [];
  }
}
