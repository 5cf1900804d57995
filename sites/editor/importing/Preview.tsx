import type { JSX } from "preact";
import { say } from "../../words/shape/say.ts";
import type { Importing } from "./importing.ts";
import type { PlannedRow, RowState } from "../../moving/rows/rowPlan.ts";
import type { RowChange, RowFault } from "../../moving/rows/rowCells.ts";

interface PreviewProps {
  readonly importing: Importing;
  readonly planned: readonly PlannedRow[];
  readonly onApply: () => void;
}

/** The most rows that are shown, those with errors first. The rest is counted. */
const SHOWN_ROWS = 200;
/** The most changes that one row shows. */
const SHOWN_CHANGES = 12;
/** The most characters of a value. */
const VALUE_CHARS = 120;

const ORDER: readonly RowState[] = ["faulty", "changed", "new", "same"];

export function Preview({ importing, planned, onApply }: PreviewProps): JSX.Element {
  const { words } = importing;
  const byState = (state: RowState): readonly PlannedRow[] => planned.filter((row) => row.state === state);
  const counts = ORDER.flatMap((state) => {
    const n = byState(state).length;
    return n === 0 ? [] : [say(words.counts[state], { n })];
  });
  const shown = ORDER.flatMap(byState).slice(0, SHOWN_ROWS);
  const sent = planned.filter(({ edit }) => edit !== undefined).length;
  const more = planned.length - shown.length;
  return (
    <section aria-labelledby="preview-title">
      <h2 id="preview-title">{words.preview}</h2>
      <p role="status">{counts.join(", ")}.</p>
      {sent === 0 ? (
        <p class="none">{words.nothingToDo}</p>
      ) : (
        <p class="acts">
          <button type="button" onClick={onApply}>
            {say(words.apply, { n: sent })}
          </button>{" "}
          {byState("faulty").length > 0 && <span class="facts">{words.skips}</span>}
        </p>
      )}
      <ul class="rows">
        {shown.map((row) => (
          <Row key={row.line} {...{ importing, row }} />
        ))}
      </ul>
      {more > 0 && <p>{say(words.more, { n: more })}</p>}
    </section>
  );
}

function Row({ importing: { words }, row }: { readonly importing: Importing; readonly row: PlannedRow }): JSX.Element {
  const { line, title, state, changes, faults } = row;
  return (
    <li class="row">
      <div class="what">
        <p class="name">
          <bdi>{title}</bdi> <span class={`badge is-${BADGES[state]}`}>{words.states[state]}</span>
        </p>
        <p class="facts">{say(words.line, { n: line })}</p>
        {faults.map((fault, index) => (
          <p class="warning" key={index}>
            <Fault {...{ words, fault }} />
          </p>
        ))}
        {changes.slice(0, SHOWN_CHANGES).map((change, index) => (
          <p class="facts" key={index}>
            <bdi>{saidChange(words, change, state === "new")}</bdi>
          </p>
        ))}
      </div>
    </li>
  );
}

/** Looks that the editor's style sheet has. */
const BADGES: Readonly<Record<RowState, string>> = {
  new: "added",
  changed: "planned",
  same: "none",
  faulty: "failed",
};

const shortened = (text: string): string => (text.length > VALUE_CHARS ? `${text.slice(0, VALUE_CHARS)}…` : text);

function Fault({ words, fault }: { readonly words: Importing["words"]; readonly fault: RowFault }): JSX.Element {
  const sentence = say(words.faults[fault.fault], { found: shortened(fault.found) });
  return (
    <>
      {fault.title !== "" && (
        <>
          <bdi>{fault.title}</bdi>
          {words.colon}
        </>
      )}
      <bdi>{sentence}</bdi>
    </>
  );
}

function saidChange(words: Importing["words"], { title, before, after }: RowChange, isNew: boolean): string {
  const shown = (text: string): string => (text === "" ? words.nothing : shortened(text));
  return isNew
    ? title + words.colon + shown(after)
    : say(words.change, { title, before: shown(before), after: shown(after) });
}
