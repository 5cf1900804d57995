/**
 * Changes that the site does not have yet, on this computer. They lie by member and page, so nobody else's login finds
 * them, and by tab, so none displaces another's. A browser that keeps nothing makes this do nothing; the member is
 * told.
 */
import type { UndoHistory } from "../undo/history.ts";
import type { EditQueue } from "../queue/queue.ts";

export interface KeptEdits {
  readonly queue: EditQueue;
  readonly history: UndoHistory;
  /** The time of keeping, in milliseconds since 1970. */
  readonly at: number;
}

const DATABASE = "drawbridge-editor";
const STORE = "pages";

export interface KeptPage {
  readonly member: string;
  readonly site: string;
  readonly page: string;
}

export interface KeptKey extends KeptPage {
  readonly tab: string;
}

const keyOf = ({ member, site, page, tab }: KeptKey): string[] => [member, site, page, tab];

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
export async function keep(key: KeptKey, kept: KeptEdits): Promise<boolean> {
  try {
    await asked((await store("readwrite")).put(kept, keyOf(key)));
    return true;
  } catch {
    return false;
  }
}

/** The edits that each tab has left of a page, the newest first. */
export async function findKept(of: KeptPage): Promise<readonly (KeptEdits & { readonly tab: string })[]> {
  try {
    const all = [of.member, of.site, of.page];
    const range = IDBKeyRange.bound(all, [...all, []]);
    const rows = await store("readonly");
    const [keys, values] = await Promise.all([asked(rows.getAllKeys(range)), asked(rows.getAll(range))]);
    const tabs = keys.map((key) => String((key as string[])[all.length]));
    return (values as KeptEdits[])
      .map((kept, index) => ({ ...kept, tab: tabs[index] ?? "" }))
      .toSorted((one, other) => other.at - one.at);
  } catch {
    return [];
  }
}

export async function drop(key: KeptKey): Promise<void> {
  try {
    await asked((await store("readwrite")).delete(keyOf(key)));
  } catch {
    // As below.
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
