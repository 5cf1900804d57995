/** Stores unsaved edits in the browser, and offers them again after a crash. */
import { computed, effect, signal, type ReadonlySignal } from "@preact/signals";
import type { Editor } from "../page/editor.ts";
import type { Studio } from "../studio/studio.ts";
import { NO_HISTORY } from "../undo/history.ts";
import { type UnfinishedAnswer, loadUnfinished, storeUnfinished } from "./unfinished.ts";
import { type KeptEdits, type KeptPage, drop, findKept, keep } from "./kept.ts";
import { isSettled, merged } from "../queue/queue.ts";
import { isOpenTab, openTabs, ownTab, placeOfTab, tabOfPlace } from "./tab.ts";

/** The delay between an edit and its storage: a crash loses at most this. */
const PAUSE_MS = 200;

export interface CrashRecovery {
  /** Edits that an earlier page load left, offered until the member decides. */
  readonly kept: ReadonlySignal<KeptEdits | null>;
  take(): void;
  drop(): void;
  /** Stores edits that still wait for the delay. */
  keep(): void;
  /** Removes the edits that the site stores for the member. */
  forget(): Promise<void>;
  /** Stops storing, so that a removal on logout is final. */
  stop(): void;
}

const pageOf = ({ site, id }: Editor): KeptPage => ({
  member: site.member.id,
  site: `${site.tenant}/${site.site}`,
  page: id,
});

/** Tells whether some of these edits are not in the page. The tab may have closed before it noted the site's answer. */
const isOpen = ({ queue }: KeptEdits, editor: Editor): boolean =>
  !isSettled(queue) && !isSettled(merged(queue, editor.queue.peek().base).queue);

type Left = KeptEdits & { readonly tab: string };

/** The tab name of edits that the site stored, which come from another browser. */
const SITE_TAB = "";

/**
 * The edits to offer: of this tab and of closed tabs. Edits that are in the page already are removed. Edits from the
 * site are offered only if no tab of this browser has unsaved edits.
 */
async function findLeft(editor: Editor, tab: string, home: KeptEdits | null): Promise<readonly Left[]> {
  const open = await openTabs();
  const all = await findKept(pageOf(editor));
  const isOfThisTab = (one: Left): boolean => tabOfPlace(one.tab) === tab;
  const found = all.filter((one) => isOfThisTab(one) || !isOpenTab(open, tabOfPlace(one.tab)));
  const [left, done] = [found.filter((one) => isOpen(one, editor)), found.filter((one) => !isOpen(one, editor))];
  const thisTab = done.find(isOfThisTab);
  if (thisTab) editor.history.value = { ...NO_HISTORY, ...thisTab.history, open: null };
  for (const one of done) if (one !== thisTab) void drop({ ...pageOf(editor), tab: one.tab });
  const isOfElsewhere = home !== null && isOpen(home, editor) && all.every(({ queue }) => isSettled(queue));
  return isOfElsewhere ? [{ ...home, tab: SITE_TAB }] : left;
}

/** A place of this tab that holds no offered edits. New edits must not overwrite those before the member has decided. */
function freePlace(tab: string, left: readonly Left[]): string {
  const isTaken = (place: string): boolean => left.some((one) => one.tab === place);
  let index = 0;
  while (isTaken(placeOfTab(tab, index))) index += 1;
  return placeOfTab(tab, index);
}

export async function recover({ editor, isKept, client }: Studio, atSite: UnfinishedAnswer): Promise<CrashRecovery> {
  const tab = await ownTab();
  const home = await loadUnfinished(client, editor, atSite);
  const left = signal(await findLeft(editor, tab, home.kept));
  const kept = computed(() => left.value[0] ?? null);
  const place = freePlace(tab, left.peek());

  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;
  const write = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (isStopped) return;
    const now: KeptEdits = { queue: editor.queue.peek(), history: editor.history.peek(), at: Date.now() };
    void keep({ ...pageOf(editor), tab: place }, now).then((isDone) => (isKept.value = isDone));
  };
  /** Ends the first offer. Other offers may have become part of the page and are checked again. */
  const decided = (): void => {
    const [first, ...rest] = left.peek();
    if (!first) return;
    left.value = rest.filter((one) => isOpen(one, editor));
    write();
    if (first.tab !== SITE_TAB) void drop({ ...pageOf(editor), tab: first.tab });
  };
  effect(() => {
    const isEmpty = isSettled(editor.queue.value) && editor.history.value.done.length === 0;
    if (isEmpty && editor.history.value.undone.length === 0) return;
    if (isSettled(editor.queue.value)) write();
    else timer ??= setTimeout(write, PAUSE_MS);
  });
  const atHome = storeUnfinished(client, editor, home.version, kept);
  return {
    kept,
    keep: () => timer !== undefined && write(),
    take: () => {
      const taken = kept.peek();
      if (!taken) return;
      if (editor.history.peek().done.length === 0) editor.history.value = { ...taken.history, open: null };
      editor.recover(taken.queue);
      decided();
    },
    drop: decided,
    forget: () => atHome.forget(),
    stop: () => {
      atHome.stop();
      isStopped = true;
      clearTimeout(timer);
      timer = undefined;
    },
  };
}
