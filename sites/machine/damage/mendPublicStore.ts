/**
 * Compares the public store with what workspaces have copied to it. A workspace copies only changes, so it never
 * notices that the store has lost a value.
 */
import { existsSync, readFileSync } from "node:fs";
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
import { timeOrderedId } from "../../platform/keys/timeOrderedId.ts";
import type { DataFolder } from "../state/dataFolder.ts";
import { type ReadDatabase, rowsOfDatabase } from "../state/databases.ts";
import { type Inventory, workspacePath } from "../state/inventory.ts";
import { objectId } from "../state/objectId.ts";
import { PLACES, PUBLIC_STORE } from "../state/places.ts";
import { sizesIn } from "../state/buckets.ts";
import { nanoseconds } from "./alarms.ts";
import { workspaceSql } from "./workspaceSql.ts";

/** Path of the public store's index. */
export const publicIndex = (state: string): string =>
  join(state, PLACES.storeIndex, `${objectId(basename(PLACES.storeIndex), PUBLIC_STORE)}.sqlite`);

/** The folder of the public store's values. */
export const publicValues = (state: string): string => join(state, PLACES.stores, PUBLIC_STORE, "blobs");

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

/** Paths of the values that have bytes, by key. */
function valuesIn(state: string, reading: ReadDatabase): ReadonlyMap<string, string> {
  const index = publicIndex(state);
  if (!existsSync(index)) return new Map();
  const sizes = sizesIn(publicValues(state));
  const query = "SELECT key, blob_id AS blob FROM _mf_entries";
  const rows = reading(index, (database) =>
    rowsOfDatabase<{ key: string; blob: string }>(database, "_mf_entries", query),
  );
  const whole = rows.filter(({ blob }) => (sizes.get(blob) ?? 0) > 0);
  return new Map(whole.map(({ key, blob }) => [key, join(publicValues(state), blob)]));
}

interface Mending {
  readonly tenant: string;
  readonly path: string;
  readonly kept: Inventory;
  readonly there: ReadonlyMap<string, string>;
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
  there: ReadonlyMap<string, string>,
): number {
  const gone = keys.filter((key) => !there.has(isHostKey(key) ? key : tenantKey(tenant, key))).length;
  const pointer = there.get(tenantKey(tenant, pointerKey(site)));
  return pointer !== undefined && sequenceIn(pointer) !== refreshed ? gone + 1 : gone;
}

function sequenceIn(path: string): unknown {
  try {
    return (JSON.parse(readFileSync(path, "utf8")) as { readonly sequence?: unknown } | null)?.sequence;
  } catch {
    return undefined;
  }
}

const lackTold = ({ tenant, site }: SiteRow, gone: number): string =>
  `The public store had lost ${gone} values of the site ${site} of the tenant ${tenant}. The site copies its publication there again.`;
