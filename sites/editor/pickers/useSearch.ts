import { useEffect, useState } from "preact/hooks";
import type { Answer } from "../api/answer.ts";
import type { Failure } from "../api/failure.ts";

/** The pause in typing before the site is asked, in milliseconds. */
const PAUSE_MS = 150;

export interface Search<T> {
  readonly found: T | null;
  readonly failure: Failure | null;
  readonly isBusy: boolean;
  /** Shows the same answer changed, as by what was loaded after it. */
  readonly put: (found: T) => void;
}

/** Asks after a pause, and shows the answer to the last question only. */
export function useSearch<T>(text: string, ask: (text: string) => Promise<Answer<T>>): Search<T> {
  const [found, put] = useState<T | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
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
  }, [text]);
  return { found, failure, isBusy, put };
}
