/**
 * Compares the public store with what workspaces have copied to it. A workspace copies only changes, so it never
 * notices that the store has lost a value.
 */
import { countOf } from "../../../manifests/refusals/countOf.ts";
import { hash } from "node:crypto";
import { existsSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { LAST_STEP } from "../../../runtime/database/lastStep.ts";
import { Outbox } from "../../../runtime/commands/outbox.ts";
import { announce } from "../../../runtime/serving/announcing.ts";
import { PublicInventory } from "../../../runtime/serving/publicInventory.ts";
import { PublicLeaves } from "../../../runtime/serving/publicLeaves.ts";
import { isHostKey, pointerKey, tenantKey } from "../../../runtime/serving/publicKeys.ts";
import { PublicWords } from "../../../runtime/serving/publicWords.ts";
import { Sites, type SiteRow } from "../../../runtime/tenancy/sites.ts";
import { sha256Hex } from "../../platform/keys/digest.ts";
import { POINTERS_AND_KEYS, WHOLE_VALUES } from "../../platform/publicStore/publicValues.ts";
import { timeOrderedId } from "../../platform/keys/timeOrderedId.ts";
import type { DataFolder } from "../state/dataFolder.ts";
import { type ReadDatabase, rowsOfDatabase } from "../state/databases.ts";
import { type Inventory, workspacePath } from "../state/inventory.ts";
import { objectId } from "../state/objectId.ts";
import { PLACES, PUBLIC_STORE } from "../state/places.ts";
import { nanoseconds } from "./alarms.ts";
import { workspaceSql } from "./workspaceSql.ts";

/** Path of the public store's database. */
export const publicStorePath = (state: string): string =>
  join(state, PLACES.publicStore, `${objectId(basename(PLACES.publicStore), PUBLIC_STORE)}.sqlite`);

/** A workspace that must copy its publications again. */
interface Lacking {
  /** The message to the operator. */
  readonly line: string;
  /** The workspace's database, and the alarm that it has now, in nanoseconds. */
  readonly path: string;
  readonly alarm: bigint;
}

/**
 * Lets each site whose public content lacks a value copy everything again. A workspace of an earlier release is left
 * alone, because this release has not changed its tables yet. Hold the lock.
 */
export function mendPublicStore(
  { state }: Pick<DataFolder, "state">,
  kept: Inventory,
  { reading, now }: { readonly reading: ReadDatabase; readonly now: () => number },
): readonly Lacking[] {
  const there = valuesIn(state, reading);
  return [...kept.workspaces.values()]
    .filter(({ step }) => step === LAST_STEP)
    .flatMap(({ tenant }) => mendTenant({ tenant, path: join(state, workspacePath(kept, tenant)), kept, there, now }));
}

/**
 * The sound values by their key: of a pointer its sequence number, undefined for all others. A large store is not read
 * whole at a start. Its values are compared with their digests when they are asked for.
 */
function valuesIn(state: string, reading: ReadDatabase): ReadonlyMap<string, unknown> {
  const path = publicStorePath(state);
  if (!existsSync(path)) return new Map();
  const isCompared = statSync(path).size <= COMPARED_MAX_BYTES;
  const rows = reading(path, (database) =>
    rowsOfDatabase<ValueRow>(database, "public_values", isCompared ? WHOLE_VALUES : POINTERS_AND_KEYS),
  );
  const sound = rows.filter(({ text, sha256 }) => text === null || hash("sha256", text) === sha256);
  return new Map(sound.map(({ key, text }) => [key, IS_POINTER.test(key) ? sequenceIn(text ?? "") : undefined]));
}

interface ValueRow {
  readonly key: string;
  readonly sha256: string;
  /** Null if it was not read. */
  readonly text: string | null;
}

/** The largest store whose values are compared with their digests at a start, in bytes. That takes about 0.2 s. */
const COMPARED_MAX_BYTES = 64 * 1024 * 1024;
const IS_POINTER = /\/current$/;

interface Mending {
  readonly tenant: string;
  readonly path: string;
  readonly kept: Inventory;
  readonly there: ReadonlyMap<string, unknown>;
  readonly now: () => number;
}

function mendTenant({ tenant, path, kept, there, now }: Mending): Lacking[] {
  const database = new DatabaseSync(path);
  try {
    const powers = { sql: workspaceSql(database), now, newIdAt: timeOrderedId, digest: sha256Hex };
    const publicInventory = new PublicInventory(powers);
    const parts = {
      powers,
      sites: new Sites(powers.sql),
      outbox: new Outbox(powers),
      publicInventory,
      words: new PublicWords(powers, publicInventory),
      leaves: new PublicLeaves(powers, publicInventory),
    };
    const isShown = !kept.sites.some((one) => one.tenant === tenant && one.status === "suspended");
    const lacking = parts.sites
      .all()
      .filter(({ release, refreshed }) => isShown && release > 0 && refreshed > 0)
      .map((row) => ({ row, gone: lackingOf(row, parts.publicInventory.copiedKeys(row), there) }))
      .filter(({ gone }) => gone > 0);
    for (const { row } of lacking) announce(parts, row.site);
    const alarm = nanoseconds(now());
    if (lacking.length > 0) setAlarm(database, alarm);
    return lacking.map(({ row, gone }) => ({ line: lackTold(row, gone), path, alarm }));
  } finally {
    database.close();
  }
}

/** Sets the object's alarm as workerd keeps it, in nanoseconds. Its list of alarms must name the same time. */
function setAlarm(database: DatabaseSync, at: bigint): void {
  database.exec("CREATE TABLE IF NOT EXISTS _cf_METADATA (key INTEGER PRIMARY KEY, value BLOB)");
  database.prepare("INSERT OR REPLACE INTO _cf_METADATA (key, value) VALUES (1, ?)").run(at);
}

/** The number of keys without a value. A pointer to another publication than the copied one counts as none. */
function lackingOf(
  { tenant, site, refreshed }: SiteRow,
  keys: readonly string[],
  there: ReadonlyMap<string, unknown>,
): number {
  const gone = keys.filter((key) => !there.has(isHostKey(key) ? key : tenantKey(tenant, key))).length;
  const pointer = tenantKey(tenant, pointerKey(site));
  return there.has(pointer) && there.get(pointer) !== refreshed ? gone + 1 : gone;
}

function sequenceIn(text: string): unknown {
  try {
    return (JSON.parse(text) as { readonly sequence?: unknown } | null)?.sequence;
  } catch {
    return undefined;
  }
}

const lackTold = ({ tenant, site }: SiteRow, gone: number): string =>
  `The public store had lost ${countOf(gone, "value")} of the site ${site} of the tenant ${tenant}. The site copies its publication there again.`;
