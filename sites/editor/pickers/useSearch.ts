import { useEffect, useState } from "preact/hooks";
import type { ApiAnswer } from "../../requests/answer.ts";
import type { RequestFailure } from "../../requests/requestFailure.ts";

/** The pause in typing before the site is asked, in milliseconds. */
const PAUSE_MS = 150;

/** A part of a list, and the cursor of the next part. */
export interface ListPortion<Item, Cursor> {
  readonly items: readonly Item[];
  readonly next: Cursor | null;
}

export interface Search<Item> {
  readonly items: readonly Item[];
  readonly failure: RequestFailure | null;
  readonly isBusy: boolean;
  /** Loads the next part of the list; null at the end. */
  readonly more: (() => void) | null;
}

/**
 * Searches after a pause in typing, and shows only the answer to the latest search. A change of `filter`, which `ask`
 * knows, begins another search.
 */
export function useSearch<Item, Cursor>(
  text: string,
  ask: (text: string, cursor?: Cursor) => Promise<ApiAnswer<ListPortion<Item, Cursor>>>,
  filter = "",
): Search<Item> {
  const [found, put] = useState<ListPortion<Item, Cursor> | null>(null);
  const [failure, setFailure] = useState<RequestFailure | null>(null);
  const [isBusy, setBusy] = useState(true);
  useEffect(() => {
    let isLate = false;
    setBusy(true);
    const search = async (): Promise<void> => {
      const answer = await ask(text);
      if (isLate) return;
      setBusy(false);
      if (answer.ok) put(answer.value.body);
      setFailure(answer.ok ? null : answer.error);
    };
    const timer = setTimeout(() => void search(), text === "" ? 0 : PAUSE_MS);
    return () => {
      isLate = true;
      clearTimeout(timer);
    };
  }, [text, filter]);

  const goOn = async (before: ListPortion<Item, Cursor>, cursor: Cursor): Promise<void> => {
    const answer = await ask(text, cursor);
    setFailure(answer.ok ? null : answer.error);
    if (!answer.ok) return;
    const { items, next } = answer.value.body;
    // Another search may have begun meanwhile, or the button may have been pressed twice.
    put((shown) => (shown === before ? { items: [...before.items, ...items], next } : shown));
  };
  const next = found?.next ?? null;
  return {
    items: found?.items ?? [],
    failure,
    isBusy,
    more: found && next !== null && !isBusy ? () => void goOn(found, next) : null,
  };
}
