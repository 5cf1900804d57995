import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { Moving } from "./moving.ts";

export interface NamedType {
  readonly type: string;
  readonly plural: string;
}

interface TypeChoiceProps {
  readonly words: Moving["words"];
  readonly types: readonly NamedType[];
  readonly onChoose: (type: string) => void;
  readonly onAgain: () => void;
}

/** Asks what the rows of a CSV file are. */
export function TypeChoice({ words, types, onChoose, onAgain }: TypeChoiceProps): JSX.Element {
  const [chosen, setChosen] = useState(types[0]?.type ?? "");
  return (
    <div class="work narrow">
      <section>
        {types.length === 0 ? (
          <p class="none">{words.noTypes}</p>
        ) : (
          <p class="field">
            <label for="move-type">{words.type}</label>
            <select id="move-type" value={chosen} onChange={({ currentTarget }) => setChosen(currentTarget.value)}>
              {types.map(({ type, plural }) => (
                <option key={type} value={type}>
                  {plural}
                </option>
              ))}
            </select>
          </p>
        )}
        <p class="acts">
          {types.length > 0 && (
            <button type="button" onClick={() => onChoose(chosen)}>
              {words.next}
            </button>
          )}{" "}
          <button type="button" class="quiet" onClick={onAgain}>
            {words.another}
          </button>
        </p>
      </section>
    </div>
  );
}
