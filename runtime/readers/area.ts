import { LIST_ROWS } from "../../manifests/bounds/api.ts";
import { defineArea, needed, readsFrom } from "../area/area.ts";
import type { Documents } from "../documents/documents.ts";
import type { MailEnclosures } from "../mail/enclosures.ts";
import type { Letters } from "../mail/letters.ts";
import type { Mail } from "../mail/power.ts";
import type { ReaderLetters } from "../mail/sources.ts";
import type { PluginShelf } from "../plugins/states/shelf.ts";
import type { Powers } from "../powers/powers.ts";
import type { Releases } from "../publishing/releases/releases.ts";
import type { Published } from "../serving/published.ts";
import type { ReaderGate } from "../serving/hostAnswers.ts";
import type { RateLimits } from "../tenancy/rateLimits.ts";
import type { Sites } from "../tenancy/sites.ts";
import type { StorageQuota } from "../tenancy/storageQuota.ts";
import type { Tenant } from "../tenancy/tenant.ts";
import { ReaderActs } from "./acts.ts";
import { readerAdd, readerGroups, readerRemove } from "./commands.ts";
import { READER_COMMANDS } from "./commandTable.ts";
import { AudienceGate, type FilesByDigest } from "./gate.ts";
import { ReaderGroups } from "./readerGroups.ts";
import { ReaderLogins } from "./logins.ts";
import { ReaderPages } from "./readerPages.ts";
import { Readers } from "./readers.ts";
import type { FileAsked } from "./readersApi.ts";
import { READER_TABLES } from "./tables.ts";
import type { ReadersView } from "./views.ts";

interface ReadersAsked {
  readonly text?: string | undefined;
  readonly group?: string | undefined;
  /** The id of the reader after whom the list begins. */
  readonly cursor?: string | undefined;
}

const { plain, resolved } = readsFrom<{ readonly readers: Readers; readonly audienceGate: AudienceGate }>();

const READS = {
  /** Decides for a visitor about a file for readers. */
  "reader.file": resolved(({ audienceGate }, site, asked: FileAsked) => audienceGate.file(site, asked)),
  readers: plain(({ readers }, site, { text, group, cursor }: ReadersAsked): ReadersView => {
    const found = readers.list(site, { text, group, after: cursor }, LIST_ROWS + 1);
    const items = found.slice(0, LIST_ROWS);
    const last = items.at(-1);
    return {
      items: items.map(({ madeBy, groups, ...reader }) => ({
        ...reader,
        groups: [...groups],
        madeBy: madeBy === "" ? null : madeBy,
      })),
      next: found.length > items.length && last ? last.id : null,
      total: readers.count(site),
      groups: readers.groups(site),
    };
  }),
};

export const readers = defineArea({
  tables: READER_TABLES,
  needs: {
    powers: needed<Powers>(),
    mail: needed<Mail | undefined>(),
    sites: needed<Sites>(),
    tenant: needed<Tenant>(),
    rateLimits: needed<RateLimits>(),
    storageQuota: needed<StorageQuota>(),
    documents: needed<Documents>(),
    letters: needed<Letters>(),
    mailEnclosures: needed<MailEnclosures>(),
    plugins: needed<PluginShelf>(),
    releases: needed<Releases>(),
    published: needed<Published>(),
    mediaFiles: needed<FilesByDigest>(),
    readers: needed<Readers>(),
    readerLogins: needed<ReaderLogins>(),
    readerPages: needed<ReaderPages>(),
    audienceGate: needed<AudienceGate>(),
  },
  open(from) {
    const readerLogins = new ReaderLogins(from.powers);
    const audienceGate = new AudienceGate(from);
    const readerLetters: ReaderLetters = {
      // The letter of a person who may not sign in waits as others do, so that no answer takes another time.
      isOpen(site, digest) {
        const address = readerLogins.addressOf(site, digest);
        return address !== undefined && audienceGate.mayEnter(site, address);
      },
    };
    return {
      readers: new Readers(from.powers),
      readerGroups: new ReaderGroups(from),
      readerLogins,
      readerLetters,
      readerPages: new ReaderPages(from),
      audienceGate,
      readerGate: audienceGate satisfies ReaderGate as ReaderGate,
      readerActs: new ReaderActs(from),
    };
  },
  commands: READER_COMMANDS,
  makers: { "reader.add": readerAdd, "reader.groups": readerGroups, "reader.remove": readerRemove },
  reads: READS,
  tidy: ({ readerLogins }, now) => readerLogins.sweep(now),
});
