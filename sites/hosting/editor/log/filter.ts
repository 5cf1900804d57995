/** Reads which rows are wanted from the address. What is no filter is left out, as if it had not been given. */
import type { AuditFilter } from "../../api/people/auditTrail.ts";
import { meantAt } from "../desk/zonedTime.ts";
import { LOG_AREA } from "./area.ts";

const DAY_MS = 86_400_000;

/** As the fields of the form have it. */
export const NAMES = ["actor", "command", "outcome", "from", "to"] as const;
export type FilterTexts = Readonly<Record<(typeof NAMES)[number], string>>;

export interface WantedLog {
  readonly given: FilterTexts;
  readonly filter: AuditFilter;
}

export function wantedIn(query: URLSearchParams, timeZone: string): WantedLog {
  const [actor, command, outcome] = ["actor", "command", "outcome"].map((name) => read(query, name));
  const [from, to] = ["from", "to"].map((name) => dayIn(query, name));
  return {
    given: {
      actor: actor ?? "",
      command: command ?? "",
      outcome: outcome ?? "",
      from: written(from),
      to: written(to),
    },
    filter: {
      actor,
      command,
      outcome: outcome as AuditFilter["outcome"],
      from: beginningOf(from, timeZone),
      // The last day is one of those wanted.
      to: beginningOf(to === undefined ? undefined : to + DAY_MS, timeZone),
      cursor: read(query, "cursor"),
    },
  };
}

/** A value that the address of the API would take. */
function read(query: URLSearchParams, name: string): string | undefined {
  const given = query.get(name) ?? "";
  const parameter = LOG_AREA.reads.query[name];
  return given !== "" && parameter?.schema.safeParse(given).success ? given : undefined;
}

function dayIn(query: URLSearchParams, name: string): number | undefined {
  const given = query.get(name) ?? "";
  const at = /^\d{4}-\d{2}-\d{2}$/.test(given) ? Date.parse(given) : Number.NaN;
  return at >= 0 ? at : undefined;
}

/** A day begins with its clock, which a few zones put forward at midnight. */
const beginningOf = (day: number | undefined, timeZone: string): number | undefined =>
  day === undefined ? undefined : Math.max(0, meantAt(day, timeZone).at);

const written = (day: number | undefined): string =>
  day === undefined ? "" : new Date(day).toISOString().slice(0, 10);
