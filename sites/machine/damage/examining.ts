import type { DataFolder } from "../state/dataFolder.ts";
import { refuseNewer } from "../state/dataVersion.ts";
import { takeInventory } from "../state/inventory.ts";
import { lostSecrets, refuseLostControlPlane, refuseOtherFamily } from "../state/losses.ts";
import { Soundness } from "../state/soundness.ts";
import { type MendedState, mendState, refuseDamaged } from "./mending.ts";

export interface ExaminingInput {
  /** True if each tenant has its own worker. */
  readonly isManaged: boolean;
  /** Pictures that a start stores again. */
  readonly shipped: ReadonlySet<string>;
  readonly now: () => number;
}

/**
 * Examines the data folder, and refuses it before anything in it changes. Then sets damaged files aside, so that they
 * stop nobody else, and makes again what the rest of the data tells. Hold the lock.
 */
export function examineFolder(folder: DataFolder, { isManaged, shipped, now }: ExaminingInput): MendedState {
  const soundness = new Soundness(folder);
  const kept = takeInventory(folder, soundness.read);
  const damaged = soundness.checkAll();
  refuseDamaged(folder, damaged);
  refuseNewer(folder, kept);
  refuseLostControlPlane(kept, folder);
  refuseOtherFamily(kept, folder, isManaged);
  const missing = lostSecrets(folder, kept);
  const mended = mendState(folder, kept, { soundness, damaged, shipped, now });
  return { ...mended, losses: [...mended.losses, ...missing] };
}
