/** Stores the files of a plan, each once, also at a further import. */
import type { MoveLoss } from "../tree/moved.ts";
import type { PlannedFile } from "../plan/plan.ts";
import { digestInHex } from "./digest.ts";
import { type Door, patiently, SiteRefusal, type ImportedFile } from "./door.ts";

/** Files that come or go at once. Pictures of other hosts are slow, and the site takes some at a time. */
const AT_ONCE = 4;

export interface FilesDone {
  /** The stored files by their numbers in the plan. */
  readonly stored: ReadonlyMap<number, ImportedFile>;
  readonly losses: readonly MoveLoss[];
  /** Files that this import has stored, and files that were there. */
  readonly made: number;
  readonly kept: number;
}

export async function storeFiles(
  door: Door,
  files: readonly PlannedFile[],
  known: ReadonlyMap<string, ImportedFile>,
  tell: (done: number) => void,
): Promise<FilesDone> {
  const stored = new Map<number, ImportedFile>();
  const losses: MoveLoss[] = [];
  let [made, done] = [0, 0];
  const queue = files.entries();
  const lane = async (): Promise<void> => {
    for (const [number, file] of queue) {
      const answer = await storedFile(door, file, known);
      if ("refused" in answer) losses.push({ place: file.place, what: `the file ${file.address}: ${answer.refused}` });
      else {
        stored.set(number, answer);
        if (!known.has(answer.id)) made++;
      }
      tell(++done);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  return { stored, losses, made, kept: stored.size - made };
}

/** The file at the site: the one with the same bytes, or a new one. */
async function storedFile(
  door: Door,
  file: PlannedFile,
  known: ReadonlyMap<string, ImportedFile>,
): Promise<ImportedFile | { readonly refused: string }> {
  const bytes = await bytesOf(door, file);
  if ("refused" in bytes) return bytes;
  const digest = await digestInHex(bytes);
  return known.get(digest) ?? uploaded(door, file, bytes, digest);
}

async function bytesOf(door: Door, file: PlannedFile): Promise<Uint8Array<ArrayBuffer> | { readonly refused: string }> {
  if (!file.bytes) return door.fetch(file.url ?? "");
  try {
    return await file.bytes();
  } catch (error) {
    return { refused: error instanceof Error ? error.message : String(error) };
  }
}

/** A file that the site refuses is a loss. A site that takes nothing ends the import. */
async function uploaded(
  door: Door,
  { name }: PlannedFile,
  bytes: Uint8Array<ArrayBuffer>,
  digest: string,
): Promise<ImportedFile | { readonly refused: string }> {
  if (bytes.byteLength === 0) return { refused: "it is empty" };
  try {
    return await patiently(door, () => door.upload(name, bytes, `import-${digest}`));
  } catch (error) {
    if (!(error instanceof SiteRefusal) || ![400, 413, 415, 422].includes(error.status)) throw error;
    const [issue] = error.issues;
    return { refused: issue ? `${issue.found}; allowed: ${issue.allowed}` : error.message };
  }
}
