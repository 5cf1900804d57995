/** An import from its beginning to its end. It runs under Node and in a browser: everything outside comes in with it. */
import { type Applied, applyPlan } from "./apply/apply.ts";
import type { Door } from "./apply/door.ts";
import { knownSite } from "./apply/knownSite.ts";
import type { MovePlan } from "./plan/plan.ts";
import { movePlan } from "./plan/planned.ts";
import type { PresentSite } from "./plan/site.ts";
import type { Folder } from "./tree/folder.ts";
import { findMoveSource, type SourceKind } from "./read/sources.ts";
import type { MoveLoss } from "./tree/moved.ts";

export type { Door } from "./apply/door.ts";
export { SiteRefusal } from "./apply/door.ts";
export { readSitemap } from "./read/web/sitemap.ts";
export { zipFolder } from "./read/zip/zipFolder.ts";
export { kindLine, type LossKind, lossKinds, lossLine, lossPlace } from "./plan/lossKinds.ts";
export { planFiles, lossReceipt } from "./plan/receipt.ts";

/** Thrown where no file is of a known kind. */
export class NothingToMove extends Error {}

export interface PreparedMove {
  readonly kind: SourceKind;
  readonly source: string;
  readonly plan: MovePlan;
  readonly site: PresentSite;
}

/** Reads a source and plans it for a site. Writes nothing. */
export async function prepare(folder: Folder, door: Door, now: number): Promise<PreparedMove> {
  const source = await findMoveSource(folder);
  if (!source) throw new NothingToMove("Nothing here can be imported.");
  const site = await knownSite(door);
  const moved = await source.read(folder, { now, rows: site.rows });
  return { kind: source.kind, source: source.name, plan: movePlan(moved, site), site };
}

export interface Done extends Omit<Applied, "losses"> {
  readonly losses: readonly MoveLoss[];
  /** Texts for which a site has no place, by names of files. */
  readonly extras: ReadonlyMap<string, string>;
}

export async function carryOut(
  door: Door,
  { plan, site }: PreparedMove,
  how: Parameters<typeof applyPlan>[3],
): Promise<Done> {
  const applied = await applyPlan(door, plan, site, how);
  return { ...applied, losses: [...plan.losses, ...applied.losses], extras: plan.extras };
}
