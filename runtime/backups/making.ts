import { hexOf } from "../../manifests/bytes/hex.ts";
import {
  ARCHIVE_AUDIT_ROWS,
  ARCHIVE_MADE_MS,
  BACKUPS_MAX,
  EXPORTS_MAX,
  EXPORT_KEPT_MS,
} from "../../manifests/bounds/backups.ts";
import { Refusal } from "../../manifests/refusals/refusal.ts";
import { actorName } from "../area/actor.ts";
import type { Wait } from "../area/chore.ts";
import type { Envelope } from "../area/command.ts";
import type { OneAtATime } from "../area/oneAtATime.ts";
import type { AuditPayload, Outbox } from "../commands/outbox.ts";
import type { Tables } from "../database/tables.ts";
import type { MediaObjects, SettledObject } from "../media/objects.ts";
import type { Powers } from "../powers/powers.ts";
import type { Sites } from "../tenancy/sites.ts";
import { schemaVersion } from "../database/schema.ts";
import { type Hash, AUDIT_COLUMNS, AUDIT_MEMBER } from "./archive.ts";
import { columnsOf } from "./columns.ts";
import type { ArchiveCopy } from "./copy.ts";
import type { ArchiveGarbage } from "./garbage.ts";
import { type Packed, type PackParts, ArchivePack } from "./pack.ts";
import type { ArchiveFacts, ArchiveKind, Vault, VaultOf } from "./vault.ts";

export interface ArchiveParts {
  readonly powers: Powers;
  readonly wait: Wait;
  readonly tables: Tables;
  readonly sites: Sites;
  readonly outbox: Outbox;
  readonly mediaObjects: MediaObjects;
  readonly archiveGarbage: ArchiveGarbage;
  readonly archiveCopy: ArchiveCopy;
  /** Serialises making, restoring and removing archives. */
  readonly archiveTurn: OneAtATime;
  readonly vaultOf: VaultOf;
}

/**
 * Commands about archives. Archives leave out their audit rows, because making an archive would otherwise change the
 * archived state.
 */
const ABOUT_ARCHIVES: ReadonlySet<string> = new Set([
  "backup.create",
  "backup.verify",
  "backup.delete",
  "backup.restore",
  "backup.return",
  "export.create",
  "tenant.erase",
  "site.remove",
]);

const MOST: Readonly<Record<ArchiveKind, number>> = { backups: BACKUPS_MAX, exports: EXPORTS_MAX };

export const hashBy =
  ({ sha256 }: Powers): Hash =>
  async (bytes) =>
    hexOf(await sha256(bytes));

/** The workspace's own tenant, found by one of its sites. */
export const tenantOf = ({ sites }: Pick<ArchiveParts, "sites">, site: string): string => sites.get(site).tenant;

/**
 * Makes and stores an archive. Its id is derived from the request. So a caller who repeats the request after a crash
 * gets the stored archive, and not a second one.
 */
export async function makeArchive(
  parts: ArchiveParts,
  kind: ArchiveKind,
  envelope: Envelope,
  submissions: boolean,
): Promise<ArchiveFacts> {
  const vault = parts.vaultOf(tenantOf(parts, envelope.site));
  const id = (
    await parts.powers.digest(JSON.stringify([kind, envelope.site, actorName(envelope.actor), envelope.key]))
  ).slice(0, 32);
  const known = await vault.find(kind, id);
  if (known) return known;
  await requireArchiveRoom(parts, vault, kind);
  const { file, bytes, media } = await packed(parts, vault, {
    site: envelope.site,
    submissions,
    store: beside(parts, vault, kind, id),
  });
  const facts = {
    id,
    sha256: await hashBy(parts.powers)(file),
    bytes,
    createdAt: parts.powers.now(),
    createdBy: actorName(envelope.actor),
    submissions,
    media,
  };
  await vault.store(kind, facts, file);
  return facts;
}

/**
 * Stores a member of an archive that does not exist yet. The garbage row is written first, so the members are removed
 * if the archive is never completed.
 */
function beside(
  { powers, archiveGarbage }: ArchiveParts,
  vault: Vault,
  kind: ArchiveKind,
  id: string,
): PackParts["store"] {
  return async (sha256, bytes) => {
    archiveGarbage.add(kind, id, powers.now() + ARCHIVE_MADE_MS);
    await vault.storeMember(kind, id, sha256, bytes);
  };
}

