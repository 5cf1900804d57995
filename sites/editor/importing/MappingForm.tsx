import type { JSX } from "preact";
import { type CsvField, PAGE_COLUMNS } from "../../../manifests/fields/csvFields.ts";
import type { Mapping } from "../../moving/rows/columns.ts";
import type { Importing } from "./importing.ts";

interface MappingProps {
  readonly importing: Importing;
  readonly header: readonly string[];
  /** The cells of the first row, which show what a column has. */
  readonly sample: readonly string[];
  readonly mapping: Mapping;
  readonly fields: readonly CsvField[];
  readonly holdsNew: boolean;
  readonly onMap: (mapping: Mapping) => void;
  readonly onHold: (holdsNew: boolean) => void;
}

/** The most characters of a sample. */
const SAMPLE_CHARS = 60;

/** The chooser of what each column is. A target that another column takes is free again there. */
export function MappingForm(props: MappingProps): JSX.Element {
  const { importing, header, sample, mapping, fields, holdsNew, onMap, onHold } = props;
  const { words } = importing;
  const targets = [
    ...PAGE_COLUMNS.map((one) => [one, words.members[one]] as const),
    ...fields.map(({ column, title }) => [column, title] as const),
  ];
  const choose = (index: number, target: string): void =>
    onMap(mapping.map((now, at) => (at === index ? target || null : now === target ? null : now)));
  return (
    <details open={mapping.includes(null)}>
      <summary>{words.columns}</summary>
      <p class="help">{words.columnsHelp}</p>
      <div class="tokens">
        {header.map((cell, index) => (
          <p class="field" key={index}>
            <label for={`column-${index}`}>
              <bdi>{cell}</bdi>
            </label>
            <select
              id={`column-${index}`}
              value={mapping[index] ?? ""}
              onChange={({ currentTarget }) => choose(index, currentTarget.value)}
            >
              <option value="">{words.notUsed}</option>
              {targets.map(([target, said]) => (
                <option key={target} value={target}>
                  {said}
                </option>
              ))}
            </select>
            <span class="help">
              <bdi>{(sample[index] ?? "").slice(0, SAMPLE_CHARS)}</bdi>
            </span>
          </p>
        ))}
      </div>
      {!mapping.includes("held") && (
        <p class="tick">
          <input
            id="import-hold"
            type="checkbox"
            checked={holdsNew}
            onChange={({ currentTarget }) => onHold(currentTarget.checked)}
          />
          <label for="import-hold">{words.holdNew}</label>
        </p>
      )}
    </details>
  );
}
