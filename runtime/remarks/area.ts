import { actorName } from "../area/actor.ts";
import { defineArea, needed, readsFrom } from "../area/area.ts";
import type { MemberLanguages } from "../commands/memberLanguages.ts";
import type { Documents } from "../documents/documents.ts";
import type { Letters } from "../mail/letters.ts";
import type { RemarkLetters } from "../mail/sources.ts";
import type { Powers } from "../powers/powers.ts";
import type { RateLimits } from "../tenancy/rateLimits.ts";
import type { GuestThreads, SharedDraft } from "../sharing/sharedDraft.ts";
import type { Sites } from "../tenancy/sites.ts";
import { REMARK_COMMANDS } from "./commandTable.ts";
import { remarkAdd, remarkAnswer, remarkLeave, remarkRemove, remarkSettle } from "./commands.ts";
import { GuestRemarks } from "./guestRemarks.ts";
import { remarkOfSource } from "./letterSource.ts";
import { listRemarks, type RemarkReadParts, threadsOfLink } from "./reading.ts";
import { Remarks, type RemarksWanted } from "./remarks.ts";
import { REMARK_TABLES } from "./tables.ts";

/** The actor who resolves remarks of pages that are gone. */
const TIDY = actorName({ kind: "system", id: "tidy" });

const { plain } = readsFrom<RemarkReadParts>();

const READS = {
  remarks: plain((parts, site, wanted: RemarksWanted) => listRemarks(parts, site, wanted)),
};

/** Tells letters whether a remark still waits. Nobody needs a letter about one that is resolved or removed. */
const lettersOf =
  (remarks: Remarks): RemarkLetters =>
  (site, source) => {
    const found = remarks.find(site, remarkOfSource(source));
    return found?.resolvedAt === null ? found.id : undefined;
  };

export const remarks = defineArea({
  tables: REMARK_TABLES,
  needs: {
    powers: needed<Powers>(),
    sites: needed<Sites>(),
    documents: needed<Documents>(),
    memberLanguages: needed<MemberLanguages>(),
    letters: needed<Letters>(),
    rateLimits: needed<RateLimits>(),
    sharedDraft: needed<SharedDraft>(),
    remarks: needed<Remarks>(),
  },
  open(from) {
    const kept = new Remarks(from.powers.sql);
    const guestThreads: GuestThreads = (site, link, page) => threadsOfLink(kept, site, link, page);
    return { remarks: kept, remarkLetters: lettersOf(kept), guestRemarks: new GuestRemarks(from), guestThreads };
  },
  commands: REMARK_COMMANDS,
  makers: {
    "remark.add": remarkAdd,
    "remark.answer": remarkAnswer,
    "remark.settle": remarkSettle,
    "remark.remove": remarkRemove,
    "remark.leave": remarkLeave,
  },
  reads: READS,
  tidy({ remarks: kept, documents, sites }, now) {
    for (const { site } of sites.all()) {
      // A deleted page keeps its remarks while a version of it is stored, because a member may restore it.
      kept.settleGone(site, (page) => !documents.deletedPage(site, page), { by: TIDY, at: now });
      kept.prune(site);
    }
  },
});