/**
 * Checks that the tenant may have one more archive. Removes expired exports first: garbage rows normally do that, but a
 * lost workspace also lost its rows.
 */
export async function requireArchiveRoom(
  { archiveGarbage, powers }: ArchiveParts,
  vault: Vault,
  kind: ArchiveKind,
): Promise<void> {
  const now = powers.now();
  const all = archiveGarbage.without(kind, await vault.list(kind), now);
  const over = kind === "exports" ? all.filter(({ createdAt }) => Math.abs(now - createdAt) >= EXPORT_KEPT_MS) : [];
  if (over.length > 0)
    await vault.remove(
      kind,
      over.map(({ id }) => id),
    );
  const kept = all.filter((one) => !over.includes(one));
  if (kept.length < MOST[kind]) return;
  throw new Refusal("CONFLICT", {
    conflict: "archives_full",
    reason: `The maximum number of ${kind} is reached.`,
    most: MOST[kind],
    ...(kind === "exports" ? { minutesToWait: minutesTillRoom(kept, now) } : {}),
  });
}

const MINUTE_MS = 60_000;

/** Minutes until the oldest export expires and makes room for another. */
const minutesTillRoom = (kept: readonly Pick<ArchiveFacts, "createdAt">[], now: number): number =>
  Math.ceil((Math.min(...kept.map(({ createdAt }) => createdAt)) + EXPORT_KEPT_MS - now) / MINUTE_MS);

interface Making {
  readonly site: string;
  readonly submissions: boolean;
  readonly store: PackParts["store"];
}

/**
 * Packs the workspace. State, files and outbox are from one moment; delivered audit rows are read after it. The
 * database copies the state first, so that other requests can write during packing.
 */
async function packed(
  parts: ArchiveParts,
  vault: Vault,
  { site, submissions, store }: Making,
): Promise<Packed & Pick<ArchiveFacts, "media">> {
  const { powers, archiveCopy, sites, tables, mediaObjects, outbox } = parts;
  const [moment, names] = [
    powers.now(),
    submissions ? tables.namesOf("archived", "submitted") : tables.namesOf("archived"),
  ];
  const facts = {
    schema: schemaVersion(powers.sql),
    tenant: tenantOf({ sites }, site),
    sites: sites.all().map((row) => row.site),
    submissions,
  };
  archiveCopy.take(names);
  try {
    const files = mediaObjects.settled();
    const underway = outbox.auditUnderway();
    const media = await keptMedia(vault, files);
    const pack = new ArchivePack({ facts, hash: hashBy(powers), store, rest: () => parts.wait(0) });
    for (const name of names) await pack.add(name, columnsOf(powers.sql, name)?.all ?? [], archiveCopy.rows(name));
    const audit = merged(await vault.audit(facts.sites, moment, ARCHIVE_AUDIT_ROWS), underway);
    await pack.add(
      AUDIT_MEMBER,
      AUDIT_COLUMNS,
      audit.toReversed().map((row) => AUDIT_COLUMNS.map((column) => row[column])),
    );
    return { ...(await pack.finish()), media };
  } finally {
    archiveCopy.drop();
  }
}

/** Merges audit rows by id: a delivered row may still be in the outbox. */
function merged(...lists: readonly AuditPayload[][]): AuditPayload[] {
  const byId = new Map(
    lists
      .flat()
      .filter(({ command }) => !ABOUT_ARCHIVES.has(command))
      .map((row) => [row.id, row]),
  );
  return [...byId.values()]
    .toSorted((one, other) => other.at - one.at || (one.id < other.id ? 1 : -1))
    .slice(0, ARCHIVE_AUDIT_ROWS);
}

async function keptMedia(vault: Vault, files: readonly SettledObject[]): Promise<ArchiveFacts["media"]> {
  const { copied, left, missing } = await vault.keepMedia(files);
  if (left > 0) throw unfinished(copied, left);
  return { files: files.length, bytes: files.reduce((sum, { bytes }) => sum + bytes, 0), missing: missing.length };
}

/** The refusal of a request that could not copy all files. Copied files stay, so each repetition has less to do. */
export const unfinished = (copied: number, left: number): Refusal =>
  new Refusal("CONFLICT", {
    conflict: "copying_unfinished",
    reason: "One request cannot copy all media files. Send the request again to continue.",
    copied,
    left,
  });
