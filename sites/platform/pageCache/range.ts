/** A part of a file, in bytes. */
export interface Part {
  readonly offset: number;
  readonly length: number;
}

const SINGLE = /^bytes=(\d{0,15})-(\d{0,15})$/;

/**
 * The part that a Range header asks for, of a file of `size` bytes. "whole" without a header, and for headers that RFC
 * 9110 lets a server ignore: other units, several ranges, invalid syntax. "unsatisfiable" if the part begins after the
 * file's end.
 */
export function readRange(header: string | null, size: number): Part | "whole" | "unsatisfiable" {
  const [, first, last] = SINGLE.exec(header ?? "") ?? [];
  if (first === undefined || last === undefined || (first === "" && last === "")) return "whole";
  if (first === "") return partOf(Math.max(0, size - Number(last)), size - 1, size, Number(last) > 0);
  if (last !== "" && Number(last) < Number(first)) return "whole";
  return partOf(Number(first), last === "" ? size - 1 : Math.min(Number(last), size - 1), size, true);
}

function partOf(first: number, last: number, size: number, wanted: boolean): Part | "unsatisfiable" {
  return wanted && first < size ? { offset: first, length: last - first + 1 } : "unsatisfiable";
}
