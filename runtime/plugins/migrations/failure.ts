import type { ShownFault } from "../../../manifests/faults/fault.ts";
import { Refusal } from "../../../manifests/refusals/refusal.ts";
import type { MigrationFailure } from "./migrations.ts";

/** The failure with source positions. */
export interface ShownMigrationFailure extends MigrationFailure {
  readonly fault: ShownFault | null;
}

/** Makes the refusal for data that could not be migrated. Its owner reads the cause. */
export const notBroughtOver = (migration: ShownMigrationFailure): Refusal =>
  new Refusal("CONFLICT", {
    conflict: "plugin_data_unconvertible",
    reason: "The data of the plugin could not be converted, so nothing was changed.",
    migration,
  });
