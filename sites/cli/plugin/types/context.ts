/** `ctx` in types: only what a manifest asks for, so that an editor shows at once what was never asked. */
import { STORAGE_KEY_MAX_CHARS } from "../../../../manifests/bounds.ts";
import type { Manifest } from "../../../../manifests/manifest.ts";
import { MEDIA_TYPES } from "../../../../manifests/mediaTypes.ts";

type Capabilities = NonNullable<Manifest["capabilities"]>;
/** What is granted of forms comes with a call, and is no member of `ctx`. */
export type Capability = Exclude<keyof Capabilities, "forms">;

const choices = (values: readonly string[]): string => values.map((value) => JSON.stringify(value)).join(" | ") || "never";

const storage = ({ maxBytes, maxKeys }: NonNullable<Capabilities["storage"]>): string => `
/**
 * Data of this plugin in this site: at most ${maxBytes} bytes under ${maxKeys} keys. Values are anything JSON can carry;
 * a key is letters, digits and \`. _ : ~ -\`, a letter or digit first, at most ${STORAGE_KEY_MAX_CHARS} of them.
 */
export interface Storage {
  get<T = unknown>(key: string): Promise<T | undefined>;
  /** What is not there is not in the map. */
  getMany<T = unknown>(keys: readonly string[]): Promise<Map<string, T>>;
  put(key: string, value: unknown): Promise<{ bytes: number; keys: number }>;
  /** All of them or, when the quota does not allow it, none. */
  putMany(entries: readonly { key: string; value: unknown }[]): Promise<{ bytes: number; keys: number }>;
  delete(...keys: string[]): Promise<{ deleted: number }>;
  /** In the order of the keys; \`next\` is what to give as \`after\` for the rest. */
  list<T = unknown>(options?: { prefix?: string; after?: string; limit?: number }): Promise<{ entries: { key: string; value: T }[]; next: string | null }>;
}
`;

const WRITE = `  /**
   * Writes drafts, all of them or none, each with the version it builds on (0 for a new page); null deletes a page.
   * Not in \`beforePublish\` and data providers. Visitors see nothing of it before a member publishes.
   */
  write(writes: readonly { kind: DocumentKind; id?: string; expected: number; body: object | null }[]): Promise<{ versions: { kind: DocumentKind; id: string; version: number }[] }>;
`;

function content({ read = [], draft = [] }: NonNullable<Capabilities["content"]>): string {
  const state = draft.length > 0 ? `{ state?: "published" | "draft" }` : `{ state?: "published" }`;
  return `
type DocumentKind = ${choices([...new Set([...read, ...draft])])};

export interface Document {
  kind: DocumentKind;
  id: string;
  version: number;
  /** Of another shape for each kind. */
  body: Record<string, unknown>;
}

/** The site's documents. Published ones may be read of ${read.join(", ") || "nothing"}, drafts of ${draft.join(", ") || "nothing"}. */
export interface Content {
  get(kind: DocumentKind, id?: string, options?: ${state}): Promise<Document | null>;
  getMany(documents: readonly { kind: DocumentKind; id?: string }[], options?: ${state}): Promise<{ documents: (Document | null)[] }>;
${draft.length > 0 ? WRITE : ""}  query(query?: { collection?: string; under?: string; order?: "newest" | "oldest" | "title" | "path"; limit?: number } & ${state}): Promise<{ pages: PageSummary[] }>;
}
`;
}

/** A page as lists of pages have it. */
export const PAGE_SUMMARY = `
export interface PageSummary {
  id: string;
  path: string;
  url: string;
  title: string;
  description: string | null;
  collection: string | null;
  date: string | null;
  updated: string | null;
  author: string | null;
  image: { src: string; alt: string; width: number; height: number; focal?: { x: number; y: number } } | null;
}
`;

/** What is told of any file of the site. */
export const MEDIA_MEMBERS = `  /** The SHA-256 of its bytes. */
  id: string;
  path: string;
  kind: string;
  type: ${choices(MEDIA_TYPES)};
  bytes: number;
  width: number | null;
  height: number | null;
  name: string;
`;

const media = (_asked: NonNullable<Capabilities["media"]>): string => `
/** Pictures and files of the site. A site that lends none refuses with \`not_granted\`. */
export interface Media {
  /** Newest first. \`after\` is the id of the last file of the page before; the last page is shorter than \`limit\`. */
  list(options?: { after?: string; limit?: number }): Promise<{ files: MediaFile[] }>;
  /** A file by its id, up to half a megabyte; null when the site has none. */
  read(id: string): Promise<(MediaFile & { body: Uint8Array }) | null>;
}

export interface MediaFile {
${MEDIA_MEMBERS}  alt: string;
  focal: { x: number; y: number } | null;
}
`;

/** A text of which the host is known; hosts an owner names are not. */
const address = (hosts: readonly string[]): string => (hosts.length === 0 ? "string" : `\`https://\${${choices(hosts)}}\${string}\``);

const http = ({ hosts, methods }: NonNullable<Capabilities["http"]>): string => `
/** The internet: ${methods.join(", ")} by https to ${hosts.join(", ") || "hosts an owner names"}. The global \`fetch\` is the same. */
export interface Http {
  fetch(input: ${address(hosts)} | URL | Request, init?: Omit<RequestInit, "method"> & { method?: ${choices(methods)} }): Promise<Response>;
}
`;

const TYPES: { readonly [C in Capability]: (asked: NonNullable<Capabilities[C]>) => string } = { storage, content, media, http };

const NAMES: Readonly<Record<Capability, string>> = { storage: "Storage", content: "Content", media: "Media", http: "Http" };

const typesOf = <C extends Capability>(name: C, asked: Capabilities): string => {
  const wish = asked[name];
  return wish === undefined ? "" : TYPES[name](wish as NonNullable<Capabilities[C]>);
};

/** The interfaces of what was asked for, and `Context` with exactly these. */
export function contextTypes(asked: Capabilities, hasSettings: boolean): string {
  const names = (Object.keys(NAMES) as Capability[]).filter((name) => asked[name] !== undefined);
  const members = [
    "  readonly site: { readonly id: string; readonly origin: string };",
    ...(hasSettings ? ["  readonly settings: Settings;"] : []),
    ...names.map((name) => `  readonly ${name}: ${NAMES[name]};`),
  ];
  const context = `
/** What a function of the plugin may use while it is called: where it is, and what the manifest asks for, once an owner has granted it. */
export interface Context {
${members.join("\n")}
}
`;
  return [...names.map((name) => typesOf(name, asked)), context].join("");
}
