/**
 * Changes that the site does not have yet, on this computer: by member and page, so that nobody else's login finds
 * them. A browser that keeps nothing makes this do nothing; the member is told.
 */
import type { History } from "../undo/history.ts";
import type { Queue } from "./queue.ts";

export interface Kept {
  readonly queue: Queue;
  readonly history: History;
  /** When it was kept, in milliseconds since 1970. */
  readonly at: number;
}

const DATABASE = "drawbridge-editor";
const STORE = "pages";

export interface KeptKey {
  readonly member: string;
  readonly site: string;
  readonly page: string;
}

const keyOf = ({ member, site, page }: KeptKey): string[] => [member, site, page];

const asked = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((done, fail) => {
    request.addEventListener("success", () => done(request.result));
    request.addEventListener("error", () => fail(request.error ?? new Error("the browser gave no reason")));
  });

let opened: Promise<IDBDatabase> | undefined;

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, 1);
  request.addEventListener("upgradeneeded", () => request.result.createObjectStore(STORE));
  return asked(request);
}

async function store(mode: IDBTransactionMode): Promise<IDBObjectStore> {
  opened ??= open();
  return (await opened).transaction(STORE, mode, { durability: "relaxed" }).objectStore(STORE);
}

/** False if the browser keeps nothing: in a private window, or because its disk is full. */
export async function keep(key: KeptKey, kept: Kept): Promise<boolean> {
  try {
    await asked((await store("readwrite")).put(kept, keyOf(key)));
    return true;
  } catch {
    return false;
  }
}

export async function find(key: KeptKey): Promise<Kept | undefined> {
  try {
    return (await asked((await store("readonly")).get(keyOf(key)))) as Kept | undefined;
  } catch {
    return undefined;
  }
}

/** Removes all that is kept of one member. */
export async function forget(member: string): Promise<void> {
  try {
    await asked((await store("readwrite")).delete(IDBKeyRange.bound([member], [member, []])));
  } catch {
    // A browser that keeps nothing has nothing to forget.
  }
}
