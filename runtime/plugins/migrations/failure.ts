import { Refusal } from "../../../manifests/refusals/refusal.ts";
import type { MigrationFailure } from "./migrations.ts";

/** Makes the refusal of a version to which the data could not be brought over. Its owner reads why. */
export const notBroughtOver = (migration: MigrationFailure): Refusal =>
  new Refusal("CONFLICT", { reason: "Its data could not be brought over, so nothing was changed.", migration });
