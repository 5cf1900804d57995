/**
 * Brings the documents of a folder into the draft of a site. A document that changed at the site since the folder last
 * exchanged it is a conflict, and then nothing is written.
 */
import { BATCH_MAX_ITEMS } from "../../../manifests/bounds/api.ts";
import type { Page } from "../../../runtime/documents/content/content.ts";
import { digestInHex } from "../../moving/apply/digest.ts";
import { patiently, SiteRefusal } from "../../moving/apply/door.ts";
import { knownPages } from "../../moving/apply/knownSite.ts";
import { Trouble } from "../command/command.ts";
import {
  type DocumentContent,
  bodyDigest,
  type DocumentKey,
  documentFile,
  KINDS_BEFORE,
  KINDS_BEHIND,
  pageIdIn,
  pageKeys,
  readDocument,
  SITE_KINDS,
} from "./documentFile.ts";
import type { KeptFolder } from "./keptFolder.ts";
import { type PushedFiles, pushFiles, withPaths } from "./mediaFiles.ts";
import { type Chosen, type FolderExchange, readFromSite } from "./pulling.ts";

export interface Pushing extends FolderExchange {
  /** True deletes pages whose files are gone from the folder. */
  readonly deletes: boolean;
}

export interface Pushed {
  readonly created: readonly DocumentKey[];
  readonly replaced: readonly DocumentKey[];
  readonly deleted: readonly DocumentKey[];
  readonly same: number;
  readonly conflicts: readonly DocumentKey[];
  /** Pages whose files are gone from the folder, and that the site keeps. */
  readonly gone: readonly DocumentKey[];
  readonly files: Omit<PushedFiles, "paths">;
}

interface Write {
  readonly key: DocumentKey;
  /** The version at the site. 0 for a new page. */
  readonly expected: number;
  /** Null deletes the page. */
  readonly body: DocumentContent | null;
  /** The digest of the file. */
  readonly digest: string;
}

interface FileDocument {
  readonly key: DocumentKey;
  readonly body: DocumentContent;
  readonly digest: string;
}

async function documentsIn(folder: KeptFolder, chosen: Chosen): Promise<FileDocument[]> {
  const pages = pageKeys(folder).map((key) => ({ key, body: readDocument(folder, key) as Page }));
  const isWanted = (name: string): boolean =>
    pages.some(({ key, body }) => pageIdIn(key) === name || body.path === name);
  const missing = chosen.pages.filter((name) => !isWanted(name));
  if (missing.length > 0) throw new Trouble(`The folder has no page ${missing.join(", ")}.`);
  const wanted = pages.filter(
    ({ key, body }) =>
      chosen.pages.length === 0 || chosen.pages.includes(pageIdIn(key) ?? "") || chosen.pages.includes(body.path),
  );
  const others = (chosen.isWhole ? SITE_KINDS : []).flatMap((key) => {
    const body = readDocument(folder, key);
    return body ? [{ key, body }] : [];
  });
  return Promise.all([...wanted, ...others].map(async (one) => ({ ...one, digest: await bodyDigest(one.body) })));
}

export async function push(pushing: Pushing, chosen: Chosen): Promise<Pushed> {
  const { door, folder, record, site, isDry, deletes } = pushing;
  const documents = await documentsIn(folder, chosen);
  if (documents.length === 0) throw new Trouble("The folder has no documents. Pull a site into it first.");
  const versions = new Map((await knownPages(door)).map(({ id, version }) => [id, version]));
  const changed = documents.filter(({ key, digest }) => {
    const id = pageIdIn(key);
    return record.seen(site, key)?.digest !== digest || (id !== undefined && !versions.has(id));
  });
  const bodies = changed.map(({ body }) => body);
  // A conflict stores no file either, so the files are only counted before it is known.
  const counted = await pushFiles({ door, folder, isDry: true }, bodies);
  const decided = await Promise.all(changed.map((one) => decide(pushing, one, versions, counted.paths)));
  const conflicts = decided.flatMap((one) => (one.fate === "conflict" ? [one.key] : []));
  const gone = chosen.pages.length === 0 ? goneFrom(pushing, versions) : [];
  const writes = [...decided.flatMap((one) => (one.fate === "write" ? [one.write] : [])), ...(deletes ? gone : [])];
  const done = describe(writes, documents.length, { conflicts, gone: deletes ? [] : gone.map(({ key }) => key) });
  const { paths: _paths, ...files } = counted;
  if (isDry || conflicts.length > 0) return { ...done, files };
  const { paths, ...stored } = await pushFiles({ door, folder, isDry: false }, bodies);
  for (const one of decided)
    if (one.fate === "same") record.note(site, one.key, { version: one.version, digest: one.digest });
  await sendAll(
    pushing,
    writes.map((write) => ({ ...write, body: write.body && withPaths(write.body, paths) })),
  );
  return { ...done, files: stored };
}

function describe(
  writes: readonly Write[],
  all: number,
  rest: Pick<Pushed, "conflicts" | "gone">,
): Omit<Pushed, "files"> {
  const keysOf = (isWanted: (write: Write) => boolean): DocumentKey[] => writes.filter(isWanted).map(({ key }) => key);
  const [created, deleted] = [keysOf(({ expected }) => expected === 0), keysOf(({ body }) => body === null)];
  const replaced = keysOf(({ expected, body }) => expected > 0 && body !== null);
  return {
    created,
    replaced,
    deleted,
    same: all - created.length - replaced.length - rest.conflicts.length,
    ...rest,
  };
}

