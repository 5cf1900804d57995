/**
 * A folder for the temporary files of a run. Databases under test wait for their disk at each commit, which takes half
 * of the time of some suites. In memory nothing waits.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** The file system in memory that Linux has by default. */
const MEMORY = "/dev/shm";
const PREFIX = "drawbridge-";
/** The room that a run needs, and some to spare. */
const ROOM_BYTES = 4 * 1024 ** 3;

/** True if the folder and the machine have room. A container may limit either. */
function hasRoom(): boolean {
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize >= ROOM_BYTES && process.availableMemory() >= 2 * ROOM_BYTES;
}

/** True if a program in the folder may run. Some machines forbid it there. */
function runsPrograms(folder: string): boolean {
  const program = join(folder, "program");
  writeFileSync(program, "#!/bin/sh\n", { mode: 0o700 });
  const { status } = spawnSync(program);
  rmSync(program);
  return status === 0;
}

/** Removes folders of runs that were killed. A folder's name has the number of its process. */
function sweep(): void {
  for (const name of readdirSync(MEMORY)) {
    const owner = new RegExp(`^${PREFIX}(\\d+)-`).exec(name)?.[1];
    if (owner !== undefined && !existsSync(`/proc/${owner}`))
      rmSync(join(MEMORY, name), { recursive: true, force: true });
  }
}

/** Makes the folder, which goes with this process. Undefined on a machine without room for it in memory. */
function folderInMemory(): string | undefined {
  try {
    sweep();
    if (!hasRoom()) return undefined;
    const folder = mkdtempSync(join(MEMORY, `${PREFIX}${process.pid}-`));
    process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
    return runsPrograms(folder) ? folder : undefined;
  } catch {
    return undefined;
  }
}

/** Makes tools and programs that this process starts keep their temporary files in memory, unless they have a folder. */
export function useTemporaryFolder(): void {
  if (process.env["TMPDIR"] !== undefined) return;
  const folder = folderInMemory();
  if (folder !== undefined) process.env["TMPDIR"] = folder;
}
