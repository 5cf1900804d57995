import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { PageEdit } from "../../../runtime/editing/operations/backEdits.ts";
import { say } from "../../words/shape/say.ts";
import type { Importing } from "./importing.ts";
import { type Sent, notTakenBack, takeBack } from "../../moving/rows/sending.ts";

interface ReceiptProps {
  readonly importing: Importing;
  readonly sent: Sent;
  /** The pages that were created for the rows. */
  readonly made: readonly PageEdit[];
  readonly onAgain: () => void;
}

/** Says what is brought in and what is not, and offers to take all of it back. */
export function Receipt({ importing, sent, made, onAgain }: ReceiptProps): JSX.Element {
  const { words, explain, powers, list } = importing;
  const [note, setNote] = useState<string | null>(null);
  const { done, refused, stopped } = sent;
  const all = [...made, ...done];
  const undo = async (): Promise<void> => {
    const onProgress = (n: number): void => setNote(say(words.working, { done: n, all: all.length }));
    onProgress(0);
    const failure = notTakenBack(await takeBack({ ...powers, onProgress }, all));
    setNote(failure ? explain(failure) : words.undone);
  };
  return (
    <section aria-labelledby="receipt-title">
      <h2 id="receipt-title">{words.receipt}</h2>
      <p class="status" role="status">
        {note ?? say(words.broughtIn, { n: done.length })}
      </p>
      {stopped && (
        <p class="alert" role="alert">
          {words.stopped} {explain(stopped)}
        </p>
      )}
      {refused.length > 0 && <p class="warning">{say(words.leftOut, { n: refused.length })}</p>}
      <ul class="rows">
        {refused.map(({ row, failure }) => (
          <li class="row" key={row.line}>
            <div class="what">
              <p class="name">
                <bdi>{row.title}</bdi>
              </p>
              <p class="facts">{say(words.line, { n: row.line })}</p>
              <p class="warning">{explain(failure)}</p>
            </div>
          </li>
        ))}
      </ul>
      <p class="acts">
        {note === null && all.length > 0 && (
          <button type="button" class="quiet" onClick={() => void undo()}>
            {words.undo}
          </button>
        )}{" "}
        <button type="button" class="quiet" onClick={onAgain}>
          {words.again}
        </button>{" "}
        <a href={list}>{words.list}</a>
      </p>
    </section>
  );
}
