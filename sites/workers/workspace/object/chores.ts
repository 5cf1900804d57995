import { visibleJson } from "../../../../manifests/visible.ts";
import { OUTBOX_GATHER_MS } from "../../../../manifests/bounds/commands.ts";
import type { ArchiveRemoval } from "../../../../runtime/backups/removal.ts";
import type { Chore } from "../../../../runtime/area/chore.ts";
import type { Outbox, PublicationPayload } from "../../../../runtime/commands/outbox.ts";
import type { MediaObjects } from "../../../../runtime/media/objects.ts";
import type { FormFiles } from "../../../../runtime/submissions/files.ts";
import type { PublicContent, PublicPlaces } from "../../../../runtime/serving/publicContent.ts";
import type { Uncovering } from "../../../../runtime/serving/uncovering.ts";
import type { Sites } from "../../../../runtime/tenancy/sites.ts";
import type { Tenant } from "../../../../runtime/tenancy/tenant.ts";
import type { WorkspacePowers } from "../bindings/powers.ts";
import { removeMedia } from "../storage/mediaGarbage.ts";
import { type Receivers, dispatch } from "../queues/outboxDispatch.ts";
import { publicPlaces } from "../storage/publicPlaces.ts";
import { emptyFileQuarantine } from "../storage/fileQuarantine.ts";

/** The parts of the kernel whose work reaches other services. */
export interface ObjectChoresParts {
  readonly outbox: Outbox;
  readonly sites: Sites;
  readonly publicContent: PublicContent;
  readonly uncovering: Uncovering;
  readonly tenant: Tenant;
  readonly mediaObjects: MediaObjects;
  readonly formFiles: FormFiles;
  readonly archiveRemoval: ArchiveRemoval;
}

/** The alarm's work outside the database: delivering messages, and removing files and archives. */
export function chores(
  { outbox, sites, publicContent, uncovering, tenant, mediaObjects, formFiles, archiveRemoval }: ObjectChoresParts,
  powers: WorkspacePowers,
): Chore[] {
  // All sites of a workspace are one tenant's.
  const name = (): string => tenant.name ?? "";
  let isUncovering = false;
  const to: Receivers = {
    mayCarry: () => !isUncovering,
    audit: powers.audit,
    announce: powers.announce,
    carry: (publication) =>
      carry({ sites, publicContent }, publication, publicPlaces(powers.publicStore, name(), powers.pages)),
  };
  return [
    {
      turn: "deliver",
      run: async () => {
        isUncovering = false;
        isUncovering = await uncoverAll(sites, uncovering, powers.pages);
      },
      nextDue: () => (uncovering.isUnderWay ? 0 : undefined),
    },
    { turn: "deliver", run: () => dispatch(outbox, to, name()), nextDue: () => dueOf(outbox) },
    {
      turn: "remove",
      run: () => removeMedia(mediaObjects, powers.media, name()),
      nextDue: () => mediaObjects.nextDue(),
    },
    { turn: "remove", run: () => removeArchives(archiveRemoval, name()), nextDue: () => archiveRemoval.nextDue() },
    {
      turn: "remove",
      run: () => emptyFileQuarantine(formFiles, powers.media, name()),
      nextDue: () => formFiles.nextDue(),
    },
  ];
}

/**
 * Publications that were prepared in steps, scheduled or restored, and those that need more than one turn. True if
 * visitors may have seen pages from before one.
 */
async function uncoverAll(sites: Sites, uncovering: Uncovering, pages: WorkspacePowers["pages"]): Promise<boolean> {
  const all = sites.all();
  const isCovered = all.some((row) => uncovering.isCovered(row));
  for (const { site } of all) await uncovering.turn(site, pages);
  return isCovered;
}

/**
 * Carries out a publication in one turn. False if more is to do, or if an earlier publication was not carried. The
 * queue may have given it up, and closes its dead letter then.
 */
async function carry(
  { sites, publicContent }: Pick<ObjectChoresParts, "sites" | "publicContent">,
  { site, sequence }: PublicationPayload,
  places: PublicPlaces,
): Promise<boolean> {
  const { refreshed } = sites.get(site);
  const { done } = await publicContent.refresh(site, sequence, places);
  return done && refreshed >= sequence - 1;
}

/** Messages wait for more, so that one statement writes many audit rows, and one turn carries many publications. */
function dueOf(outbox: Outbox): number | undefined {
  const due = outbox.nextDue();
  return due === undefined ? undefined : due + OUTBOX_GATHER_MS;
}

async function removeArchives(archives: ArchiveRemoval, tenant: string): Promise<void> {
  const unreadable = await archives.runDue();
  if (unreadable) console.warn(visibleJson({ event: "archive_unreadable", tenant, ...unreadable }));
}
