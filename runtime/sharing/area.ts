import { defineArea, needed, readsFrom } from "../area/area.ts";
import type { MemberLanguages } from "../commands/memberLanguages.ts";
import type { Documents } from "../documents/documents.ts";
import type { Draft } from "../editing/draft.ts";
import type { ShareLetters } from "../mail/sources.ts";
import type { PluginShelf } from "../plugins/states/shelf.ts";
import type { Powers } from "../powers/powers.ts";
import type { Releases } from "../publishing/releases/releases.ts";
import type { RoleOf } from "../publishing/scheduleRunner.ts";
import type { PinnedParts } from "../snapshots/pinned.ts";
import { SHARE_PATH } from "../serving/editMarker.ts";
import type { SectionDataStore } from "../snapshots/store.ts";
import type { Sites } from "../tenancy/sites.ts";
import { SHARING_COMMANDS } from "./commandTable.ts";
import { shareCreate, shareRemove } from "./commands.ts";
import { ShareLinks } from "./links.ts";
import { type GuestThreads, SharedDraft } from "./sharedDraft.ts";
import { SHARING_TABLES } from "./tables.ts";
import type { ShareLinksView } from "./views.ts";

interface ReadParts {
  readonly shareLinks: ShareLinks;
  readonly sharedDraft: SharedDraft;
}

interface GuestAsked {
  readonly secret: string;
  readonly path: string;
}

const { plain, resolved } = readsFrom<ReadParts>();

const READS = {
  shareLinks: plain(({ shareLinks }, site): ShareLinksView => ({
    items: shareLinks.list(site).map((link) => ({ ...link, pages: link.pages && [...link.pages] })),
  })),
  /** A path of the site, for a person with the secret of a link. */
  "share.page": resolved(({ sharedDraft }, site, { secret, path }: GuestAsked) =>
    sharedDraft.answer(site, secret, path),
  ),
};

export const sharing = defineArea({
  tables: SHARING_TABLES,
  needs: {
    powers: needed<Powers>(),
    sites: needed<Sites>(),
    documents: needed<Documents>(),
    mediaFiles: needed<PinnedParts["mediaFiles"]>(),
    plugins: needed<PluginShelf>(),
    releases: needed<Releases>(),
    sectionData: needed<SectionDataStore>(),
    draft: needed<Draft>(),
    memberLanguages: needed<MemberLanguages>(),
    roleOf: needed<RoleOf | undefined>(),
    shareLinks: needed<ShareLinks>(),
    guestThreads: needed<GuestThreads>(),
    sharedDraft: needed<SharedDraft>(),
  },
  open(from) {
    const shareLinks = new ShareLinks(from.powers);
    const shareLetters: ShareLetters = {
      path: SHARE_PATH,
      isOpen: (site, digest) => shareLinks.ofDigest(site, digest) !== undefined,
    };
    return { shareLinks, shareLetters, sharedDraft: new SharedDraft(from) };
  },
  commands: SHARING_COMMANDS,
  makers: { "share.create": shareCreate, "share.remove": shareRemove },
  reads: READS,
  tidy({ shareLinks, documents, sites }, now) {
    shareLinks.sweep(now);
    for (const { site } of sites.all()) shareLinks.forgetPages(site, (page) => !documents.pageEntry(site, page));
  },
});
