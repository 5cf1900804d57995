/** Brings documents of a site into a folder. A file that a person has changed since stays as it is. */
import type { PresentPage } from "../../moving/plan/site.ts";
import { knownPages } from "../../moving/apply/knownSite.ts";
import { type Door, patiently } from "../../moving/apply/door.ts";
import { Trouble } from "../command/command.ts";
import {
  type DocumentContent,
  bodyDigest,
  type DocumentKey,
  type ExchangeRecord,
  documentFile,
  pageIdIn,
  keyOfPage,
  readDocument,
  SITE_KINDS,
  documentText,
} from "./documentFile.ts";
import type { KeptFolder } from "./keptFolder.ts";

export interface Chosen {
  /** Ids or paths of pages. Empty for all. */
  readonly pages: readonly string[];
  /** False for pages alone. */
  readonly isWhole: boolean;
}

/** The chosen pages of a site. Throws for one that the site does not have. */
export function chosenPages(pages: readonly PresentPage[], { pages: wanted }: Chosen): readonly PresentPage[] {
  if (wanted.length === 0) return pages;
  const missing = wanted.filter((one) => !pages.some((page) => isNamed(page, one)));
  if (missing.length > 0) throw new Trouble(`The draft has no page ${missing.join(", ")}.`);
  return pages.filter((page) => wanted.some((one) => isNamed(page, one)));
}

const isNamed = ({ id, path }: Pick<PresentPage, "id" | "path">, name: string): boolean => id === name || path === name;

/** Reads at once. One reading after the other leaves the site idle, and more would use up its rate sooner. */
const AT_ONCE = 4;

export interface AtSite {
  readonly version: number;
  readonly body: DocumentContent;
}

const pathOf = (key: DocumentKey): string => {
  const page = pageIdIn(key);
  return page === undefined ? `/api/${key}` : `/api/pages/${page}`;
};

export const readFromSite = (door: Door, key: DocumentKey): Promise<AtSite> =>
  patiently(door, () => door.get<AtSite>(pathOf(key)));

/** The parts that move documents between a site and a folder, in either direction. */
export interface FolderExchange {
  readonly door: Door;
  readonly site: string;
  readonly folder: KeptFolder;
  readonly record: ExchangeRecord;
  readonly isDry: boolean;
  /** True writes over documents that changed at the other side. */
  readonly overwrite: boolean;
  readonly tell: (done: number, total: number) => void;
}

export interface Pulled {
  readonly written: readonly DocumentKey[];
  readonly same: number;
  /** Documents that changed at the site and in the folder. */
  readonly conflicts: readonly DocumentKey[];
  /** Pages that the site has no more. */
  readonly removed: readonly DocumentKey[];
  /** The bodies that the folder has afterwards. */
  readonly bodies: readonly DocumentContent[];
}

interface Found extends AtSite {
  readonly key: DocumentKey;
}

export async function pull(pulling: FolderExchange, chosen: Chosen): Promise<Pulled> {
  const { door, site, folder, record } = pulling;
  const pages = await knownPages(door);
  const listed = chosenPages(pages, chosen);
  const keys = [...listed.map(({ id }) => keyOfPage(id)), ...(chosen.isWhole ? SITE_KINDS : [])];
  const versions = new Map(pages.map(({ id, version }) => [keyOfPage(id), version]));
  const isKnown = (key: DocumentKey): boolean =>
    versions.get(key) !== undefined && record.seen(site, key)?.version === versions.get(key);
  const found: Found[] = [];
  const waiting = keys.filter((key) => !isKnown(key) || folder.read(documentFile(key)) === undefined);
  const queue = waiting.values();
  const lane = async (): Promise<void> => {
    for (const key of queue) {
      found.push({ key, ...(await readFromSite(door, key)) });
      pulling.tell(found.length, waiting.length);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  const [written, conflicts]: [DocumentKey[], DocumentKey[]] = [[], []];
  for (const one of found) {
    const fate = await takeOver(pulling, one);
    if (fate === "written") written.push(one.key);
    if (fate === "conflict") conflicts.push(one.key);
  }
  const removed = isAll(chosen) ? removedPages(pulling, new Set(versions.keys())) : [];
  if (!pulling.isDry) record.save();
  const bodies = keys.flatMap((key) => readDocument(folder, key) ?? found.find((one) => one.key === key)?.body ?? []);
  return { written, conflicts, removed, same: keys.length - written.length - conflicts.length, bodies };
}

const isAll = ({ pages }: Chosen): boolean => pages.length === 0;

/** Writes a document into the folder, unless a person has changed its file since the last exchange. */
async function takeOver(
  { site, folder, record, isDry, overwrite }: FolderExchange,
  { key, version, body }: Found,
): Promise<"written" | "same" | "conflict"> {
  const present = readDocument(folder, key);
  const [digest, now] = [await bodyDigest(body), present && (await bodyDigest(present))];
  const isOurs = now !== undefined && now !== digest && now !== record.seen(site, key)?.digest;
  if (isOurs && !overwrite) return "conflict";
  if (!isDry) record.note(site, key, { version, digest });
  if (now === digest) return "same";
  if (!isDry) folder.write(documentFile(key), documentText(body));
  return "written";
}

/** Pages that the folder had from the site, and that the site has no more. A changed file stays. */
function removedPages(
  { site, folder, record, isDry }: FolderExchange,
  present: ReadonlySet<DocumentKey>,
): DocumentKey[] {
  const gone = record.keys(site).filter((key) => pageIdIn(key) !== undefined && !present.has(key));
  for (const key of isDry ? [] : gone) {
    folder.remove(documentFile(key));
    record.note(site, key, undefined);
  }
  return gone;
}
