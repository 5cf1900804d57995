/** Stores unsaved edits in the browser, and offers them again after a crash. */
import { computed, effect, signal } from "@preact/signals";
import type { ReadonlySignal } from "@preact/signals";
import type { Editor } from "../page/editor.ts";
import type { Studio } from "../studio/studio.ts";
import { NO_HISTORY } from "../undo/history.ts";
import type { UnfinishedAnswer } from "./unfinished.ts";
import { loadUnfinished, storeUnfinished } from "./unfinished.ts";
import type { KeptEdits, KeptPage } from "./kept.ts";
import { drop, findKept, keep } from "./kept.ts";
import { isSettled, merged } from "../queue/queue.ts";
import { isOpenTab, openTabs, ownTab } from "./tab.ts";

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
async function leftOf(editor: Editor, tab: string, home: KeptEdits | null): Promise<readonly Left[]> {
  const open = await openTabs();
  const all = await findKept(pageOf(editor));
  const found = all.filter((one) => one.tab === tab || !isOpenTab(open, one.tab));
  const [left, done] = [found.filter((one) => isOpen(one, editor)), found.filter((one) => !isOpen(one, editor))];
  const thisTab = done.find((one) => one.tab === tab);
  if (thisTab) editor.history.value = { ...NO_HISTORY, ...thisTab.history, open: null };
  for (const one of done) if (one !== thisTab) void drop({ ...pageOf(editor), tab: one.tab });
  const isOfElsewhere = home !== null && isOpen(home, editor) && all.every(({ queue }) => isSettled(queue));
  return isOfElsewhere ? [{ ...home, tab: SITE_TAB }] : left;
}

export async function recover({ editor, isKept, client }: Studio, atSite: UnfinishedAnswer): Promise<CrashRecovery> {
  const tab = await ownTab();
  const home = await loadUnfinished(client, editor, atSite);
  const left = signal(await leftOf(editor, tab, home.kept));
  const kept = computed(() => left.value[0] ?? null);

  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;
  const write = (): void => {
    clearTimeout(timer);
    timer = undefined;
    // Offered edits of this tab must not be overwritten before the member has decided.
    if (isStopped || left.peek().some((one) => one.tab === tab)) return;
    const now: KeptEdits = { queue: editor.queue.peek(), history: editor.history.peek(), at: Date.now() };
    void keep({ ...pageOf(editor), tab }, now).then((isDone) => (isKept.value = isDone));
  };
  /** Ends the first offer. Other offers may have become part of the page and are checked again. */
  const decided = (): void => {
    const [first, ...rest] = left.peek();
    if (!first) return;
    left.value = rest.filter((one) => isOpen(one, editor));
    write();
    if (first.tab !== tab) void drop({ ...pageOf(editor), tab: first.tab });
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
