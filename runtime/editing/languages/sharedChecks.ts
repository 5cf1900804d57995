/** Refuses a change of a translation's value to another than its source has, where the value lives once for all languages. */
import { describe, encodePointer } from "../../../manifests/refusals/pointer.ts";
import type { Issue } from "../../../manifests/refusals/refusal.ts";
import type { Page } from "../../documents/content/content.ts";
import { pageWith } from "../../documents/content/sharedValues.ts";
import type { DocumentWrite, Documents } from "../../documents/documents.ts";
import { sameJson } from "../operations/sameJson.ts";

interface Checked {
  /** The page as it would be stored. */
  readonly body: Page;
  readonly issues: readonly Issue[];
}

interface Circumstances {
  /** The documents of the same change. A source among them counts as it is written. */
  readonly beside: readonly DocumentWrite[];
  /** The page before the change, as members see it. Computed bodies carry its values along. */
  readonly current: () => Page | undefined;
  /** The id of a page of which a caller read all values, and wrote them whole. */
  readonly readAs?: string | undefined;
}

export function withSharedValues(
  documents: Documents,
  site: string,
  body: Page,
  { beside, current, readAs }: Circumstances,
): Checked {
  const { translationOf, values = {} } = body;
  const shared = documents.shared.after(site, body, beside);
  if (!shared || translationOf === undefined) return { body, issues: [] };
  const others = shared.names.filter(
    (name) => values[name] !== undefined && !sameJson(values[name], shared.values[name]),
  );
  const before = others.length > 0 ? current()?.values : undefined;
  const changed = others.filter((name) => !sameJson(values[name], before?.[name]));
  const seen = changed.length > 0 && readAs !== undefined ? documents.shared.seenAt(site, readAs) : [];
  const issues = changed
    .filter((name) => !seen.some((earlier) => sameJson(values[name], earlier[name])))
    .map((name) => ({
      pointer: encodePointer(["values", name]),
      found: describe(values[name]),
      allowed: `the value of the page ${translationOf}, which keeps it for all languages`,
    }));
  return { body: pageWith(shared, body), issues };
}
