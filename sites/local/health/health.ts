import * as z from "zod/mini";
import { HEALTH_KEPT_MS, HEALTH_PAGES_MAX, QUEUE_LATE_MS } from "../../../manifests/bounds/operators.ts";
import { joined, NOBODY, Round } from "./round.ts";
import type { Found } from "./round.ts";

/** The health of a run, for programs that watch the machine. No name of a tenant, a site or a person is in it. */
export interface HealthReport {
  readonly status: "ok" | "failing";
  /** The faults, one line each. */
  readonly faults: readonly string[];
  readonly release: string;
  readonly loader: { readonly available: boolean; readonly reason: string | null } | null;
  /** The tenants asked so far; `isAll` once every one was asked. A look asks 200 of them, the next one the next 200. */
  readonly storage: { readonly tenants: number; readonly silent: number; readonly isAll: boolean } | null;
  readonly queue: { readonly waiting: number; readonly oldestMs: number | null; readonly deadLetters: number } | null;
  readonly disk: { readonly freeBytes: number | null; readonly isEnough: boolean };
}

export interface HealthInput {
  readonly release: string;
  /** One page of the operator's status, as the workers answer it. */
  readonly status: (cursor: string | null) => Promise<unknown>;
  /** True if plugin code is to run here. */
  readonly wantsLoader: boolean;
  readonly disk: () => HealthReport["disk"];
  readonly now: () => number;
}

const pageShape = z.object({
  loader: z.object({ available: z.boolean(), reason: z.nullable(z.string()) }),
  tenants: z.array(
    z.object({
      workspace: z.nullable(z.object({ outbox: z.object({ waiting: z.number(), oldestMs: z.nullable(z.number()) }) })),
    }),
  ),
  open: z.record(z.string(), z.number()),
  cursor: z.nullable(z.string()),
});
type StatusPage = z.infer<typeof pageShape>;

/** Looks at the workers and the disk. One look serves everybody who asks within some seconds, so asking costs little. */
export class Health {
  readonly #input: HealthInput;
  readonly #round = new Round();
  #kept: { readonly at: number; readonly report: Promise<HealthReport> } | undefined;

  constructor(input: HealthInput) {
    this.#input = input;
  }

  report(): Promise<HealthReport> {
    const now = this.#input.now();
    // A clock that was set back must not keep an old look for hours.
    if (this.#kept === undefined || Math.abs(now - this.#kept.at) >= HEALTH_KEPT_MS)
      this.#kept = { at: now, report: this.#look() };
    return this.#kept.report;
  }

  async #look(): Promise<HealthReport> {
    const page = await this.#ask().catch(() => undefined);
    const disk = this.#input.disk();
    const [seen, faults] = page ? this.#judged(page) : [NOTHING, ["The workers do not answer."]];
    const all = [...faults, ...(disk.isEnough ? [] : ["The disk is full: nothing can be stored."])];
    return { status: all.length === 0 ? "ok" : "failing", faults: all, release: this.#input.release, ...seen, disk };
  }

  /** Asks for the next pages of tenants. Answers the last of them, which also tells of the whole machine. */
  async #ask(): Promise<StatusPage> {
    const pages: StatusPage[] = [];
    let page: StatusPage;
    let cursor = this.#round.from;
    do {
      page = pageShape.parse(await this.#input.status(cursor));
      pages.push(page);
      ({ cursor } = page);
    } while (cursor !== null && pages.length < HEALTH_PAGES_MAX);
    this.#round.add(foundIn(pages), cursor);
    return page;
  }

  #judged({ loader, open }: StatusPage): [Seen, string[]] {
    const { tenants, silent, waiting, oldestMs } = this.#round.all;
    const seen = {
      loader,
      storage: { tenants, silent, isAll: this.#round.isWhole },
      queue: { waiting, oldestMs, deadLetters: open["dead_letter"] ?? 0 },
    };
    return [
      seen,
      [
        ...(this.#input.wantsLoader && !loader.available ? ["Plugin code does not run."] : []),
        ...(silent > 0 ? [`${silent} of ${tenants} tenants' workspaces do not answer.`] : []),
        ...((oldestMs ?? 0) >= QUEUE_LATE_MS ? ["A message waits for more than ten minutes."] : []),
      ],
    ];
  }
}

type Seen = Pick<HealthReport, "loader" | "storage" | "queue">;

const NOTHING: Seen = { loader: null, storage: null, queue: null };

function foundIn(pages: readonly StatusPage[]): Found {
  const all = pages.flatMap(({ tenants }) => tenants);
  return all.map(({ workspace }) => foundOf(workspace)).reduce(joined, NOBODY);
}

const foundOf = (workspace: StatusPage["tenants"][number]["workspace"]): Found =>
  workspace ? { tenants: 1, silent: 0, ...workspace.outbox } : { tenants: 1, silent: 1, waiting: 0, oldestMs: null };
