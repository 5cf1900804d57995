/** The question of whether a publication would look like the current release. The clock then makes none. */
import type { SectionDataStore } from "../../snapshots/store.ts";
import { pluginDependency } from "../../snapshots/pinned.ts";
import type { Releases } from "../releases/releases.ts";
import type { Dependencies } from "./dependencies.ts";
import type { Batch } from "./publishBatch.ts";
import { type Plan, changedDigests } from "./publishPlan.ts";

interface SightParts {
  readonly releases: Pick<Releases, "latestEntry">;
  readonly dependencies: Pick<Dependencies, "queryResults">;
  readonly sectionData: Pick<SectionDataStore, "latest">;
}

type Page = Batch["pages"][number];

/**
 * Tells whether visitors and agents would see no difference. The current release must have the same content. Each page
 * must have the same HTML, the same data for its other forms, and sections of the same plugins.
 */
export function looksTheSame(parts: SightParts, plan: Plan, batch: Batch): boolean {
  const { pinned, base, shown, ids, hasFiles } = plan;
  if (!base || !ids || hasFiles || base !== shown || base.change !== pinned.change) return false;
  const { site } = pinned.site;
  const recorded = parts.dependencies.queryResults(site);
  const changed = changedDigests(base.plugins, pinned.plugins.digests).map(pluginDependency);
  return (
    [...batch.queries].every(([query, result]) => recorded.get(query) === result) &&
    batch.pages.every((page) => !changed.some((one) => page.dependencies.has(one)) && isSamePage(parts, site, page))
  );
}

function isSamePage({ releases, sectionData }: SightParts, site: string, page: Page): boolean {
  const entry = releases.latestEntry(site, page.path);
  if (entry?.blob !== page.blob || entry.frames !== page.frames || entry.page !== page.id) return false;
  const before = sectionData.latest(site, page.id);
  return (
    [...before.keys()].every((provider) => page.rows.some((row) => row.provider === provider)) &&
    page.rows.every(({ provider, data }) => (before.get(provider)?.data ?? null) === data)
  );
}
