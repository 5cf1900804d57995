import * as z from "zod/mini";
import {
  HEALTH_BUSY_MS,
  HEALTH_KEPT_MS,
  HEALTH_LOOK_MS,
  HEALTH_PAGES_MAX,
  QUEUE_LATE_MS,
} from "../../../manifests/bounds/operators.ts";
import { countOf } from "../../../manifests/refusals/countOf.ts";
import { joinedRounds, NOBODY, Round, type RoundFindings } from "./round.ts";

/** The health of a run, for monitoring programs. The report names no tenant, site or person. */
export interface HealthReport {
  readonly status: "ok" | "failing";
  /** The faults, one line each. */
  readonly faults: readonly string[];
  readonly release: string;
  readonly loader: { readonly available: boolean; readonly reason: string | null } | null;
  /**
   * Counts of the tenants asked so far; `isAll` is true once all were asked. Each look asks up to 200 of them and
   * continues where the last one stopped.
   */
  readonly storage: { readonly tenants: number; readonly silent: number; readonly isAll: boolean } | null;
  readonly queue: { readonly waiting: number; readonly oldestMs: number | null; readonly deadLetters: number } | null;
  readonly disk: { readonly freeBytes: number | null; readonly isEnough: boolean };
  /** The number of lost and damaged parts of the data. */
  readonly lost: number;
}

export interface HealthInput {
  readonly release: string;
  /** Asks the workers for one page of the operator's status. */
  readonly status: (cursor: string | null) => Promise<unknown>;
  /** True if the workers answer a plain request. Busy workers may do so without having time for the status. */
  readonly answers: () => Promise<boolean>;
  /** True if plugin code should run here. */
  readonly wantsLoader: boolean;
  readonly disk: () => HealthReport["disk"];
  /** The number of lost and damaged parts of the data. */
  readonly losses: () => number;
  readonly now: () => number;
}

const pageShape = z.object({
  loader: z.object({ available: z.boolean(), reason: z.nullable(z.string()) }),
  tenants: z.array(
    z.object({
      workspace: z.nullable(
        z.object({
          outbox: z.object({ waiting: z.number(), oldestMs: z.nullable(z.number()) }),
          overdueMs: z.number(),
          sites: z.array(z.object({ clock: z.nullable(z.object({ times: z.number() })) })),
        }),
      ),
    }),
  ),
  open: z.record(z.string(), z.number()),
  cursor: z.nullable(z.string()),
});
type StatusPage = z.infer<typeof pageShape>;

/** Checks the workers and the disk. A report is cached for some seconds, so frequent requests cost little. */
export class Health {
  readonly #input: HealthInput;
  readonly #round = new Round();
  /**
   * The last answered page and its time. Until the first answer, the time is the start, because workers may be busy
   * then.
   */
  #last: { readonly at: number; readonly page: StatusPage | undefined };
  #kept: { readonly at: number; readonly report: Promise<HealthReport> } | undefined;

  constructor(input: HealthInput) {
    this.#input = input;
    this.#last = { at: input.now(), page: undefined };
  }

  report(): Promise<HealthReport> {
    const now = this.#input.now();
    // After the clock was set back, a cached report would otherwise stay valid for hours.
    if (this.#kept === undefined || Math.abs(now - this.#kept.at) >= HEALTH_KEPT_MS)
      this.#kept = { at: now, report: this.#look() };
    return this.#kept.report;
  }

  async #look(): Promise<HealthReport> {
    const [seen, faults] = await this.#seen();
    const disk = this.#input.disk();
    const lost = this.#input.losses();
    const all = [
      ...faults,
      ...(disk.isEnough ? [] : ["The disk is full: nothing can be stored."]),
      ...(lost > 0
        ? [
            `The last start, or a check since, found ${countOf(lost, "lost or damaged part")} of the data. svc operator status names each.`,
          ]
        : []),
    ];
    return {
      status: all.length === 0 ? "ok" : "failing",
      faults: all,
      release: this.#input.release,
      ...seen,
      disk,
      lost,
    };
  }

  async #seen(): Promise<[Seen, string[]]> {
    const { now, answers } = this.#input;
    const page = await this.#ask();
    if (page) this.#last = { at: now(), page };
    else if (!(await answers())) return [NOTHING, ["The workers do not answer."]];
    const { at, page: last } = this.#last;
    const [seen, faults] = last ? this.#judged(last) : [NOTHING, []];
    return Math.abs(now() - at) < HEALTH_BUSY_MS ? [seen, faults] : [seen, [...faults, BUSY]];
  }

  /**
   * Asks for the next pages of tenants. Answers the last page, which also has the facts about the machine. Undefined if
   * no page was answered.
   */
  async #ask(): Promise<StatusPage | undefined> {
    const { now } = this.#input;
    const began = now();
    let last: StatusPage | undefined;
    for (let asked = 0; asked < HEALTH_PAGES_MAX && Math.abs(now() - began) < HEALTH_LOOK_MS; asked += 1) {
      const page = await this.#page(this.#round.from);
      if (!page) break;
      this.#round.add(foundIn(page), page.cursor);
      last = page;
      if (page.cursor === null) break;
    }
    return last;
  }

  #page(cursor: string | null): Promise<StatusPage | undefined> {
    return this.#input.status(cursor).then(
      (answer) => pageShape.safeParse(answer).data,
      () => undefined,
    );
  }

  #judged({ loader, open }: StatusPage): [Seen, string[]] {
    const { tenants, silent, waiting, oldestMs, overdue, stuck } = this.#round.all;
    const seen = {
      loader,
      storage: { tenants, silent, isAll: this.#round.isWhole },
      queue: { waiting, oldestMs, deadLetters: open["dead_letter"] ?? 0 },
    };
    return [
      seen,
      [
        ...(this.#input.wantsLoader && !loader.available ? ["Plugin code cannot run."] : []),
        ...(silent > 0 ? [`${silent} of ${tenants} workspaces do not answer.`] : []),
        ...(overdue > 0 ? [`${overdue} of ${tenants} workspaces are more than ten minutes late with their work.`] : []),
        ...(stuck > 0
          ? [`The lists of ${countOf(stuck, "site")} do not move with the time: each release by the clock is refused.`]
          : []),
        ...((oldestMs ?? 0) >= QUEUE_LATE_MS ? ["A queue message has been waiting for more than ten minutes."] : []),
      ],
    ];
  }
}

type Seen = Pick<HealthReport, "loader" | "storage" | "queue">;

const BUSY = "The workers answer, but have not reported the state of the sites for a minute.";

const NOTHING: Seen = { loader: null, storage: null, queue: null };

const foundIn = ({ tenants }: StatusPage): RoundFindings =>
  tenants.map(({ workspace }) => foundOf(workspace)).reduce(joinedRounds, NOBODY);

const foundOf = (workspace: StatusPage["tenants"][number]["workspace"]): RoundFindings =>
  workspace
    ? {
        tenants: 1,
        silent: 0,
        ...workspace.outbox,
        overdue: workspace.overdueMs >= QUEUE_LATE_MS ? 1 : 0,
        stuck: workspace.sites.filter(({ clock }) => clock !== null).length,
      }
    : { ...NOBODY, tenants: 1, silent: 1 };
