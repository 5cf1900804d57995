/** Gives stored files the paths that they had at the source. */
import { FORMER_PATHS_MAX } from "../../../manifests/bounds/media.ts";
import { digestInHex } from "./digest.ts";
import { type Door, patiently, type ImportedFile, SiteRefusal } from "./door.ts";

/** A file, and the paths that it should have beside those of earlier imports. */
export interface PathsWanted {
  readonly file: ImportedFile;
  readonly paths: readonly string[];
}

/** Writes only to files that lack a path. Paths of one file may come in several parts. */
export async function giveFormerPaths(door: Door, wanted: readonly PathsWanted[]): Promise<void> {
  const byFile = Map.groupBy(wanted, ({ file }) => file.id);
  for (const parts of byFile.values()) {
    const [{ file } = { file: undefined }] = parts;
    if (file) await give(door, file, [...new Set(parts.flatMap(({ paths }) => paths))]);
  }
}

async function give(door: Door, known: ImportedFile, paths: readonly string[]): Promise<void> {
  if (paths.every((path) => known.formerPaths?.includes(path))) return;
  // Another member may have changed the file meanwhile.
  const file = await patiently(door, () => door.get<ImportedFile>(`/api/media/${known.id}`));
  const { formerPaths = [], version } = file;
  const all = [...new Set([...paths, ...formerPaths])].slice(0, FORMER_PATHS_MAX);
  if (all.length === formerPaths.length) return;
  const key = `import-paths-${await digestInHex(JSON.stringify([file.id, version, all]))}`;
  const body = { changes: { formerPaths: all } };
  try {
    await patiently(door, () => door.change("PATCH", `/api/media/${file.id}`, { body, key, version }));
  } catch (error) {
    // A site of an earlier version does not know the member.
    if (!(error instanceof SiteRefusal) || error.status !== 400) throw error;
  }
}
