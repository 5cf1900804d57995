/** The reason why a migration of plugin data failed, as a site reports it. */
import * as z from "zod/mini";
import { shownFaultShape } from "../../../manifests/faults/fault.ts";
import { faultLines } from "../../../manifests/faults/faultLines.ts";

const migrationFailureShape = z.object({ of: z.string(), code: z.string(), fault: z.nullable(shownFaultShape) });
export type MigrationFailure = z.infer<typeof migrationFailureShape>;

/** Undefined for evidence in an unknown form, which a site of another release may send. */
export const readMigrationFailure = (evidence: unknown): MigrationFailure | undefined =>
  migrationFailureShape.safeParse(evidence).data;

const FAILED: Readonly<Record<string, string>> = {
  plugin_failed: "failed",
  plugin_answer: "gave an invalid answer",
  plugin_late: "took too long",
  plugin_broken: "stopped unexpectedly",
  data_changed: "conflicted with writes of the version in use; try again",
  loader_unavailable: "cannot run here",
};

/** Explains why the migration failed, with the place in the plugin's code. */
export const failureLines = ({ of, code, fault }: MigrationFailure): string[] => [
  `The plugin's data was not changed: migrate.${of} ${Object.hasOwn(FAILED, code) ? FAILED[code] : code}.`,
  ...(fault ? faultLines(fault).map((line) => `  ${line}`) : []),
];
