/**
 * The mark of an entry that an import wrote: the columns that were brought in, and a digest of what they said. A file
 * with further columns still sees whether a member has changed the earlier ones.
 */
import { digestInHex } from "../apply/digest.ts";

/** The first digits name columns, one bit for each place in the type's order. The others are the end of the digest. */
const COLUMN_DIGITS = 32;

export type CellOf = (column: string) => string;

const plain = (column: string, cell: string): string =>
  column === "held" && cell === "" ? "false" : cell.replaceAll(/\r\n?/g, "\n");

/** True for the cell of a column that says nothing. */
export const isEmptyCell = (column: string, cell: string): boolean => plain(column, cell) === plain(column, "");

async function cellDigest(columns: ReadonlySet<string>, cellOf: CellOf): Promise<string> {
  const cells = [...columns].toSorted().map((column) => [column, plain(column, cellOf(column))]);
  return (await digestInHex(JSON.stringify(cells))).slice(COLUMN_DIGITS);
}

const bitsOf = (all: readonly string[]): (readonly [column: string, bit: bigint])[] =>
  all.slice(0, COLUMN_DIGITS * 4).map((column, index) => [column, 1n << BigInt(index)]);

/** 64 hexadecimal digits. `all` are the columns of the type in their order. */
export async function rowMark(all: readonly string[], columns: ReadonlySet<string>, cellOf: CellOf): Promise<string> {
  const named = bitsOf(all).reduce((sum, [column, bit]) => (columns.has(column) ? sum | bit : sum), 0n);
  return named.toString(16).padStart(COLUMN_DIGITS, "0") + (await cellDigest(columns, cellOf));
}

/**
 * The columns that an import wrote, if they still say the same. Otherwise undefined. Where the type has got another order
 * since, the mark may still fit the columns of the file.
 */
export async function writtenColumns(
  mark: string,
  all: readonly string[],
  ofFile: ReadonlySet<string>,
  cellOf: CellOf,
): Promise<ReadonlySet<string> | undefined> {
  const named = BigInt(`0x${mark.slice(0, COLUMN_DIGITS)}`);
  const marked = new Set(bitsOf(all).flatMap(([column, bit]) => ((named & bit) === 0n ? [] : [column])));
  for (const columns of [marked, ofFile])
    if ((await cellDigest(columns, cellOf)) === mark.slice(COLUMN_DIGITS)) return columns;
  return undefined;
}
