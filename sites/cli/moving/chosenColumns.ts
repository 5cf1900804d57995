/** The columns of a file as the person at the terminal says what they are. */
import { type CsvField, PAGE_COLUMNS } from "../../../manifests/fields/csvFields.ts";
import { guessedMapping, type Mapping } from "../../moving/rows/columns.ts";
import { UsageError } from "../command/command.ts";

/** The word for a column that is not used. */
const UNUSED = "-";

function columnNamed(header: readonly string[], name: string): number {
  const found = header.findIndex((cell) => cell.trim() === name.trim());
  if (found === -1)
    throw new UsageError(`The file has no column ${JSON.stringify(name)}. It has: ${header.join(", ")}.`);
  return found;
}

/** The guessed targets, changed by choices such as `Preis=price`. */
export function chosenMapping(
  header: readonly string[],
  fields: readonly CsvField[],
  choices: readonly string[],
): Mapping {
  const targets = [...PAGE_COLUMNS, ...fields.map(({ column }) => column)];
  const mapping = [...guessedMapping(header, fields)];
  for (const choice of choices) {
    const at = choice.lastIndexOf("=");
    const target = choice.slice(at + 1).trim();
    if (at < 1 || (target !== UNUSED && !targets.includes(target)))
      throw new UsageError(
        `--column takes the name of a column and of a field, such as Preis=price, or Preis=- to leave it out. The fields are: ${targets.join(", ")}.`,
      );
    const chosen = columnNamed(header, choice.slice(0, at));
    const earlier = mapping.indexOf(target);
    if (earlier !== -1) mapping[earlier] = null;
    mapping[chosen] = target === UNUSED ? null : target;
  }
  return mapping;
}

export const keyColumn = (header: readonly string[], key: string | undefined): number | undefined =>
  key === undefined ? undefined : columnNamed(header, key);
