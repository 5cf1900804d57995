/**
 * The version of a folder's data. A release can read data of earlier releases and migrate it. It would misread rows of
 * a later release without any error.
 */
import { join } from "node:path";
import * as z from "zod/mini";
import { LAST_STEP } from "../../../runtime/database/lastStep.ts";
import { writeWhole } from "../../cli/files/writeWhole.ts";
import { releaseVersion } from "../../cli/command/version.ts";
import { Problem } from "../process/problem.ts";
import { readMigrations } from "./migrations.ts";
import type { DataFolder } from "./dataFolder.ts";
import { stateIn } from "./stateFile.ts";
import type { Inventory } from "./inventory.ts";

/** The version of the folder's layout. A release that changes the layout increments it, and migrates older folders. */
export const LAYOUT = 1;

const OWNER_ONLY = 0o600;

const shape = z.object({
  release: z.string(),
  layout: z.int(),
  /** The name of the control plane's last migration. */
  migration: z.string(),
  /** The number of the workspaces' last schema step. */
  step: z.int(),
});

export type DataFolderVersion = z.infer<typeof shape>;

/** The data version of this release. */
export const ownVersion = (): DataFolderVersion => ({
  release: releaseVersion(),
  layout: LAYOUT,
  migration: readMigrations().at(-1)?.name ?? "",
  step: LAST_STEP,
});

const fileOf = ({ path }: Pick<DataFolder, "path">): string => join(path, "version.json");

/**
 * The stored version. Undefined for an empty folder, and for folders from before versions were stored. A file that is not
 * JSON counts as missing: the databases then tell their versions, and each start writes the file anew.
 */
export function versionIn(folder: Pick<DataFolder, "path">): DataFolderVersion | undefined {
  const file = fileOf(folder);
  const { found } = stateIn(file, z.unknown());
  if (found === undefined) return undefined;
  const read = shape.safeParse(found);
  if (!read.success)
    throw new Problem(
      `This release does not know the form of ${file}. Start the release that wrote it, or restore the file from a backup of the folder.`,
    );
  return read.data;
}

/** Stores the version: after the migration, and before this release writes anything else. */
export function keepVersion(folder: Pick<DataFolder, "path">): void {
  writeWhole(fileOf(folder), `${JSON.stringify(ownVersion())}\n`, OWNER_ONLY);
}

/**
 * Throws for data of a later release. Checks the stored version and the databases, because the file may be missing and
 * databases may have been copied in.
 */
export function refuseNewer(folder: Pick<DataFolder, "path">, inventory: Inventory): void {
  const [here, found] = [ownVersion(), versionIn(folder)];
  const newer = NEWER.map((look) => look(here, { found, inventory })).find((what) => what !== undefined);
  if (newer === undefined) return;
  const by = found === undefined || found.release === here.release ? "a later release" : `release ${found.release}`;
  throw new Problem(
    `The data in ${folder.path} was written by ${by}: ${newer}. This is release ${here.release}, which cannot read newer data. ` +
      "Start that release, or restore a backup of this release.",
  );
}

interface Seen {
  readonly found: DataFolderVersion | undefined;
  readonly inventory: Inventory;
}

const NEWER: readonly ((here: DataFolderVersion, seen: Seen) => string | undefined)[] = [
  (here, { found }) =>
    found && found.layout > here.layout
      ? `its folder has the layout ${found.layout}, but this release only knows ${here.layout}`
      : undefined,
  (_, { found, inventory }) => {
    const known = new Set(readMigrations().map(({ name }) => name));
    const unknown = [...inventory.migrations, ...(found ? [found.migration] : [])].find((name) => !known.has(name));
    return unknown && `its control plane has the migration ${unknown}, which this release does not know`;
  },
  (here, { found, inventory }) => {
    const steps = [...inventory.workspaces.values()].map(({ step }) => step);
    const step = Math.max(found?.step ?? 0, ...steps);
    return step > here.step
      ? `its workspaces have schema step ${step}, but this release only knows ${here.step}`
      : undefined;
  },
];
