import type { JSX } from "preact";
import { SHOWN_VALUES_MAX } from "../../../manifests/bounds/fields.ts";
import type { ShownChoice } from "../../../manifests/fields/chosenEntries.ts";
import { say } from "../../words/shape/say.ts";
import type { FieldWords } from "../../words/en/fields.ts";
import { LISTS } from "../document/listWords.ts";
import type { EntryTypeView } from "../api/fieldServices.ts";
import { choiceWith, isFull, choicesMoved, type ShownRow, shownRows } from "./shownChoices.ts";

const { show } = LISTS;

interface Props {
  readonly chosen: readonly ShownChoice[];
  readonly known: EntryTypeView;
  readonly words: FieldWords;
  readonly onChange: (chosen: readonly ShownChoice[]) => void;
}

/** Chooses the values that a list shows of each entry: which, in which order, with or without their titles. */
export function ShownValues({ chosen, known, words, onChange }: Props): JSX.Element {
  return (
    <fieldset class="field is-group shown-values">
      <legend>{show.title}</legend>
      <ol>
        {shownRows(chosen, known).map((row, index) => (
          <Row
            key={row.field}
            {...{ row, index, words }}
            count={chosen.length}
            isFull={isFull(chosen)}
            onChoice={(next) =>
              onChange(next ? put(chosen, row, next) : chosen.filter(({ field }) => field !== row.field))
            }
            onMove={(to) => onChange(choicesMoved(chosen, index, to))}
          />
        ))}
      </ol>
      {isFull(chosen) && <p class="note">{say(words.full, { most: SHOWN_VALUES_MAX })}</p>}
    </fieldset>
  );
}

const put = (chosen: readonly ShownChoice[], { choice, forms }: ShownRow, next: ShownChoice): readonly ShownChoice[] =>
  choice
    ? chosen.map((one) => (one.field === next.field ? choiceWith(next, forms) : one))
    : [...chosen, choiceWith(next, forms)];

interface RowProps {
  readonly row: ShownRow;
  readonly index: number;
  /** The number of chosen values, which stand first. */
  readonly count: number;
  readonly isFull: boolean;
  readonly words: FieldWords;
  readonly onChoice: (choice: ShownChoice | undefined) => void;
  readonly onMove: (to: number) => void;
}

function Row(props: RowProps): JSX.Element {
  const { row, isFull: full, onChoice } = props;
  const { field, title, choice } = row;
  const isLost = title === undefined;
  return (
    <li>
      <label>
        <input
          type="checkbox"
          checked={choice !== undefined}
          disabled={full && choice === undefined}
          onChange={({ currentTarget }) => onChoice(currentTarget.checked ? { field } : undefined)}
        />{" "}
        {title ?? field}
      </label>
      {isLost && <p class="note">{show.lost}</p>}
      {choice && !isLost && <Look {...props} choice={choice} name={title} />}
    </li>
  );
}

function Look({
  row,
  choice,
  name,
  index,
  count,
  words,
  onChoice,
  onMove,
}: RowProps & { readonly choice: ShownChoice; readonly name: string }): JSX.Element {
  return (
    <p class="look">
      <label>
        <input
          type="checkbox"
          checked={choice.label !== false}
          aria-label={say(show.labelOf, { name })}
          onChange={({ currentTarget }) => onChoice({ ...choice, label: currentTarget.checked })}
        />{" "}
        {show.label}
      </label>
      <Mover icon="↑" label={say(words.up, { name })} isOff={index === 0} onClick={() => onMove(index - 1)} />
      <Mover icon="↓" label={say(words.down, { name })} isOff={index === count - 1} onClick={() => onMove(index + 1)} />
      {row.forms.length > 1 && (
        <select
          aria-label={say(show.form, { name })}
          value={choice.as ?? row.forms[0] ?? ""}
          onChange={({ currentTarget }) => onChoice({ ...choice, as: currentTarget.value })}
        >
          {row.forms.map((form) => (
            <option key={form} value={form}>
              {show.forms[form]}
            </option>
          ))}
        </select>
      )}
    </p>
  );
}

interface MoverProps {
  readonly icon: string;
  readonly label: string;
  readonly isOff: boolean;
  readonly onClick: () => void;
}

const Mover = ({ icon, label, isOff, onClick }: MoverProps): JSX.Element => (
  <button
    type="button"
    class="quiet"
    aria-label={label}
    title={label}
    aria-disabled={isOff ? "true" : undefined}
    onClick={() => {
      if (!isOff) onClick();
    }}
  >
    {icon}
  </button>
);
