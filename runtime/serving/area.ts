import { defineArea, needed, readsFrom } from "../area/area.ts";
import type { Outbox } from "../commands/outbox.ts";
import type { Documents } from "../documents/documents.ts";
import type { MediaUses } from "../documents/mediaUses.ts";
import type { History } from "../documents/history.ts";
import type { HookRunner } from "../plugins/hooks/hookRunner.ts";
import type { PluginShelf } from "../plugins/states/shelf.ts";
import type { Powers } from "../powers/powers.ts";
import type { Releases } from "../publishing/releases/releases.ts";
import type { PinnedParts } from "../snapshots/pinned.ts";
import type { SectionDataStore } from "../snapshots/store.ts";
import type { StorageQuota } from "../tenancy/storageQuota.ts";
import type { Sites } from "../tenancy/sites.ts";
import type { Tenant } from "../tenancy/tenant.ts";
import type { Publications } from "../publishing/publications.ts";
import { type MissedParts, missedOf } from "./missed/listing.ts";
import type { FormerFileParts } from "./rules/formerFiles.ts";
import { HostAnswers, type ReaderGate } from "./hostAnswers.ts";
import { MissedAddresses } from "./missed/missedAddresses.ts";
import { DerivedFiles } from "./derivedFiles.ts";
import { PublicContent } from "./publicContent.ts";
import { PublicInventory } from "./publicInventory.ts";
import { Published } from "./published.ts";
import { PublicLeaves } from "./publicLeaves.ts";
import { PublicWords } from "./publicWords.ts";
import { SearchPages } from "./searching/searchPages.ts";
import { PublicTexts } from "./searching/texts.ts";
import { SERVING_TABLES } from "./tables.ts";
import { Uncovering } from "./uncovering.ts";

const { plain } = readsFrom<MissedParts>();

const READS = { "redirects.missed": plain((from, site) => missedOf(from, site)) };

export const serving = defineArea({
  tables: SERVING_TABLES,
  needs: {
    powers: needed<Powers>(),
    outbox: needed<Outbox>(),
    sites: needed<Sites>(),
    tenant: needed<Tenant>(),
    documents: needed<Documents>(),
    history: needed<History>(),
    mediaFiles: needed<PinnedParts["mediaFiles"] & FormerFileParts["mediaFiles"]>(),
    mediaUses: needed<MediaUses>(),
    formerPaths: needed<FormerFileParts["formerPaths"]>(),
    plugins: needed<PluginShelf>(),
    hookRunner: needed<HookRunner>(),
    sectionData: needed<SectionDataStore>(),
    releases: needed<Releases>(),
    publications: needed<Publications>(),
    words: needed<PublicWords>(),
    leaves: needed<PublicLeaves>(),
    publicInventory: needed<PublicInventory>(),
    storageQuota: needed<StorageQuota>(),
    publicTexts: needed<PublicTexts>(),
    searchPages: needed<SearchPages>(),
    derivedFiles: needed<DerivedFiles>(),
    published: needed<Published>(),
    missedAddresses: needed<MissedAddresses>(),
    readerGate: needed<ReaderGate>(),
  },
  open: (from) => {
    const publicInventory = new PublicInventory(from.powers);
    return {
      words: new PublicWords(from.powers, publicInventory),
      leaves: new PublicLeaves(from.powers, publicInventory),
      publicInventory,
      publicTexts: new PublicTexts(from.powers),
      searchPages: new SearchPages(from),
      derivedFiles: new DerivedFiles(from.powers, from.storageQuota),
      published: new Published(from),
      hostAnswers: new HostAnswers(from),
      publicContent: new PublicContent(from),
      uncovering: new Uncovering(from),
      missedAddresses: new MissedAddresses(from.powers, from.storageQuota),
    };
  },
  reads: READS,
  chores: ({ missedAddresses }) => [
    { turn: "tidy", run: () => missedAddresses.writeDue(), nextDue: () => missedAddresses.nextDue() },
  ],
  tidy: ({ missedAddresses }, now) => missedAddresses.sweep(now),
});
