/** Refuses a translation with another value than its source, where the value lives once for all languages. */
import { describe, encodePointer } from "../../../manifests/refusals/pointer.ts";
import type { Issue } from "../../../manifests/refusals/refusal.ts";
import type { Page } from "../../documents/content/content.ts";
import { pageWith, type Shared } from "../../documents/content/sharedValues.ts";
import type { DocumentWrite, Documents } from "../../documents/documents.ts";
import { sameJson } from "../operations/sameJson.ts";

interface Checked {
  /** The page as it would be stored. */
  readonly body: Page;
  readonly issues: readonly Issue[];
}

/** `beside` are the documents of the same change. A source among them counts as it is written. */
export function withSharedValues(
  documents: Documents,
  site: string,
  body: Page,
  beside: readonly DocumentWrite[],
): Checked {
  const { translationOf, values = {} } = body;
  const kept = documents.shared.of(site, body);
  if (!kept || translationOf === undefined) return { body, issues: [] };
  const shared = writtenWith(kept, body, beside);
  const issues = shared.names
    .filter((name) => values[name] !== undefined && !sameJson(values[name], shared.values[name]))
    .map((name) => ({
      pointer: encodePointer(["values", name]),
      found: describe(values[name]),
      allowed: `the value of the page ${translationOf}, which keeps it for all languages`,
    }));
  return { body: pageWith(shared, body), issues };
}

function writtenWith(kept: Shared, { translationOf, type }: Page, beside: readonly DocumentWrite[]): Shared {
  const source = beside.find(({ kind, id }) => kind === "page" && id === translationOf)?.body as
    | Page
    | null
    | undefined;
  if (source?.type !== type) return kept;
  const values = kept.names.map((name) => [name, source?.values?.[name]]);
  return { names: kept.names, values: Object.fromEntries(values) as Shared["values"] };
}
