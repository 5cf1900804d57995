import { defineArea, needed, readsFrom } from "../area/area.ts";
import type { Documents } from "../documents/documents.ts";
import type { Powers } from "../powers/powers.ts";
import type { Releases } from "../publishing/releases/releases.ts";
import type { HostAnswers } from "../serving/hostAnswers.ts";
import type { Sites } from "../tenancy/sites.ts";
import type { StorageQuota } from "../tenancy/storageQuota.ts";
import { visitsPart } from "./export.ts";
import { VISIT_TABLES } from "./tables.ts";
import { Visits } from "./visits.ts";

interface VisitReadParts {
  readonly visits: Visits;
}

const { plain } = readsFrom<VisitReadParts>();

const READS = {
  visits: plain(({ visits: kept }, site, { days }: { readonly days: number }) => kept.list(site, days)),
  "visits.export": plain(({ visits: kept }, site, { from }: { readonly from: string | null }) =>
    visitsPart(kept, site, from),
  ),
};

export const visits = defineArea({
  tables: VISIT_TABLES,
  needs: {
    powers: needed<Powers>(),
    sites: needed<Sites>(),
    documents: needed<Documents>(),
    releases: needed<Releases>(),
    hostAnswers: needed<HostAnswers>(),
    storageQuota: needed<StorageQuota>(),
    visits: needed<Visits>(),
  },
  open: (from) => ({ visits: new Visits(from) }),
  reads: READS,
  tidy: ({ visits: kept }, now) => kept.sweep(now),
});
