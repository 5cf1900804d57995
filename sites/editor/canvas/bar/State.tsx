import type { JSX } from "preact";
import { CANVAS } from "../../document/words.ts";
import type { Studio } from "../studio/studio.ts";

/** One word about whether the text is saved. Screen readers hear changes of it, but not one for each key. */
export function State({ studio: { editor } }: { readonly studio: Studio }): JSX.Element {
  const word = editor.word.value;
  const isWell = word === "saved" || word === "saving";
  return (
    <p class={`state is-${isWell ? word : "held"}`} title={CANVAS.stateHelp[word]}>
      <span aria-hidden={word === "saving"} role="status">
        {word === "saving" ? "" : CANVAS.state[word]}
      </span>
      {word === "saving" && <span>{CANVAS.state.saving}</span>}
    </p>
  );
}
