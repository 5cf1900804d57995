import type { Served } from "./peer.ts";

/** Figures by name. Each is the median of all rounds. */
export type Figures = Readonly<Record<string, number>>;

/** A row of the table. */
export interface Row {
  readonly name: string;
  /** Undefined if the server lacks what the row measures. */
  measure(served: Served): Promise<Figures | undefined>;
  show(figures: Figures): string;
}

/** A number for a person. A figure of a server that answered nothing is none. */
export const number = (value = NaN, digits = 0): string =>
  Number.isFinite(value)
    ? value.toLocaleString("en", { minimumFractionDigits: digits, maximumFractionDigits: digits })
    : "–";
