/**
 * Unsaved edits in this browser's IndexedDB. The key holds the member, so that another login does not find them, and
 * the tab, so that tabs do not overwrite each other. Without storage this module does nothing, and the editor says so.
 */
import type { UndoHistory } from "../undo/history.ts";
import type { EditQueue } from "../queue/queue.ts";

export interface KeptEdits {
  readonly queue: EditQueue;
  readonly history: UndoHistory;
  /** When the edits were stored, in milliseconds since 1970. */
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

/** Stores edits. False if the browser refuses: in a private window, or when the disk is full. */
export async function keep(key: KeptKey, kept: KeptEdits): Promise<boolean> {
  try {
    const pages = await store("readwrite");
    const put = asked(pages.put(kept, keyOf(key)));
    // A closing tab loses a transaction that is not committed.
    pages.transaction.commit();
    await put;
    return true;
  } catch {
    return false;
  }
}

/** The stored edits of all tabs for a page, the newest first. */
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
    // Without storage there is nothing to remove.
  }
}

/** Removes all stored edits of one member. */
export async function forget(member: string): Promise<void> {
  try {
    await asked((await store("readwrite")).delete(IDBKeyRange.bound([member], [member, []])));
  } catch {
    // Without storage there is nothing to remove.
  }
}
