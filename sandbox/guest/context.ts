/** `ctx`: what a plugin's functions get beside their input. Every member asks the lender; nothing is kept here. */
import { ask } from "./currentCall.ts";
import { bytesOf, leasedFetch } from "./fetch.ts";
import type { Call } from "./protocol.ts";

interface Entry {
  readonly key: string;
  readonly value: unknown;
}

type Options = Readonly<Record<string, unknown>>;

const entriesOf = async (keys: readonly string[]): Promise<readonly Entry[]> =>
  ((await ask("storage.get", { keys })) as { entries: readonly Entry[] }).entries;

const storage = {
  get: async (key: string) => (await entriesOf([key]))[0]?.value,
  getMany: async (keys: readonly string[]) => new Map((await entriesOf(keys)).map((entry) => [entry.key, entry.value])),
  put: (key: string, value: unknown) => ask("storage.put", { entries: [{ key, value }] }),
  putMany: (entries: readonly Entry[]) => ask("storage.put", { entries }),
  delete: (...keys: string[]) => ask("storage.delete", { keys }),
  list: (options: Options = {}) => ask("storage.list", options),
};

const content = {
  get: async (kind: string, id?: string, options: Options = {}) => {
    const documents = [id === undefined ? { kind } : { kind, id }];
    return ((await ask("content.get", { documents, ...options })) as { documents: readonly unknown[] }).documents[0];
  },
  getMany: (documents: readonly Options[], options: Options = {}) => ask("content.get", { documents, ...options }),
  query: (query: Options = {}) => ask("content.query", query),
  write: (writes: readonly Options[]) => ask("content.write", { writes }),
};

const media = {
  list: (options: Options = {}) => ask("media.list", options),
  /** What is known of the file beside its bytes; null when there is none. */
  read: async (name: string) => {
    const { file, body } = (await ask("media.read", { name })) as { readonly file: object | null; readonly body: string };
    return file && { ...file, body: bytesOf(body) };
  },
};

const powers = harden({ storage, content, media, http: { fetch: leasedFetch } });

export type Context = typeof powers & { readonly site: Call["site"]; readonly settings: Call["settings"] };

/** Of what was parsed: there is nothing in it but objects and arrays of its own, which `harden` would ask much more about. */
function frozen<T>(json: T): T {
  if (typeof json === "object" && json !== null) Object.values(Object.freeze(json)).forEach(frozen);
  return json;
}

/** The powers are the same for every call; what is said of the site is this call's. */
export const contextOf = ({ site, settings = {} }: Call): Context => Object.freeze({ ...powers, site: frozen(site), settings: frozen(settings) });
