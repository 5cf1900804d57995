import { defineArea, needed, readsFrom } from "../area/area.ts";
import type { MemberLanguages } from "../commands/memberLanguages.ts";
import type { Documents } from "../documents/documents.ts";
import type { History } from "../documents/history.ts";
import type { MediaUses } from "../documents/mediaUses.ts";
import type { PageIndex } from "../documents/pageIndex.ts";
import type { OwnSigns } from "../editing/provenAction.ts";
import type { UnfinishedEdits } from "../editing/unfinished/unfinishedEdits.ts";
import type { HookRunner } from "../plugins/hooks/hookRunner.ts";
import type { PluginShelf } from "../plugins/states/shelf.ts";
import type { Powers } from "../powers/powers.ts";
import type { Releases } from "../publishing/releases/releases.ts";
import type { Sites } from "../tenancy/sites.ts";
import type { Tenant } from "../tenancy/tenant.ts";
import { mediaCreate, mediaDelete, mediaUpdate } from "./commands.ts";
import { MEDIA_COMMANDS } from "./commandTable.ts";
import { MediaFiles } from "./files.ts";
import { FormerPaths } from "./former/formerPaths.ts";
import { Galleries } from "./galleries.ts";
import { type HidingParts, mediaAudience } from "./hiding.ts";
import { MediaLibrary, type MediaWanted } from "./library.ts";
import { MediaObjects } from "./objects.ts";
import { mediaReplace } from "./replacing.ts";
import { MEDIA_TABLES } from "./tables.ts";

interface Portion {
  readonly cursor?: number | null | undefined;
  readonly limit?: number | null | undefined;
}

interface OfGalleries {
  readonly page?: string;
  readonly cursor?: string | null | undefined;
}

const { plain, resolved } = readsFrom<{ readonly media: MediaLibrary; readonly galleries: Galleries }>();

const READS = {
  media: plain(({ media: library }, site, { cursor = null, limit = null, ...filter }: MediaWanted & Portion) =>
    library.list(site, filter, cursor, limit),
  ),
  "media.file": plain(({ media: library }, site, { media: id }: { readonly media: string }) =>
    library.detail(site, id),
  ),
  /** Lists the galleries of one page, or of all pages from `cursor`. */
  galleries: resolved(({ galleries }, site, { page, cursor = null }: OfGalleries) =>
    page === undefined ? galleries.list(site, cursor) : { items: galleries.onPage(site, page), next: null },
  ),
};

export const media = defineArea({
  tables: MEDIA_TABLES,
  needs: {
    powers: needed<Powers>(),
    sites: needed<Sites>(),
    tenant: needed<Tenant>(),
    documents: needed<Documents>(),
    history: needed<History>(),
    mediaUses: needed<MediaUses>(),
    plugins: needed<PluginShelf>(),
    hookRunner: needed<HookRunner>(),
    releases: needed<Releases>(),
    mediaFiles: needed<MediaFiles>(),
    mediaObjects: needed<MediaObjects>(),
    copyMedia: needed<HidingParts["copyMedia"]>(),
    formerPaths: needed<FormerPaths>(),
    ownSecret: needed<OwnSigns>(),
    memberLanguages: needed<MemberLanguages>(),
    unfinished: needed<UnfinishedEdits>(),
    pageIndex: needed<PageIndex>(),
    media: needed<MediaLibrary>(),
    galleries: needed<Galleries>(),
  },
  open: (from) => ({
    mediaFiles: new MediaFiles(from.powers.sql),
    mediaObjects: new MediaObjects(from.powers),
    formerPaths: new FormerPaths(from.powers.sql),
    media: new MediaLibrary(from),
    galleries: new Galleries(from),
  }),
  commands: MEDIA_COMMANDS,
  makers: {
    "media.create": mediaCreate,
    "media.update": mediaUpdate,
    "media.audience": mediaAudience,
    "media.replace": mediaReplace,
    "media.delete": mediaDelete,
  },
  reads: READS,
  tidy: ({ mediaObjects }) => mediaObjects.sweep(),
});
