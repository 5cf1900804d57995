/** The files of documents: one for each page, and one for each document of which a site has one. */
import * as z from "zod/mini";
import type { DocumentBody, DocumentKind, SiteKind } from "../../../runtime/documents/content/content.ts";
import { documentId } from "../../../runtime/documents/content/section.ts";
import { digestInHex } from "../../moving/apply/digest.ts";
import { Trouble } from "../command/command.ts";
import type { KeptFolder } from "./keptFolder.ts";

/** The order in which a site takes them: types and settings first, because pages need them; redirects behind pages. */
export const KINDS_BEFORE = ["types", "settings", "theme"] as const satisfies readonly SiteKind[];
export const KINDS_BEHIND = ["navigation", "redirects"] as const satisfies readonly SiteKind[];
export const SITE_KINDS = [...KINDS_BEFORE, ...KINDS_BEHIND];

/** `page/<id>` or the kind. */
export type DocumentKey = `page/${string}` | SiteKind;

export const keyOfPage = (id: string): DocumentKey => `page/${id}`;
export const pageIdIn = (key: DocumentKey): string | undefined => (key.startsWith("page/") ? key.slice(5) : undefined);

export type DocumentContent = DocumentBody<DocumentKind>;

export const documentFile = (key: DocumentKey): string => {
  const page = pageIdIn(key);
  return page === undefined ? `${key}.json` : `pages/${page}.json`;
};

export const documentText = (body: unknown): string => `${JSON.stringify(body, null, 2)}\n`;

/** The digest of a body in any order of its members, by which a change of the file is seen. */
export const bodyDigest = (body: unknown): Promise<string> => digestInHex(JSON.stringify(ordered(body)));

function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered);
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(members.map(([name, inner]) => [name, ordered(inner)]));
}

/** The document in a file. Throws a trouble that names the file if it is no JSON. Undefined without the file. */
export function readDocument(folder: KeptFolder, key: DocumentKey): DocumentContent | undefined {
  const bytes = folder.read(documentFile(key));
  if (!bytes) return undefined;
  try {
    return JSON.parse(new TextDecoder().decode(bytes)) as DocumentContent;
  } catch (error) {
    throw new Trouble(`${documentFile(key)} is no JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** The pages of a folder. A file whose name is no id of a page ends the command, so that nothing is passed over. */
export function pageKeys(folder: KeptFolder): DocumentKey[] {
  return folder.list("pages").map((name) => {
    const id = name.replace(/\.json$/, "");
    if (!name.endsWith(".json") || !documentId.safeParse(id).success)
      throw new Trouble(`pages/${name} is no page. A file is called by the id of its page, such as pages/about.json.`);
    return keyOfPage(id);
  });
}

/** A document at a site when the folder last exchanged it. */
export interface Seen {
  readonly version: number;
  readonly digest: string;
}

const seenShape = z.object({
  sites: z.record(z.string(), z.record(z.string(), z.object({ version: z.int(), digest: z.string() }))),
});

const RECORD = "exchanged.json";

/** The versions at each site with which the folder was in step, by the site's address. */
export class ExchangeRecord {
  readonly #folder: KeptFolder;
  readonly #sites: Record<string, Record<string, Seen>>;

  constructor(folder: KeptFolder) {
    this.#folder = folder;
    const bytes = folder.read(RECORD);
    const read = bytes ? seenShape.safeParse(parsed(new TextDecoder().decode(bytes))) : undefined;
    if (read && !read.success)
      throw new Trouble(`${RECORD} cannot be read. Remove it, and pull the site into another folder to compare.`);
    this.#sites = { ...read?.data.sites };
  }

  seen(site: string, key: DocumentKey): Seen | undefined {
    const documents = this.#sites[site] ?? {};
    return Object.hasOwn(documents, key) ? documents[key] : undefined;
  }

  /** The documents that the folder has exchanged with a site. */
  keys(site: string): DocumentKey[] {
    return Object.keys(this.#sites[site] ?? {}) as DocumentKey[];
  }

  note(site: string, key: DocumentKey, seen: Seen | undefined): void {
    const { [key]: _before, ...others } = this.#sites[site] ?? {};
    this.#sites[site] = seen ? { ...others, [key]: seen } : others;
  }

  /** Writes the record. A command that is killed repeats what it had not written. */
  save(): void {
    const sorted = Object.entries(this.#sites).map(([site, documents]) => [
      site,
      Object.fromEntries(Object.entries(documents).toSorted(([one], [other]) => (one < other ? -1 : 1))),
    ]);
    this.#folder.write(RECORD, documentText({ sites: Object.fromEntries(sorted) }));
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
