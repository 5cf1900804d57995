/** The numbers of visits, as the API answers them, and the counts that arrive from the workers. */
import * as z from "zod/mini";
import {
  VISIT_HOSTNAMES_PENDING,
  VISIT_HOSTS_A_DAY,
  VISIT_HOST_MAX_CHARS,
  VISIT_PATHS_A_DAY,
  VISIT_PATH_MAX_CHARS,
  VISITS_A_MESSAGE,
} from "../../manifests/bounds/publicContent.ts";
import type { Answer } from "../commands/answer.ts";
import { described } from "../commands/described.ts";

const times = z.int().check(z.gte(1), z.lte(VISITS_A_MESSAGE));
const counts = (chars: number, most: number) =>
  z.array(z.tuple([z.string().check(z.maxLength(chars)), times])).check(z.maxLength(most + 1));

/** The part that notices visits: the worker or entrance that answers, or the script of a page. */
const notice = z.enum(["server", "script"]);
export type VisitNotice = z.infer<typeof notice>;

/** The visits of one hostname since the last message: of pages by address, and from other hosts. */
export const visitCounts = z.strictObject({
  hostname: z.string().check(z.maxLength(255)),
  notice,
  paths: counts(VISIT_PATH_MAX_CHARS, VISIT_PATHS_A_DAY),
  from: counts(VISIT_HOST_MAX_CHARS, VISIT_HOSTS_A_DAY),
});
export type VisitCounts = z.infer<typeof visitCounts>;

/** The part of some counts that a workspace took, by the names that it gives them. */
export type TakenVisits = Pick<VisitCounts, "paths" | "from">;

/** The counts of the entrance of one machine. */
export const machineVisits = z.strictObject({
  hostnames: z.array(visitCounts).check(z.maxLength(2 * VISIT_HOSTNAMES_PENDING)),
});
export const machineVisitsView = z.strictObject({ counted: z.int() });

/** The workspace's method for those who count. */
export interface VisitsApi {
  /** Adds visits of a hostname of a site, which is empty for the main one. Answers those that it has counted. */
  countVisits(site: string, visits: VisitCounts): Promise<Answer<TakenVisits>>;
}

const day = z.string();

export const visitsView = z.strictObject({
  counting: described(
    z.enum(["off", "server", "script"]),
    "The way in which the published site counts: not at all, where pages are answered, or by a script of its pages.",
  ),
  first: described(day, "The first of the days, in the time zone of the site."),
  last: described(day, "Today, in the time zone of the site."),
  total: z.int(),
  days: described(z.array(z.strictObject({ day, times: z.int() })), "The days with visits, the oldest first."),
  paths: described(
    z.array(z.strictObject({ path: z.string(), times: z.int() })),
    "The pages with most visits. An empty path stands for all pages beyond a day's bound.",
  ),
  hosts: described(
    z.array(z.strictObject({ host: z.string(), times: z.int() })),
    "The hosts from which most visitors came. An empty host stands for all beyond a day's bound.",
  ),
});
export type VisitsView = z.infer<typeof visitsView>;

/** A part of an export as CSV. `next` is the day with which the next part begins; null after the last. */
export interface VisitsPart {
  readonly csv: string;
  readonly next: string | null;
}
