import { SEARCH_TERMS_MAX } from "../../../manifests/bounds/search.ts";
import { storedValues } from "../../../manifests/fields/indexed.ts";
import type { EntryType } from "../../documents/lists/entryIndex.ts";

/** The pages that an entry's indexed values name: its subjects, people or places. */
export function termsOf(type: EntryType | undefined, values: Readonly<Record<string, unknown>>): string[] {
  if (!type) return [];
  const read = type.read(values);
  const named = [...type.fields].flatMap(([name, field]) =>
    field.kind === "page" ? storedValues(field, read[name]).map(String) : [],
  );
  return [...new Set(named)].slice(0, SEARCH_TERMS_MAX);
}
