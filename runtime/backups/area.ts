import { defineArea, needed, readsFrom } from "../area/area.ts";
import type { Wait } from "../area/chore.ts";
import type { Claims } from "../commands/claims.ts";
import type { Outbox } from "../commands/outbox.ts";
import type { Schema } from "../database/schema.ts";
import type { Tables } from "../database/tables.ts";
import type { MediaFiles } from "../media/files.ts";
import type { MediaObjects } from "../media/objects.ts";
import type { HookRunner } from "../plugins/hooks/hookRunner.ts";
import type { Powers } from "../powers/powers.ts";
import type { PublicContent } from "../serving/publicContent.ts";
import type { PublicInventory } from "../serving/publicInventory.ts";
import type { ReaderLogins } from "../readers/logins.ts";
import type { ShareLinks } from "../sharing/links.ts";
import type { FormFiles } from "../submissions/files.ts";
import type { Submissions } from "../submissions/submissions.ts";
import type { Republishing } from "../tenancy/siteAddress.ts";
import type { Sites } from "../tenancy/sites.ts";
import type { Tenant } from "../tenancy/tenant.ts";
import { ArchiveReads } from "./archiveReads.ts";
import { backupCreate, backupDelete, backupVerify, exportCreate } from "./commands.ts";
import { BACKUP_COMMANDS } from "./commandTable.ts";
import { ArchiveCopy } from "./copy.ts";
import { Eraser } from "./eraser.ts";
import { type ErasedPlaces, Erasures } from "./erasures.ts";
import { ArchiveGarbage } from "./garbage.ts";
import type { OneAtATime } from "../area/oneAtATime.ts";
import { ArchiveRemoval } from "./removal.ts";
import { Restorer } from "./restorer.ts";
import { type Recovery, type RemovedSites, Rewinder } from "./rewinder.ts";
import type { VaultOf } from "./vault.ts";
import { BACKUP_TABLES } from "./tables.ts";

const { plain } = readsFrom<{ readonly archiveReads: ArchiveReads }>();

const READS = {
  backups: plain(({ archiveReads }, site) => archiveReads.backups(site)),
  "export.file": plain(({ archiveReads }, site, { id }: { readonly id: string }) => archiveReads.exported(site, id)),
};

export const backups = defineArea({
  tables: BACKUP_TABLES,
  needs: {
    powers: needed<Powers>(),
    wait: needed<Wait>(),
    schema: needed<Schema>(),
    tables: needed<Tables>(),
    vaultOf: needed<VaultOf>(),
    archiveTurn: needed<OneAtATime>(),
    recovery: needed<Recovery>(),
    placesOf: needed<(tenant: string) => ErasedPlaces>(),
    outbox: needed<Outbox>(),
    clockMoments: needed<Republishing>(),
    sites: needed<Sites>(),
    tenant: needed<Tenant>(),
    publicContent: needed<PublicContent>(),
    publicInventory: needed<PublicInventory>(),
    mediaObjects: needed<MediaObjects>(),
    mediaFiles: needed<MediaFiles>(),
    siteRemovals: needed<RemovedSites>(),
    claims: needed<Claims>(),
    formFiles: needed<FormFiles>(),
    submissions: needed<Submissions>(),
    shareLinks: needed<ShareLinks>(),
    readerLogins: needed<ReaderLogins>(),
    hookRunner: needed<HookRunner>(),
    archiveGarbage: needed<ArchiveGarbage>(),
    archiveCopy: needed<ArchiveCopy>(),
    erasures: needed<Erasures>(),
    archiveReads: needed<ArchiveReads>(),
  },
  open(from) {
    const {
      powers: { sql },
      archiveTurn,
    } = from;
    const archiveCopy = new ArchiveCopy(sql, from.tables);
    // Removes an unfinished copy that a crash left behind.
    if (!archiveTurn.isBusy) archiveCopy.drop();
    return {
      archiveCopy,
      archiveGarbage: new ArchiveGarbage(sql),
      erasures: new Erasures(from.powers),
      archiveReads: new ArchiveReads(from),
      archiveRemoval: new ArchiveRemoval(from),
      restorer: new Restorer(from),
      eraser: new Eraser(from),
      rewinder: new Rewinder(from),
    };
  },
  commands: BACKUP_COMMANDS,
  makers: {
    "backup.create": backupCreate,
    "backup.verify": backupVerify,
    "backup.delete": backupDelete,
    "export.create": exportCreate,
  },
  reads: READS,
  chores: ({ erasures, placesOf, tenant }) => [
    { turn: "remove", run: () => erasures.goOn(placesOf(tenant.name ?? "")), nextDue: () => erasures.nextDue() },
  ],
});
