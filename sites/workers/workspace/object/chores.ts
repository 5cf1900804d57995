import { visibleJson } from "../../../../manifests/visible.ts";
import { AUDIT_GATHER_MS } from "../../../../manifests/bounds/commands.ts";
import type { ArchiveRemoval } from "../../../../runtime/backups/removal.ts";
import type { Chore } from "../../../../runtime/area/chore.ts";
import type { Outbox } from "../../../../runtime/commands/outbox.ts";
import type { MediaObjects } from "../../../../runtime/media/objects.ts";
import type { FormFiles } from "../../../../runtime/submissions/files.ts";
import type { Uncovering } from "../../../../runtime/serving/uncovering.ts";
import type { Sites } from "../../../../runtime/tenancy/sites.ts";
import type { Tenant } from "../../../../runtime/tenancy/tenant.ts";
import type { WorkspacePowers } from "../bindings/powers.ts";
import { removeMedia } from "../storage/mediaGarbage.ts";
import { dispatch } from "../queues/outboxDispatch.ts";
import { emptyFileQuarantine } from "../storage/fileQuarantine.ts";

/** The parts of the kernel whose work reaches other services. */
export interface ObjectChoresParts {
  readonly outbox: Outbox;
  readonly sites: Sites;
  readonly uncovering: Uncovering;
  readonly tenant: Tenant;
  readonly mediaObjects: MediaObjects;
  readonly formFiles: FormFiles;
  readonly archiveRemoval: ArchiveRemoval;
}

/** The alarm's work outside the database: delivering messages, and removing files and archives. */
export function chores(
  { outbox, sites, uncovering, tenant, mediaObjects, formFiles, archiveRemoval }: ObjectChoresParts,
  powers: WorkspacePowers,
): Chore[] {
  // All sites of a workspace are one tenant's.
  const name = (): string => tenant.name ?? "";
  return [
    {
      turn: "deliver",
      run: () => uncoverAll(sites, uncovering, powers.pages),
      nextDue: () => (uncovering.isUnderWay ? 0 : undefined),
    },
    { turn: "deliver", run: () => dispatch(outbox, powers, name()), nextDue: () => dueOf(outbox) },
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

/** Publications that were prepared in steps, scheduled or restored, and those that need more than one turn. */
async function uncoverAll(sites: Sites, uncovering: Uncovering, pages: WorkspacePowers["pages"]): Promise<void> {
  for (const { site } of sites.all()) await uncovering.turn(site, pages);
}

/** Audit rows wait for more rows, so that one statement writes many of them. */
function dueOf(outbox: Outbox): number | undefined {
  const audit = outbox.nextDue("audit");
  const times = [outbox.nextDue("publication"), audit === undefined ? undefined : audit + AUDIT_GATHER_MS].filter(
    (time) => time !== undefined,
  );
  return times.length > 0 ? Math.min(...times) : undefined;
}

async function removeArchives(archives: ArchiveRemoval, tenant: string): Promise<void> {
  const unreadable = await archives.runDue();
  if (unreadable) console.warn(visibleJson({ event: "archive_unreadable", tenant, ...unreadable }));
}
