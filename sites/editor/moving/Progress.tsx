import type { JSX } from "preact";
import { say } from "../../words/shape/say.ts";
import type { Moving } from "./moving.ts";

interface ProgressProps {
  readonly words: Moving["words"];
  readonly what: "files" | "pages";
  readonly done: number;
  readonly all: number;
  readonly isStopping: boolean;
  readonly onStop: () => void;
}

export const Progress = ({ words, what, done, all, isStopping, onStop }: ProgressProps): JSX.Element => (
  <div class="work narrow">
    <section>
      <p role="status">{say(words.progress[what], { done, all })}</p>
      <button type="button" class="quiet" disabled={isStopping} onClick={onStop}>
        {words.stop}
      </button>
    </section>
  </div>
);

interface HaltedProps {
  readonly words: Moving["words"];
  /** The failure that ended the import. Empty if the member stopped it. */
  readonly note: string;
  readonly onGoOn: () => void;
  readonly onAgain: () => void;
}

export const Halted = ({ words, note, onGoOn, onAgain }: HaltedProps): JSX.Element => (
  <div class="work narrow">
    <section>
      {note !== "" && (
        <p class="alert" role="alert">
          {note}
        </p>
      )}
      <p role="status">{words.stopped}</p>
      <p class="acts">
        <button type="button" onClick={onGoOn}>
          {words.goOn}
        </button>{" "}
        <button type="button" class="quiet" onClick={onAgain}>
          {words.another}
        </button>
      </p>
    </section>
  </div>
);
