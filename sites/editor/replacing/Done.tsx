import type { JSX } from "preact";
import type { RequestFailure } from "../../requests/requestFailure.ts";
import type { ReplacingWords } from "../../words/en/pages/replacing.ts";
import { say } from "../../words/shape/say.ts";
import type { Back, ReplaceReport, Task } from "./run.ts";

interface Props {
  readonly words: ReplacingWords;
  readonly explain: (failure: RequestFailure) => string;
  readonly outcome: ReplaceReport;
  /** True if the changes were taken back. */
  readonly isUndone: boolean;
  readonly onGoOn: (task: Task) => void;
  readonly onUndo: (back: Back) => void;
  readonly onAgain: () => void;
}

/** A report of changed and refused documents, with the way on and the way back. */
export function Done({ words, explain, outcome, isUndone, onGoOn, onUndo, onAgain }: Props): JSX.Element {
  const { done, back, refused, stopped } = outcome;
  const hasWayBack = back.edits.length + back.beside.length > 0 && (!isUndone || stopped !== undefined);
  return (
    <section aria-labelledby="done-title">
      <h2 id="done-title">{say(isUndone ? words.takenBack : words.done, { n: done })}</h2>
      {stopped && (
        <p class="alert" role="alert">
          {explain(stopped.failure)} {words.stopped}
        </p>
      )}
      {refused.length > 0 && (
        <>
          <p class="warning">{words.refused}</p>
          <ul>
            {refused.map(({ title, failure }, index) => (
              <li key={index}>
                <bdi>{title}</bdi>: {explain(failure)}
              </li>
            ))}
          </ul>
        </>
      )}
      <p class="acts">
        {stopped && !isUndone && (
          <button type="button" onClick={() => onGoOn(stopped.left)}>
            {words.goOn}
          </button>
        )}{" "}
        {hasWayBack && (
          <button type="button" class="quiet" onClick={() => onUndo(back)}>
            {words.takeBack}
          </button>
        )}{" "}
        <button type="button" class="quiet" onClick={onAgain}>
          {words.again}
        </button>
      </p>
    </section>
  );
}
