/** Keeps what is not saved on this computer, and offers it again after a crash. */
import { effect, signal } from "@preact/signals";
import type { Signal } from "@preact/signals";
import type { Editor } from "../page/editor.ts";
import type { Studio } from "../page/studio.ts";
import { NO_HISTORY } from "../undo/history.ts";
import type { Kept, KeptKey } from "./kept.ts";
import { find, keep } from "./kept.ts";
import { isSettled, merged } from "./queue.ts";

/** Between a change and its being kept: a crash costs no more than this. */
const PAUSE_MS = 200;

export interface Recovery {
  /** Changes left from an earlier time, until the member decides. */
  readonly kept: Signal<Kept | null>;
  take(): void;
  drop(): void;
  /** Keeps nothing from now on: what is forgotten stays forgotten. */
  stop(): void;
}

const keyFor = ({ site, id }: Editor): KeptKey => ({
  member: site.member.id,
  site: `${site.tenant}/${site.site}`,
  page: id,
});

/** Tells whether something of it is not in the page: an answer may have come too late to be noted. */
const isOpen = ({ queue }: Kept, editor: Editor): boolean =>
  !isSettled(queue) && !isSettled(merged(queue, editor.queue.peek().base).queue);

export async function recover({ editor, isKept }: Studio): Promise<Recovery> {
  const key = keyFor(editor);
  const found = await find(key);
  const kept = signal<Kept | null>(found && isOpen(found, editor) ? found : null);
  if (found && kept.peek() === null) editor.history.value = { ...(found.history ?? NO_HISTORY), open: null };

  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;
  const write = (): void => {
    clearTimeout(timer);
    timer = undefined;
    // Offered changes stay kept until the member has decided.
    if (isStopped || kept.peek()) return;
    const now: Kept = { queue: editor.queue.peek(), history: editor.history.peek(), at: Date.now() };
    void keep(key, now).then((isDone) => (isKept.value = isDone));
  };
  effect(() => {
    const isEmpty = isSettled(editor.queue.value) && editor.history.value.done.length === 0;
    if (isEmpty && editor.history.value.undone.length === 0) return;
    if (isSettled(editor.queue.value)) write();
    else timer ??= setTimeout(write, PAUSE_MS);
  });
  addEventListener("pagehide", () => timer !== undefined && write());
  return {
    kept,
    take: () => {
      const taken = kept.peek();
      kept.value = null;
      if (!taken) return;
      editor.history.value = { ...taken.history, open: null };
      editor.recover(taken.queue);
    },
    drop: () => {
      kept.value = null;
      write();
    },
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
      timer = undefined;
    },
  };
}
