import type { ShownFault } from "../../../manifests/faults/fault.ts";
import { Refusal } from "../../../manifests/refusals/refusal.ts";
import type { MigrationFailure } from "./migrations.ts";

/** The failure with the sources of its places. */
export interface ShownMigrationFailure extends MigrationFailure {
  readonly fault: ShownFault | null;
}

/** Makes the refusal of a version to which the data could not be brought over. Its owner reads why. */
export const notBroughtOver = (migration: ShownMigrationFailure): Refusal =>
  new Refusal("CONFLICT", { reason: "Its data could not be brought over, so nothing was changed.", migration });
