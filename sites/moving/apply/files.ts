/** Stores the files of a plan, each once, also at a further import. */
import type { MoveLoss } from "../tree/moved.ts";
import type { PlannedFile } from "../plan/plan.ts";
import { digestInHex } from "./digest.ts";
import { SOURCE_MAX_CHARS } from "../../../manifests/bounds/documents.ts";
import { type Door, type FileFacts, patiently, SiteRefusal, type ImportedFile } from "./door.ts";

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
  present: readonly ImportedFile[],
  tell: (done: number) => void,
): Promise<FilesDone> {
  const known: Known = {
    byDigest: new Map(present.map((file) => [file.id, Promise.resolve(file)])),
    bySource: new Map(present.flatMap((file) => (file.source ? [[file.source, file]] : []))),
  };
  const there = new Set(present.map(({ id }) => id));
  const stored = new Map<number, ImportedFile>();
  const losses: MoveLoss[] = [];
  let done = 0;
  const queue = files.entries();
  const lane = async (): Promise<void> => {
    for (const [number, file] of queue) {
      const answer = await storedFile(door, file, known);
      if ("refused" in answer) losses.push(fileLoss(file, answer.refused));
      else stored.set(number, answer);
      tell(++done);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  const made = new Set([...stored.values()].map(({ id }) => id).filter((id) => !there.has(id))).size;
  return { stored, losses, made, kept: stored.size - made };
}

function fileLoss({ place, address }: PlannedFile, refused: string): MoveLoss {
  return { place, what: `the file ${address}: ${refused}`, kind: `a file that stays a link: ${refused}` };
}

type Stored = ImportedFile | { readonly refused: string };

interface Known {
  /** Files with their bytes at the site, and those that come there: a source may have the same bytes at two addresses. */
  readonly byDigest: Map<string, Promise<Stored>>;
  readonly bySource: ReadonlyMap<string, ImportedFile>;
}

/**
 * The file at the site: the one with the same bytes, or a new one. A file of another host that an earlier import has
 * brought is not fetched again.
 */
async function storedFile(door: Door, file: PlannedFile, known: Known): Promise<Stored> {
  const brought = file.bytes ? undefined : known.bySource.get(sourceOf(file));
  if (brought) return brought;
  const bytes = await fetchBytes(door, file);
  if ("refused" in bytes) return bytes;
  const digest = await digestInHex(bytes);
  const storing = known.byDigest.get(digest) ?? uploaded(door, file, bytes, digest);
  known.byDigest.set(digest, storing);
  return storing;
}

async function fetchBytes(
  door: Door,
  file: PlannedFile,
): Promise<Uint8Array<ArrayBuffer> | { readonly refused: string }> {
  if (!file.bytes) {
    const fetched = await door.fetch(file.url ?? "");
    return "refused" in fetched && file.served !== undefined
      ? { refused: `the source does not hold it, and ${fetched.refused}` }
      : fetched;
  }
  try {
    return await file.bytes();
  } catch (error) {
    return { refused: error instanceof Error ? error.message : String(error) };
  }
}

const sourceOf = ({ source, url, address }: PlannedFile): string =>
  (source ?? `file:${url ?? address}`).replaceAll(/[\p{Cc}\u2028\u2029]/gu, "").slice(0, SOURCE_MAX_CHARS);

const factsOf = (file: PlannedFile): FileFacts => ({
  name: file.name,
  source: sourceOf(file),
  formerPath: file.formerPaths?.[0],
  alt: file.alt,
  caption: file.caption,
});

/** A file that the site refuses is a loss. A site that takes nothing ends the import. */
async function uploaded(
  door: Door,
  file: PlannedFile,
  bytes: Uint8Array<ArrayBuffer>,
  digest: string,
): Promise<Stored> {
  if (bytes.byteLength === 0) return { refused: "it is empty" };
  const facts = factsOf(file);
  try {
    const key = `import-${await digestInHex(JSON.stringify([digest, facts]))}`;
    const stored = await patiently(door, () => door.upload(facts, bytes, key));
    return { ...stored, formerPaths: facts.formerPath === undefined ? [] : [facts.formerPath] };
  } catch (error) {
    if (!(error instanceof SiteRefusal) || ![400, 413, 415, 422].includes(error.status)) throw error;
    const [issue] = error.issues;
    return { refused: issue ? `${issue.found}; allowed: ${issue.allowed}` : error.message };
  }
}
