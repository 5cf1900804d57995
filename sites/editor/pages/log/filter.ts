/** Reads the filter of the log from the address. Invalid values are ignored. */
import type { AuditFilter } from "../../../web/api/people/auditTrail.ts";
import { meantAt } from "../../looks/zonedTime.ts";
import { LOG_AREA } from "./area.ts";

const DAY_MS = 86_400_000;

/** The names of the filter's fields. */
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
      // `to` is exclusive in the API, and the chosen day is inclusive.
      to: beginningOf(to === undefined ? undefined : to + DAY_MS, timeZone),
      cursor: read(query, "cursor"),
    },
  };
}

/** A query value that the API would accept; undefined for any other. */
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

/** The first moment of a day in the site's zone. In a few zones, clocks go forward at midnight. */
const beginningOf = (day: number | undefined, timeZone: string): number | undefined =>
  day === undefined ? undefined : Math.max(0, meantAt(day, timeZone).at);

const written = (day: number | undefined): string =>
  day === undefined ? "" : new Date(day).toISOString().slice(0, 10);
