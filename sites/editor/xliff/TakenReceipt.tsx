import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { say } from "../../words/shape/say.ts";
import { notTakenBack, takeBack } from "../../moving/rows/sending.ts";
import type { TextExchange } from "./exchange.ts";
import type { TakenTexts } from "./taking.ts";

interface ReceiptProps {
  readonly exchange: TextExchange;
  readonly done: TakenTexts;
  readonly onAgain: () => void;
}

/** Texts that are listed. A file of another site may have thousands that do not fit. */
const LISTED = 200;

/** Says what was taken in, and what no longer fits, and offers to take all of it back. */
export function TakenReceipt({ exchange, done: { sent, lost }, onAgain }: ReceiptProps): JSX.Element {
  const { words, explain, powers, list } = exchange;
  const [note, setNote] = useState<string | null>(null);
  const undo = async (): Promise<void> => {
    const onProgress = (n: number): void => setNote(say(words.working, { done: n, all: sent.done.length }));
    onProgress(0);
    const failure = notTakenBack(await takeBack({ ...powers, onProgress }, sent.done));
    setNote(failure ? explain(failure) : words.undone);
  };
  return (
    <section aria-labelledby="receipt-title">
      <h2 id="receipt-title">{words.receipt}</h2>
      <p class="status" role="status">
        {note ?? say(words.taken, { n: sent.done.length })}
      </p>
      {sent.stopped && (
        <p class="alert" role="alert">
          {words.stopped} {explain(sent.stopped)}
        </p>
      )}
      {sent.refused.length > 0 && <p class="warning">{say(words.refusedPages, { n: sent.refused.length })}</p>}
      <ul class="rows">
        {sent.refused.map(({ row, failure }) => (
          <Row key={row.page} title={row.title} facts="" why={explain(failure)} />
        ))}
      </ul>
      {lost.length > 0 && <p class="warning">{say(words.look, { n: lost.length })}</p>}
      <ul class="rows">
        {lost.slice(0, LISTED).map(({ loss, page, place, text }, index) => (
          <Row key={index} title={page} facts={place + words.colon + text} why={words.losses[loss]} />
        ))}
      </ul>
      <p class="acts">
        {note === null && sent.done.length > 0 && (
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

interface RowProps {
  readonly title: string;
  readonly facts: string;
  readonly why: string;
}

const Row = ({ title, facts, why }: RowProps): JSX.Element => (
  <li class="row">
    <div class="what">
      <p class="name">
        <bdi>{title}</bdi>
      </p>
      {facts !== "" && (
        <p class="facts">
          <bdi>{facts}</bdi>
        </p>
      )}
      <p class="warning">{why}</p>
    </div>
  </li>
);
