/** Says what an import of rows did, or would do. */
import { IMPORT_ROWS_MAX } from "../../../manifests/bounds/editor.ts";
import { IMPORTING } from "../../words/en/importing.ts";
import { say } from "../../words/shape/say.ts";
import { lossLine } from "../../moving/move.ts";
import type { CsvTable } from "../../../manifests/shapes/csvReader.ts";
import type { ComparedWith } from "../../moving/rows/compared.ts";
import type { RememberedRows } from "../../moving/rows/remembered.ts";
import type { Sent } from "../../moving/rows/sending.ts";
import type { MoveLoss } from "../../moving/tree/moved.ts";
import type { RowFault } from "../../moving/rows/rowCells.ts";
import type { PlannedRow, RowState } from "../../moving/rows/rowPlan.ts";
import type { Outcome } from "../command/command.ts";
import { printable } from "../site/problem.ts";
import { countOf } from "../../../manifests/refusals/countOf.ts";
import { failureLine } from "./rowDoor.ts";

export interface RowsDone {
  readonly path: string;
  readonly table: CsvTable;
  readonly planned: PlannedRows;
  /** Pages that rows name and the site lacks. */
  readonly lacked: readonly { readonly title: string }[];
  /** The number of pages that were created because rows name them. */
  readonly made: number;
  /** Undefined after a dry run. */
  readonly sent: Sent | undefined;
  readonly folder: string | undefined;
}

export interface PlannedRows extends RememberedRows {
  readonly compared: ComparedWith;
}

export const MEMBER_TITLES: Readonly<Record<string, string>> = IMPORTING.members;

/** Lines of one kind on the terminal. The plan folder has all of them. */
const SHOWN = 20;

const faultText = ({ title, fault, found }: RowFault): string =>
  `${title === "" ? "" : `${title}: `}${say(IMPORTING.faults[fault], { found })}`;

/** The rows that do not arrive, each with its line and the reason. */
export function rowLosses({ path, table, planned, sent }: RowsDone): MoveLoss[] {
  const faulty = planned.rows.flatMap(({ line, faults }) =>
    faults.map((fault): MoveLoss => ({ place: path, line, what: faultText(fault) })),
  );
  const refused = (sent?.refused ?? []).map(({ row, failure }): MoveLoss => ({
    place: path,
    line: row.line,
    what: `the site refused: ${failureLine(failure)}`,
  }));
  const left = [
    ...planned.changed.map(
      (row) => [row, "a member changed it since, or filled a column that is new in the file"] as const,
    ),
    ...planned.deleted.map((row) => [row, "a member deleted it since"] as const),
  ].map(([row, why]): MoveLoss => ({ place: path, line: row.line, what: `${rowName(row)}: ${why}` }));
  const beyond: MoveLoss[] =
    table.beyond > 0
      ? [{ place: path, what: `${countOf(table.beyond, "row")} beyond the first ${IMPORT_ROWS_MAX}` }]
      : [];
  return [...faulty, ...refused, ...left, ...beyond];
}

const rowName = ({ title, key = "" }: PlannedRow): string => [key, title].filter((one) => one !== "").join(" ");

const inCell = (text: string): string => text.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, " ").trim();

/** All rows as a table of people and git: line, state, title, address and changes. */
export const rowsTable = ({ rows }: PlannedRows): string =>
  [
    ["line", "state", "title", "path", "changes"],
    ...rows.map(({ line, state, title, path, entry, changes }) => [
      String(line),
      state,
      title,
      path ?? entry?.path ?? "",
      changes.map(({ column, before, after }) => `${column}: ${before} → ${after}`).join("; "),
    ]),
  ]
    .map((cells) => `${cells.map(inCell).join("\t")}\n`)
    .join("");

const STATES: readonly RowState[] = ["new", "changed", "same", "faulty"];

export function rowsOutcome(done: RowsDone): Outcome {
  const { planned, lacked, made, sent } = done;
  const counts = countStates(planned);
  const losses = rowLosses(done);
  return {
    ok: counts.faulty === 0 && sent?.stopped === undefined && (sent?.refused.length ?? 0) === 0,
    lines: [
      `${countLine(counts)}.`,
      ...(made === 0 ? [] : [`${countOf(made, "page")} created that rows name.`]),
      ...lackedLines(lacked),
      ...leftLines(planned),
      ...lossLines(losses, done.folder),
      ...sentLines(sent),
    ],
    data: {
      ...counts,
      changedByMembers: planned.changed.map(({ line }) => line),
      deletedByMembers: planned.deleted.map(({ line }) => line),
      lacked: lacked.map(({ title }) => title),
      created: made,
      written: sent?.taken ?? 0,
      losses,
    },
  };
}

/** The number of rows in each state. Rows that are left alone count in none. */
function countStates({ rows, changed, deleted }: PlannedRows): Readonly<Record<RowState, number>> {
  const left = new Set([...changed, ...deleted].map(({ line }) => line));
  const count = (state: RowState): number => rows.filter((row) => row.state === state && !left.has(row.line)).length;
  return { new: count("new"), changed: count("changed"), same: count("same"), faulty: count("faulty") };
}

function countLine(counts: Readonly<Record<RowState, number>>): string {
  const parts = STATES.flatMap((state) =>
    counts[state] === 0 ? [] : [say(IMPORTING.counts[state], { n: counts[state] })],
  );
  return parts.join(", ") || "Nothing to bring in";
}

function lackedLines(lacked: RowsDone["lacked"]): string[] {
  if (lacked.length === 0) return [];
  const titles = lacked.slice(0, SHOWN).map(({ title }) => title);
  const rest = lacked.length > SHOWN ? " and others" : "";
  return [
    printable(
      `Rows name ${countOf(lacked.length, "page")} that the site lacks: ${titles.join(", ")}${rest}. --create-missing creates them.`,
    ),
  ];
}

const leftLines = ({ changed, deleted }: PlannedRows): string[] => [
  ...(changed.length === 0 ? [] : [`${countOf(changed.length, "row")} left alone; --overwrite writes them.`]),
  ...(deleted.length === 0 ? [] : [`${countOf(deleted.length, "row")} left deleted; --restore adds them again.`]),
];

function lossLines(losses: readonly MoveLoss[], folder: string | undefined): string[] {
  if (losses.length === 0) return [];
  const rest = losses.length - SHOWN;
  const where = folder === undefined ? ": --plan <folder> writes all of them" : "";
  return [
    `Not brought in, or only in part:`,
    ...losses.slice(0, SHOWN).map((loss) => printable(`  ${lossLine(loss)}`)),
    ...(rest > 0 ? [`  and ${rest} more${where}`] : []),
  ];
}

function sentLines(sent: Sent | undefined): string[] {
  if (!sent) return ["Nothing was written to the site."];
  const { taken, stopped } = sent;
  const brought = `${countOf(taken, "row")} brought in. Everything is in the draft. Visitors see it after a publication.`;
  if (!stopped) return [brought];
  return [
    brought,
    printable(`The site refused: ${failureLine(stopped)} Run the command again later; it goes on where it ended.`),
  ];
}
