/** Describes the plan for people, at most 80 columns wide, in the order of deployment. The last line has the counts. */
import type { Paint } from "../command/command.ts";
import { type Counts, type PlanRow, type Sign, isChange } from "./plan.ts";

const WIDTH = 80;
const KIND_WIDTH = 24;
const COLOURS: Readonly<Partial<Record<Sign, "green" | "red">>> = { "+": "green", "-": "red" };

const cut = (text: string, width: number): string => (text.length > width ? `${text.slice(0, width - 1)}…` : text);

const valueOf = ({ name, target, isPaid }: PlanRow): string =>
  `${target === "" ? name : `${name} → ${target}`}${isPaid ? " (paid plan)" : ""}`;

const rowLine = (sign: string, kind: string, value: string): string =>
  `${sign} ${kind.padEnd(KIND_WIDTH)} ${cut(value, WIDTH - KIND_WIDTH - 5)}`;

/** The earlier value gets its own line. After a long new value it would be cut off. */
function rowLines(row: PlanRow, paint: Paint): string[] {
  const lines = [
    rowLine(row.sign, row.kind.replaceAll("_", " "), valueOf(row)),
    ...(row.was === undefined ? [] : [rowLine(" ", "", `was ${row.was === "" ? "nothing" : row.was}`)]),
  ];
  const colour = COLOURS[row.sign];
  return lines.map((line) => `  ${colour ? paint(colour, line) : row.sign === "=" ? paint("dim", line) : line}`);
}

const countsLine = (counts: Counts): string =>
  isChange(counts)
    ? `Plan: ${counts["+"]} to add, ${counts["~"]} to change, ${counts["-"]} to remove, ${counts["="]} unchanged.`
    : `No change: all ${counts["="]} are as prepared.`;

export function planLines(rows: readonly PlanRow[], counts: Counts, paint: Paint): string[] {
  const groups = [...Map.groupBy(rows, ({ of }) => of)];
  return [
    ...groups.flatMap(([of, members]) => [of, ...members.flatMap((row) => rowLines(row, paint)), ""]),
    countsLine(counts),
  ];
}
