/* Generated from capabilities/verbs/ by `node sites/tools/generate.ts`. Edit those files, then run the command. */
import { askLender } from "./currentCall.ts";
import { bytesOf, leasedFetch } from "./fetch.ts";

/**
 * Data of this plugin in this site: at most 67108864 bytes under 100000 keys. Values are anything JSON can carry;
 * a key is letters, digits and `. _ : ~ -`, a letter or digit first, at most 200 of them.
 */
export interface Storage {
  get<T = unknown>(key: string): Promise<T | undefined>;
  /** A key that is not stored is not in the map. */
  getMany<T = unknown>(keys: readonly string[]): Promise<Map<string, T>>;
  put(key: string, value: unknown): Promise<{ bytes: number; keys: number }>;
  /** Stores all entries, or none if the quota does not allow it. */
  putMany(entries: readonly { key: string; value: unknown }[]): Promise<{ bytes: number; keys: number }>;
  /** Stores the value and is true, unless the key is stored already. Of several calls at once, one adds it. */
  add(key: string, value: unknown): Promise<boolean>;
  /** Stores all entries and is true, or none if one of the keys is stored already. */
  addMany(entries: readonly { key: string; value: unknown }[]): Promise<boolean>;
  /**
   * Stores `put`, deletes `delete` and is true, or does nothing if an entry of `seen` is stored otherwise by now.
   * An entry of `seen` without a value stands for a key that is not stored.
   */
  change(seen: readonly { key: string; value?: unknown }[], changes: { put?: { key: string; value: unknown }[]; delete?: string[] }): Promise<boolean>;
  delete(...keys: string[]): Promise<{ deleted: number }>;
  /** In the order of the keys. Pass `next` as `after` to read the rest. */
  list<T = unknown>(options?: { prefix?: string; after?: string; limit?: number }): Promise<{ entries: { key: string; value: T }[]; next: string | null }>;
}

type DocumentKind = "page" | "navigation" | "redirects" | "theme" | "settings" | "types";

/** The site's documents. Published ones may be read of page, navigation, redirects, theme, settings, types, drafts of page, navigation, redirects, theme, settings, types. */
export interface Content {
  get(kind: DocumentKind, id?: string, options?: { state?: "published" | "draft" }): Promise<Document | null>;
  getMany(documents: readonly { kind: DocumentKind; id?: string }[], options?: { state?: "published" | "draft" }): Promise<{ documents: (Document | null)[] }>;
  /**
   * Writes drafts, all of them or none, each with the version it builds on (0 for a new page); null deletes a page.
   * Not in `beforePublish` and data providers. Visitors see the change only after a member publishes.
   */
  write(writes: readonly { kind: DocumentKind; id?: string; expected: number; body: object | null }[]): Promise<{ versions: { kind: DocumentKind; id: string; version: number }[] }>;
  query(query?: { collection?: string; under?: string; order?: string; limit?: number; type?: string; where?: Record<string, Partial<Record<"eq" | "not" | "before" | "after" | "from" | "to" | "has", string | number | boolean>> & { in?: (string | number | boolean)[] }>; offset?: number; state?: "published" | "draft" }): Promise<{ pages: PageSummary[] }>;
}

export interface Document {
  kind: DocumentKind;
  id: string;
  version: number;
  /** The body's shape depends on the kind. */
  body: Record<string, unknown>;
}

/** Pictures and files of the site. A site that lends none refuses with `not_granted`. */
export interface Media {
  /** Newest first. `after` is the id of the last file of the page before; the last page is shorter than `limit`. */
  list(options?: { after?: string; limit?: number }): Promise<{ files: MediaFile[] }>;
  /** A file by its id, up to half a megabyte; null if the site has no such file. */
  read(id: string): Promise<(MediaFile & { body: Uint8Array }) | null>;
}

export interface MediaFile {
  /** The SHA-256 of its bytes. */
  id: string;
  path: string;
  kind: string;
  type: "application/pdf" | "application/vnd.openxmlformats-officedocument.wordprocessingml.document" | "audio/mpeg" | "audio/ogg" | "audio/wav" | "font/woff2" | "image/avif" | "image/gif" | "image/jpeg" | "image/png" | "image/svg+xml" | "image/webp" | "image/x-icon" | "text/csv" | "text/plain" | "video/mp4" | "video/webm";
  bytes: number;
  width: number | null;
  height: number | null;
  name: string;
  alt: string;
  focal: { x: number; y: number } | null;
}

