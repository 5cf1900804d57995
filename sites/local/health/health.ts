import * as z from "zod/mini";
import { HEALTH_KEPT_MS, HEALTH_PAGES_MAX, QUEUE_LATE_MS } from "../../../manifests/bounds/operators.ts";

/** The health of a run, for programs that watch the machine. No name of a tenant, a site or a person is in it. */
export interface HealthReport {
  readonly status: "ok" | "failing";
  /** The faults, one line each. */
  readonly faults: readonly string[];
  readonly release: string;
  readonly loader: { readonly available: boolean; readonly reason: string | null } | null;
  readonly storage: { readonly tenants: number; readonly silent: number } | null;
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
    const pages = await this.#pages().catch(() => undefined);
    const disk = this.#input.disk();
    const [seen, faults] = pages ? this.#judged(pages) : [NOTHING, ["The workers do not answer."]];
    const all = [...faults, ...(disk.isEnough ? [] : ["The disk is full: nothing can be stored."])];
    return { status: all.length === 0 ? "ok" : "failing", faults: all, release: this.#input.release, ...seen, disk };
  }

  async #pages(): Promise<StatusPage[]> {
    const pages: StatusPage[] = [];
    let cursor: string | null = null;
    do {
      const page: StatusPage = pageShape.parse(await this.#input.status(cursor));
      pages.push(page);
      ({ cursor } = page);
    } while (cursor !== null && pages.length < HEALTH_PAGES_MAX);
    return pages;
  }

  #judged(pages: readonly StatusPage[]): [Seen, string[]] {
    const tenants = pages.flatMap((page) => page.tenants);
    const outboxes = tenants.flatMap(({ workspace }) => (workspace ? [workspace.outbox] : []));
    const silent = tenants.length - outboxes.length;
    const oldestMs = outboxes.reduce<number | null>((most, one) => later(most, one.oldestMs), null);
    const { loader = { available: false, reason: null }, open = {} } = pages[0] ?? {};
    const waiting = outboxes.reduce((sum, one) => sum + one.waiting, 0);
    const seen = {
      loader,
      storage: { tenants: tenants.length, silent },
      queue: { waiting, oldestMs, deadLetters: open["dead_letter"] ?? 0 },
    };
    return [
      seen,
      [
        ...(this.#input.wantsLoader && !loader.available ? ["Plugin code does not run."] : []),
        ...(silent > 0 ? [`${silent} of ${tenants.length} tenants' workspaces do not answer.`] : []),
        ...((oldestMs ?? 0) >= QUEUE_LATE_MS ? ["A message waits for more than ten minutes."] : []),
      ],
    ];
  }
}

type Seen = Pick<HealthReport, "loader" | "storage" | "queue">;

const NOTHING: Seen = { loader: null, storage: null, queue: null };

const later = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? (a ?? b) : Math.max(a, b);
