import { countOf } from "../../../manifests/refusals/countOf.ts";
import { existsSync } from "node:fs";
import type { DataFolder } from "../state/dataFolder.ts";
import { type Inventory, takeInventory, tenantOfFile } from "../state/inventory.ts";
import { type Loss, lossesIn } from "../state/losses.ts";
import type { DamagedFile, Soundness } from "../state/soundness.ts";
import { Problem } from "../process/problem.ts";
import { mendAlarms } from "./alarms.ts";
import { Aside } from "./aside.ts";
import { mendBuckets, removeOrphans } from "./mendBuckets.ts";
import { lostQueues } from "./lostQueues.ts";
import { lostStores } from "./lostStores.ts";
import { adoptFormerStore } from "./formerPublicStore.ts";
import { mendPublicStore } from "./mendPublicStore.ts";
import { damageTold, findOwner } from "./owners.ts";

/** The data after a start's repairs. */
export interface MendedState {
  readonly kept: Inventory;
  /** Lost or damaged parts. */
  readonly losses: readonly Loss[];
  /** Repairs and removals, for the operator. */
  readonly lines: readonly string[];
}

export interface MendingInput {
  readonly soundness: Soundness;
  readonly damaged: readonly DamagedFile[];
  /** Pictures that a start stores again. */
  readonly shipped: ReadonlySet<string>;
  readonly now: () => number;
}

/** Throws if a file is damaged without which no tenant can be served. Nothing has changed yet. */
export function refuseDamaged({ path: home }: Pick<DataFolder, "path">, damaged: readonly DamagedFile[]): void {
  const vital = damaged.find(({ path }) => findOwner(path).fate === "refused");
  if (vital === undefined) return;
  const { what, follows } = findOwner(vital.path);
  throw new Problem(
    `The file state/${vital.path} in ${home} (${what}) is damaged: ${vital.why}. ${follows} Restore it from a backup of the folder. Nothing was changed.`,
  );
}

/**
 * Sets damaged files aside, and makes again what the rest of the data tells. Removes leftovers only if nothing was lost
 * or made again: after a loss, every file looks like a leftover. Hold the lock.
 */
export function mendState(
  folder: DataFolder,
  before: Inventory,
  { soundness, damaged, shipped, now }: MendingInput,
): MendedState {
  const aside = new Aside(folder, now());
  const reported = damaged.map((one) => ({
    isRemade: findOwner(one.path).fate === "remade",
    ...damageTold({ ...one, kept: aside.move(one.path) }, (path) => tenantOfFile(before, path)),
  }));
  for (const { path } of damaged) soundness.forget(path);
  aside.moveLonelyLogs();
  const reading = soundness.read;
  const buckets = mendBuckets(folder, before, { aside, reading, now });
  const kept = takeInventory(folder, reading);
  adoptFormerStore(folder, reading);
  const store = mendPublicStore(folder, kept, { reading, now });
  const alarms = mendAlarms(new Map([...soundness.alarms].filter(([path]) => existsSync(path))));
  mendAlarms(new Map(store.map(({ path, alarm }) => [path, alarm])));
  const losses = [
    ...reported.filter(({ isRemade }) => !isRemade),
    ...buckets.losses,
    ...lostStores(folder, { reading, damaged }),
    ...lossesIn(kept, shipped),
  ];
  const repairs = [
    ...reported.filter(({ isRemade }) => isRemade).map(({ what }) => what),
    ...buckets.lines,
    ...store.map(({ line }) => line),
    ...lostQueues(folder, before, { reading, damaged }),
    ...alarmsTold(alarms),
  ];
  const lines = losses.length + repairs.length > 0 ? repairs : orphansTold(removeOrphans(folder, reading));
  return { kept, losses: losses.map(({ what, mend }) => ({ what, mend })), lines };
}

const alarmsTold = (alarms: number): string[] =>
  alarms > 0 ? [`Set ${countOf(alarms, "alarm")} again that workerd's lists had lost.`] : [];

const orphansTold = (orphans: number): string[] =>
  orphans > 0 ? [`Removed ${countOf(orphans, "file")} of uploads that an earlier run did not finish.`] : [];