/** The internet: GET, POST, PUT, PATCH, DELETE by https to hosts an owner names. The global `fetch` is the same. */
export interface Http {
  /** A redirect to another host keeps only headers that describe the request. */
  fetch(input: string | URL | Request, init?: Omit<RequestInit, "method" | "headers"> & { method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE"; headers?: SentHeaders }): Promise<Response>;
}

/** The headers that a request may set. */
export type SentHeaders = Headers | { [name in "accept" | "Accept" | "accept-language" | "Accept-Language" | "authorization" | "Authorization" | "content-type" | "Content-Type" | "idempotency-key" | "Idempotency-Key" | "if-modified-since" | "If-Modified-Since" | "if-none-match" | "If-None-Match" | "user-agent" | "User-Agent" | "webhook-id" | "Webhook-Id" | "webhook-signature" | "Webhook-Signature" | "webhook-timestamp" | "Webhook-Timestamp" | "x-api-key" | "X-Api-Key" | "x-signature" | "X-Signature"]?: string };

/**
 * Letters that the manifest declares, to members, submitter, subscribers, addresses. Not in `beforePublish`, data providers and previews. A full
 * outbox refuses with `full`.
 */
export interface Mail {
  /**
   * Puts a letter of the manifest into the outbox. `data` is what its templates see as `data`.
   * A letter to a submitter takes `submission`, and the data that it declares. A second letter with the same `once` is not sent.
   * `queued` is the number of letters: one for each address of a setting, otherwise 1, or 0 if it was sent before.
   */
  send(letter: { letter: string; data?: Record<string, unknown>; submission?: number; once?: string }): Promise<{ queued: number }>;
}

/**
 * The groups  of readers with an account. Not in `beforePublish`, data providers and previews. It
 * tells nobody who has an account. A site with too many readers, or a reader in too many groups, refuses with `full`.
 */
export interface Readers {
  /**
   * Puts the reader with a mail address into groups of the grant. An address without an account gets one.
   * Nobody gets a letter. The person signs in with that address.
   */
  add(address: string, groups: readonly string[]): Promise<{ done: boolean }>;
  /** Takes a mail address out of groups of the grant. The account stays, and so do other groups. */
  remove(address: string, groups: readonly string[]): Promise<{ done: boolean }>;
}

export interface PageSummary {
  id: string;
  path: string | null;
  url: string | null;
  title: string;
  description: string | null;
  opening?: string;
  collection: string | null;
  date: string | null;
  updated: string | null;
  author: string | null;
  image: { src: string; alt: string; decorative?: boolean; width: number; height: number; focal?: { x: number; y: number }; caption?: string; credit?: string } | null;
  type?: string;
  teaser?: boolean;
  values?: Record<string, unknown>;
}

export interface Powers {
  readonly storage: Storage;
  readonly content: Content;
  readonly media: Media;
  readonly http: Http;
  readonly mail: Mail;
  readonly readers: Readers;
}

const storageGet = (input: unknown) => askLender("storage.get", input) as Promise<{ entries: { key: string; value: any }[] }>;
const storagePut = (input: unknown) => askLender("storage.put", input) as Promise<{ bytes: number; keys: number }>;
const storageAdd = (input: unknown) => askLender("storage.add", input) as Promise<{ added: boolean }>;
const storageChange = (input: unknown) => askLender("storage.change", input) as Promise<{ changed: boolean }>;
const storageDelete = (input: unknown) => askLender("storage.delete", input) as Promise<{ deleted: number }>;
const storageList = (input: unknown) => askLender("storage.list", input) as Promise<{ entries: { key: string; value: any }[]; next: string | null }>;
const contentGet = (input: unknown) => askLender("content.get", input) as Promise<{ documents: (Document | null)[] }>;
const contentWrite = (input: unknown) => askLender("content.write", input) as Promise<{ versions: { kind: DocumentKind; id: string; version: number }[] }>;
const contentQuery = (input: unknown) => askLender("content.query", input) as Promise<{ pages: PageSummary[] }>;
const mediaList = (input: unknown) => askLender("media.list", input) as Promise<{ files: MediaFile[] }>;
const mediaRead = (input: unknown) => askLender("media.read", input) as Promise<{ file: MediaFile | null; body?: string }>;
const mailSend = (input: unknown) => askLender("mail.send", input) as Promise<{ queued: number }>;
const readersAdd = (input: unknown) => askLender("readers.add", input) as Promise<{ done: boolean }>;
const readersRemove = (input: unknown) => askLender("readers.remove", input) as Promise<{ done: boolean }>;

export const powers: Powers = {
  storage: {
    get: async (key) => (await storageGet({ keys: [key] })).entries[0]?.value,
    getMany: async (keys) => new Map((await storageGet({ keys })).entries.map(({ key, value }) => [key, value])),
    put: (key, value) => storagePut({ entries: [{ key, value }] }),
    putMany: (entries) => storagePut({ entries }),
    add: async (key, value) => (await storageAdd({ entries: [{ key, value }] })).added,
    addMany: async (entries) => (await storageAdd({ entries })).added,
    change: async (seen, changes) => (await storageChange({ seen, ...changes })).changed,
    delete: (...keys) => storageDelete({ keys }),
    list: (options = {}) => storageList(options),
  },
  content: {
    get: async (kind, id, options = {}) => (await contentGet({ documents: [id === undefined ? { kind } : { kind, id }], ...options })).documents[0] ?? null,
    getMany: (documents, options = {}) => contentGet({ documents, ...options }),
    write: (writes) => contentWrite({ writes }),
    query: (query = {}) => contentQuery(query),
  },
  media: {
    list: (options = {}) => mediaList(options),
    read: async (name) => { const { file, body = "" } = await mediaRead({ name }); return file && { ...file, body: bytesOf(body) }; },
  },
  http: {
    fetch: leasedFetch,
  },
  mail: {
    send: (letter) => mailSend(letter),
  },
  readers: {
    add: (address, groups) => readersAdd({ address, groups }),
    remove: (address, groups) => readersRemove({ address, groups }),
  },
};
