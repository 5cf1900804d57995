import type { ErasedPlaces, Erasures } from "../backups/erasures.ts";
import type { ArchiveCopy } from "../backups/copy.ts";
import type { ArchiveGarbage } from "../backups/garbage.ts";
import type { OneAtATime } from "../area/oneAtATime.ts";
import type { VaultOf } from "../backups/vault.ts";
import { defineArea, needed, readsFrom } from "../area/area.ts";
import type { Wait } from "../area/chore.ts";
import type { Claims } from "../commands/claims.ts";
import type { Outbox } from "../commands/outbox.ts";
import type { Tables } from "../database/tables.ts";
import type { Documents } from "../documents/documents.ts";
import type { EntryIndex } from "../documents/lists/entryIndex.ts";
import type { MediaFiles } from "../media/files.ts";
import type { MediaObjects } from "../media/objects.ts";
import type { PluginShelf } from "../plugins/states/shelf.ts";
import type { Powers } from "../powers/powers.ts";
import type { Publisher } from "../publishing/publisher.ts";
import type { Releases } from "../publishing/releases/releases.ts";
import type { PublicContent } from "../serving/publicContent.ts";
import type { PublicInventory } from "../serving/publicInventory.ts";
import type { FormFiles } from "../submissions/files.ts";
import type { Republishing } from "../tenancy/siteAddress.ts";
import type { Sites } from "../tenancy/sites.ts";
import type { Tenant } from "../tenancy/tenant.ts";
import { ArchiveReturns } from "./archiveReturns.ts";
import { Initialiser } from "./initialise.ts";
import { SiteRemovals } from "./siteRemovals.ts";
import { SiteRemover } from "./siteRemover.ts";
import { OPERATING_TABLES } from "./tables.ts";

const { plain } = readsFrom<{ readonly siteRemover: Pick<SiteRemover, "contents"> }>();

const READS = { "site.contents": plain(({ siteRemover }, site) => siteRemover.contents(site)) };

export const operating = defineArea({
  tables: OPERATING_TABLES,
  needs: {
    powers: needed<Powers>(),
    tables: needed<Tables>(),
    outbox: needed<Outbox>(),
    clockMoments: needed<Republishing>(),
    sites: needed<Sites>(),
    tenant: needed<Tenant>(),
    documents: needed<Documents>(),
    entries: needed<EntryIndex>(),
    plugins: needed<PluginShelf>(),
    releases: needed<Releases>(),
    publisher: needed<Publisher>(),
    erasures: needed<Erasures>(),
    wait: needed<Wait>(),
    claims: needed<Claims>(),
    mediaFiles: needed<MediaFiles>(),
    mediaObjects: needed<MediaObjects>(),
    formFiles: needed<FormFiles>(),
    publicContent: needed<PublicContent>(),
    publicInventory: needed<PublicInventory>(),
    vaultOf: needed<VaultOf>(),
    archiveTurn: needed<OneAtATime>(),
    archiveCopy: needed<ArchiveCopy>(),
    archiveGarbage: needed<ArchiveGarbage>(),
    placesOf: needed<(tenant: string) => ErasedPlaces>(),
    siteRemovals: needed<SiteRemovals>(),
    siteRemover: needed<SiteRemover>(),
  },
  open: (from) => ({
    siteRemovals: new SiteRemovals(from.powers),
    siteRemover: new SiteRemover(from),
    archiveReturns: new ArchiveReturns(from),
    initialiser: new Initialiser(from),
  }),
  reads: READS,
  chores: ({ siteRemovals, placesOf, tenant }) => [
    {
      turn: "remove",
      run: () => siteRemovals.goOn(placesOf(tenant.name ?? "")),
      nextDue: () => siteRemovals.nextDue(),
    },
  ],
});
