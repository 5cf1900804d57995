/** The media files that documents name: fetched beside them, and stored at the site that they go to. */
import { digestInHex } from "../../moving/apply/digest.ts";
import { type Door, type ImportedFile, patiently, SiteRefusal } from "../../moving/apply/door.ts";
import { giveFormerPaths, type PathsWanted } from "../../moving/apply/formerPaths.ts";
import { documentText } from "./documentFile.ts";
import type { KeptFolder } from "./keptFolder.ts";

const NAMED = /\/media\/([0-9a-f]{64})\/([A-Za-z0-9][A-Za-z0-9._~-]*)/g;

/** A file by its address, without a width of it. */
interface NamedFile {
  readonly path: string;
  readonly digest: string;
  readonly object: string;
}

export function filesIn(bodies: readonly unknown[]): NamedFile[] {
  const found = new Map<string, NamedFile>();
  for (const body of bodies)
    for (const [path, digest = "", object = ""] of JSON.stringify(body).matchAll(NAMED))
      found.set(digest, { path, digest, object });
  return [...found.values()];
}

const fileName = ({ digest, object }: NamedFile): string => `media/${digest}/${object}`;
const factsName = ({ digest }: NamedFile): string => `media/${digest}/about.json`;

interface Facts {
  readonly name: string;
  readonly alt: string;
  readonly caption: string;
  readonly source: string | null;
  readonly formerPaths: readonly string[];
}

/** Files of a site, as visitors get them. Undefined for one that the site does not have. */
export type FetchShown = (path: string) => Promise<Uint8Array | undefined>;

export async function pullFiles(
  { door, visit, folder }: { readonly door: Door; readonly visit: FetchShown; readonly folder: KeptFolder },
  bodies: readonly unknown[],
): Promise<{ readonly fetched: number; readonly missing: readonly string[] }> {
  const missing: string[] = [];
  let fetched = 0;
  for (const file of filesIn(bodies)) {
    if (folder.read(fileName(file))) continue;
    const [about, bytes] = [await aboutFile(door, file.digest), await visit(file.path)];
    if (!about || !bytes) {
      missing.push(file.path);
      continue;
    }
    const { name, alt = "", caption = "", source = null, formerPaths = [] } = about as ImportedFile & Facts;
    folder.write(factsName(file), documentText({ name, alt, caption, source, formerPaths }));
    folder.write(fileName(file), bytes);
    fetched++;
  }
  return { fetched, missing };
}

/** A file of a site. Undefined if the site does not have it. */
async function aboutFile(door: Door, digest: string): Promise<ImportedFile | undefined> {
  try {
    return await patiently(door, () => door.get<ImportedFile>(`/api/media/${digest}`));
  } catch (error) {
    if (error instanceof SiteRefusal && error.status === 404) return undefined;
    throw error;
  }
}

export interface PushedFiles {
  /** The addresses at the site, by those in the folder. */
  readonly paths: ReadonlyMap<string, string>;
  readonly stored: number;
  /** Files that neither the site nor the folder has. */
  readonly missing: readonly string[];
}

/** Stores files that the site does not have. With `isDry` it only counts them. */
export async function pushFiles(
  { door, folder, isDry }: { readonly door: Door; readonly folder: KeptFolder; readonly isDry: boolean },
  bodies: readonly unknown[],
): Promise<PushedFiles> {
  const paths = new Map<string, string>();
  const missing: string[] = [];
  const former: PathsWanted[] = [];
  let stored = 0;
  for (const file of filesIn(bodies)) {
    const present = await presentFile(door, folder, file);
    if (present === "missing") missing.push(file.path);
    else if (present instanceof Uint8Array) {
      stored++;
      if (!isDry) paths.set(file.path, (await storedFile(door, folder, file, present)).path);
    } else {
      if (present.path !== file.path) paths.set(file.path, present.path);
      if (!isDry) former.push({ file: present, paths: factsIn(folder, file).formerPaths ?? [] });
    }
  }
  await giveFormerPaths(door, former);
  return { paths, stored, missing };
}

/**
 * The file at the site, by its own bytes or by those that visitors get of it. Otherwise the bytes that are to be stored.
 */
async function presentFile(
  door: Door,
  folder: KeptFolder,
  file: NamedFile,
): Promise<ImportedFile | Uint8Array<ArrayBuffer> | "missing"> {
  const same = await aboutFile(door, file.digest);
  if (same) return same;
  const bytes = folder.read(fileName(file));
  if (!bytes) return "missing";
  const whole = new Uint8Array(bytes);
  return (await aboutFile(door, await digestInHex(whole))) ?? whole;
}

async function storedFile(
  door: Door,
  folder: KeptFolder,
  file: NamedFile,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<ImportedFile> {
  const { name = file.object, alt, caption, source, formerPaths: paths = [] } = factsIn(folder, file);
  const facts = { name, alt, caption, source: source ?? `media:${file.digest}`, formerPath: paths[0] };
  const stored = await patiently(door, async () => door.upload(facts, bytes, `push-${await digestInHex(bytes)}`));
  await giveFormerPaths(door, [{ file: { ...stored, formerPaths: paths.slice(0, 1) }, paths }]);
  return stored;
}

function factsIn(folder: KeptFolder, file: NamedFile): Partial<Facts> {
  const written = folder.read(factsName(file));
  return (written ? JSON.parse(new TextDecoder().decode(written)) : {}) as Partial<Facts>;
}

/** A body with the addresses that files have at the site. */
export function withPaths<T>(body: T, paths: ReadonlyMap<string, string>): T {
  if (paths.size === 0) return body;
  const text = JSON.stringify(body).replaceAll(NAMED, (path) => paths.get(path) ?? path);
  return JSON.parse(text) as T;
}
