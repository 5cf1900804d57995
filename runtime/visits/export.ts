import { VISITS_EXPORTED_DAYS } from "../../manifests/bounds/publicContent.ts";
import { CSV_MARK, csvRow, harmless } from "../../manifests/shapes/csv.ts";
import type { VisitsPart } from "./views.ts";
import type { VisitRow, Visits } from "./visits.ts";

const HEAD = `${CSV_MARK}${csvRow(["day", "kind", "name", "visits"])}`;

const KIND: Readonly<Record<VisitRow["sort"], string>> = { path: "page", from: "referring host" };

const lineOf = ({ day, sort, name, times }: VisitRow): string =>
  csvRow([day, KIND[sort], name === "" ? "(all others)" : harmless(name), String(times)]);

/** A part of all numbers as CSV, from a day on; null for the first part. */
export function visitsPart(visits: Visits, site: string, from: string | null): VisitsPart {
  const { rows, next } = visits.rows(site, from ?? "", VISITS_EXPORTED_DAYS);
  return { csv: (from === null ? HEAD : "") + rows.map(lineOf).join(""), next };
}
