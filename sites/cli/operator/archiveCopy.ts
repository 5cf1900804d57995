/** Copies a tenant's archive and the files that it names into a folder, and checks every byte. */
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type CliCommand, Trouble } from "../command/command.ts";
import { sha256 } from "../files/sha256.ts";
import { writeWhole } from "../files/writeWhole.ts";
import { countOf } from "../../../manifests/refusals/countOf.ts";
import { ARCHIVE_MEDIA, readCopiedArchive } from "./copiedArchive.ts";
import { operation, pathPart } from "./session/operation.ts";
import type { OperatorSession } from "./session/session.ts";

/** A workspace has at most 192 MiB, and a file of its media fewer. */
const FILE_MAX_BYTES = 512 * 1024 * 1024;
const PRIVATE_FOLDER = 0o700;
const OWNER_ONLY = 0o600;

export interface ArchiveToCopy {
  readonly tenant: string;
  readonly backup: string;
  /** The digest on the archive's receipt. */
  readonly sha256: string;
}

export interface ArchiveCopied {
  /** The path of the archive's copy. */
  readonly path: string;
  readonly files: number;
  /** Digests of files that the archive names and the deployment does not have. */
  readonly missing: readonly string[];
}

/** Makes a folder for copies. Throws before anything is removed if nothing can be written there. */
export function openCopyFolder(folder: string): void {
  const probe = join(folder, `.svc-probe-${process.pid}`);
  try {
    mkdirSync(join(folder, ARCHIVE_MEDIA), { recursive: true, mode: PRIVATE_FOLDER });
    writeWhole(probe, "", OWNER_ONLY);
    rmSync(probe);
  } catch (error) {
    throw new Trouble(`Nothing can be written into ${folder} (${(error as Error).message}). Name another folder.`);
  }
}

const changed = (what: string): Trouble =>
  new Trouble(`The ${what} did not arrive as it was stored. Run the same command again.`);

/** The digests of the files that a whole archive names. Throws if its bytes are not those of the receipt. */
function filesIn(bytes: Uint8Array, { backup, sha256: wanted }: ArchiveToCopy): readonly string[] {
  const archive = readCopiedArchive(bytes);
  if (archive?.sha256 !== wanted) throw changed(`archive ${backup}`);
  return archive.files;
}

/** Copies what is not there yet, each file whole or not at all. So a run after an interruption goes on. */
export async function copyArchive(
  session: OperatorSession,
  named: ArchiveToCopy,
  folder: string,
): Promise<ArchiveCopied> {
  const { tenant, backup } = named;
  const at = `/tenants/${pathPart(tenant)}/backups`;
  const bytes = await session.file(`${at}/${pathPart(backup)}`, FILE_MAX_BYTES);
  if (!bytes) throw new Trouble(`The tenant ${tenant} has no backup ${backup}.`);
  const digests = filesIn(bytes, named);
  const missing: string[] = [];
  for (const digest of digests) if (!(await copyFile(session, at, digest, folder))) missing.push(digest);
  // The archive comes last: who finds it finds all of its files.
  const path = join(folder, `${tenant}-${backup}.jsonl`);
  writeWhole(path, bytes, OWNER_ONLY);
  return { path, files: digests.length - missing.length, missing };
}

async function copyFile(session: OperatorSession, at: string, digest: string, folder: string): Promise<boolean> {
  const path = join(folder, ARCHIVE_MEDIA, digest);
  if (existsSync(path) && sha256(readFileSync(path)) === digest) return true;
  const bytes = await session.file(`${at}/files/${digest}`, FILE_MAX_BYTES);
  if (!bytes) return false;
  if (sha256(bytes) !== digest) throw changed(`file ${digest}`);
  writeWhole(path, bytes, OWNER_ONLY);
  return true;
}

/** The copy as a person reads it. */
export const copiedLine = ({ path, files, missing }: ArchiveCopied): string =>
  `Copied to ${path}, with ${countOf(files, "file")} beside it.${missing.length === 0 ? "" : ` The deployment lacks ${countOf(missing.length, "file")} that the archive names.`}`;

const FOLDER = "--folder <folder>";
export const FOLDER_OPTION: NonNullable<CliCommand["options"]>[number] = [
  FOLDER,
  "also copy the archive and its files into this folder, and check every byte",
];

export const backupCopy = operation({
  name: "backup-copy",
  summary:
    "Copy a tenant's backup and the files that it names into a folder of this machine. Run it again after an interruption.",
  argument: ["<tenant>", "the tenant's id"],
  options: [
    ["--backup <backup>", "the backup's id"],
    ["--sha256 <digest>", "its digest, as svc operator backups names it"],
    [FOLDER, "the folder; files that are there already stay"],
  ],
  examples: ["svc operator backup-copy saltmarrow --backup b3c1 --sha256 9f86… --folder kept"],
  run: async (session, { args: [tenant = ""], options }) => {
    const named = { tenant, backup: options.required("backup"), sha256: options.required("sha256") };
    const folder = options.required("folder");
    openCopyFolder(folder);
    const copy = await copyArchive(session, named, folder);
    return {
      ok: copy.missing.length === 0,
      lines: [copiedLine(copy)],
      data: { address: session.site, ...named, ...copy },
    };
  },
});