type Decided =
  | { readonly fate: "conflict"; readonly key: DocumentKey }
  | { readonly fate: "same"; readonly key: DocumentKey; readonly version: number; readonly digest: string }
  | { readonly fate: "write"; readonly key: DocumentKey; readonly write: Write };

/** Decides about a document that the folder changed, or that the site does not have. */
async function decide(
  { door, site, record, overwrite }: Pushing,
  { key, body, digest }: FileDocument,
  versions: ReadonlyMap<string, number>,
  paths: ReadonlyMap<string, string>,
): Promise<Decided> {
  const id = pageIdIn(key);
  const seen = record.seen(site, key);
  if (id !== undefined && !versions.has(id)) {
    // The site had the page, and a member has deleted it since.
    if (seen && !overwrite) return { fate: "conflict", key };
    return { fate: "write", key, write: { key, expected: 0, body, digest } };
  }
  const now = await readFromSite(door, key);
  if ((await bodyDigest(now.body)) === (await bodyDigest(withPaths(body, paths))))
    return { fate: "same", key, version: now.version, digest };
  if (!overwrite && now.version !== (seen?.version ?? (id === undefined ? 0 : -1))) return { fate: "conflict", key };
  return { fate: "write", key, write: { key, expected: now.version, body, digest } };
}

/** Pages that the folder and the site had in common, and whose files are gone. One that changed at the site stays. */
function goneFrom({ folder, site, record }: Pushing, versions: ReadonlyMap<string, number>): Write[] {
  const present = new Set(pageKeys(folder));
  return record.keys(site).flatMap((key) => {
    const [id, seen] = [pageIdIn(key), record.seen(site, key)];
    if (id === undefined || !seen || present.has(key) || versions.get(id) !== seen.version) return [];
    return [{ key, expected: seen.version, body: null, digest: seen.digest }];
  });
}

async function sendAll(pushing: Pushing, writes: readonly Write[]): Promise<void> {
  const { record } = pushing;
  const of = (kinds: readonly DocumentKey[]): Write[] =>
    kinds.flatMap((kind) => writes.filter(({ key }) => key === kind));
  const pages = writes.filter(({ key }) => pageIdIn(key) !== undefined).toSorted(bySource);
  let done = 0;
  const report = (count: number): void => pushing.tell((done += count), writes.length);
  try {
    for (const write of of(KINDS_BEFORE)) {
      await putDocument(pushing, write);
      report(1);
    }
    for (let from = 0; from < pages.length; from += BATCH_MAX_ITEMS) {
      const batch = pages.slice(from, from + BATCH_MAX_ITEMS);
      await sendPages(pushing, batch);
      report(batch.length);
    }
    for (const write of of(KINDS_BEHIND)) {
      await putDocument(pushing, write);
      report(1);
    }
  } finally {
    // The record has all that the site has taken, so that a repetition goes on behind it.
    record.save();
  }
}

/** Pages that others are translations of come first, and deletions before them, so that their addresses are free. */
const bySource = (one: Write, other: Write): number => rank(one) - rank(other);
const rank = ({ body }: Write): number => (body === null ? 0 : (body as Page).translationOf === undefined ? 1 : 2);

interface Written {
  readonly versions: readonly { readonly version: number }[];
}

async function putDocument({ door, site, record }: Pushing, { key, expected, body, digest }: Write): Promise<void> {
  const name = `push-${await digestInHex(JSON.stringify([site, key, expected, body]))}`;
  const { versions } = await named([documentFile(key)], () =>
    patiently(door, () => door.change<Written>("PUT", `/api/${key}`, { body: { body }, key: name, version: expected })),
  );
  record.note(site, key, { version: versions[0]?.version ?? expected + 1, digest });
}

async function sendPages({ door, site, record }: Pushing, writes: readonly Write[]): Promise<void> {
  const items = writes.map(({ key, expected, body }) => {
    const id = pageIdIn(key) ?? "";
    if (body === null) return { do: "delete", page: id, expected };
    return expected === 0 ? { do: "create", id, body } : { do: "replace", page: id, expected, body };
  });
  const key = `push-${await digestInHex(JSON.stringify([site, items]))}`;
  const { versions } = await named(
    writes.map((write) => documentFile(write.key)),
    () => patiently(door, () => door.change<Written>("POST", "/api/pages/batch", { body: { items }, key })),
  );
  for (const [index, write] of writes.entries())
    record.note(
      site,
      write.key,
      write.body === null
        ? undefined
        : { version: versions[index]?.version ?? write.expected + 1, digest: write.digest },
    );
}

/** A refusal by the names of the files that were refused. */
async function named<T>(files: readonly string[], work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof SiteRefusal)) throw error;
    const lines = error.issues.map(({ pointer, found, allowed }) => {
      const [, index, inside] = /^\/items\/(\d+)(.*)$/.exec(pointer) ?? [];
      const file = files[Number(index ?? 0)] ?? files[0] ?? "";
      return `  ${file}: ${(inside ?? pointer).replace(/^\/body/, "") || "/"}: found ${found}; allowed: ${allowed}`;
    });
    throw new Trouble([`The site refused: ${error.message}.`, ...lines].join("\n"));
  }
}
