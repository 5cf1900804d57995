import {
  PUBLICATIONS_WAITING_MAX,
  PUBLISH_ATTEMPTS,
  PUBLISH_BUILDING_MS,
  PUBLISH_LOOKS_MS,
  PUBLISH_ROLE_ASKED_MS,
  PUBLISH_WAIT_MS,
} from "../../manifests/bounds/publishing.ts";
import { Refusal } from "../../manifests/refusals/refusal.ts";
import type { Wait } from "../area/chore.ts";
import type { Envelope } from "../area/command.ts";
import { can } from "../commands/permissions.ts";
import type { Powers } from "../powers/powers.ts";
import type { Sites } from "../tenancy/sites.ts";
import type { Releases } from "./releases/releases.ts";
import type { RoleOf } from "./scheduleRunner.ts";

export interface PublishTurnsParts {
  readonly powers: Pick<Powers, "now">;
  readonly wait: Wait;
  readonly roleOf?: RoleOf | undefined;
  readonly sites: Sites;
  readonly releases: Releases;
}

/** The publications of a site that wait, and the end of the last one. */
interface Line {
  waiting: number;
  end: Promise<void>;
}

/**
 * Lets the publications of a site run one after the other. Each begins when the one before is committed, so it never
 * restores what that one replaced. The line is in memory: a publication that a crash interrupts was never acknowledged.
 */
export class PublishTurns {
  readonly #parts: PublishTurnsParts;
  readonly #lines = new Map<string, Line>();

  constructor(parts: PublishTurnsParts) {
    this.#parts = parts;
  }

  /** Runs the work of a command when its turn comes. */
  async take<T>(envelope: Envelope, work: () => Promise<T>): Promise<T> {
    const { site } = envelope;
    const line = this.#lines.get(site) ?? { waiting: 0, end: Promise.resolve() };
    if (line.waiting >= PUBLICATIONS_WAITING_MAX) throw new Refusal("UNAVAILABLE", { reason: TOO_MANY });
    this.#lines.set(site, line);
    const [before, isFirst] = [line.end, line.waiting === 0];
    const { promise, resolve } = Promise.withResolvers<void>();
    line.end = promise;
    line.waiting += 1;
    try {
      // With an empty line, nothing is written between the request and the pinning of the draft.
      if (!isFirst) await this.#waitFor(before, envelope);
      else if (this.#parts.releases.building(site)) await this.#waitForSteps(site);
      return await this.#attempt(site, work);
    } finally {
      // A publication that waited too long leaves the line, and the next one still waits for the one before.
      void before.then(resolve);
      line.waiting -= 1;
      if (line.waiting === 0) this.#lines.delete(site);
    }
  }

  async #waitFor(before: Promise<void>, envelope: Envelope): Promise<void> {
    const { powers, wait } = this.#parts;
    const since = powers.now();
    const over = new AbortController();
    const late = wait(PUBLISH_WAIT_MS, over.signal).then(() => "late" as const);
    const first = await Promise.race([before, late]);
    over.abort();
    if (first === "late") throw new Refusal("UNAVAILABLE", { reason: TOO_LONG });
    if (powers.now() - since >= PUBLISH_ROLE_ASKED_MS) await this.#requireRole(envelope);
    await this.#waitForSteps(envelope.site);
  }

  /** Checks again that a member who waited may publish. */
  async #requireRole({ site, actor }: Envelope): Promise<void> {
    const { roleOf, sites } = this.#parts;
    if (actor.kind !== "member" || !roleOf) return;
    const role = await roleOf({ tenant: sites.get(site).tenant, site, identity: actor.id });
    if (!role || !can(role, "content.publish")) throw new Refusal("FORBIDDEN", { permission: "content.publish" });
  }

  /** Waits a while for a publication in steps. The command refuses if that still runs. */
  async #waitForSteps(site: string): Promise<void> {
    const { releases, wait } = this.#parts;
    for (let waited = 0; releases.building(site) && waited < PUBLISH_BUILDING_MS; waited += PUBLISH_LOOKS_MS)
      await wait(PUBLISH_LOOKS_MS);
  }

  /** Repeats the work if a publication outside of the line was committed meanwhile, such as a scheduled one. */
  async #attempt<T>(site: string, work: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await work();
      } catch (error) {
        if (attempt === PUBLISH_ATTEMPTS || !isOvertaken(error)) throw error;
        await this.#waitForSteps(site);
      }
    }
  }
}

const isOvertaken = (error: unknown): boolean =>
  error instanceof Refusal && error.code === "CONFLICT" && OVERTAKEN.has(error.detail.conflict);

const OVERTAKEN: ReadonlySet<unknown> = new Set(["publication_overtaken", "publication_running"]);

const TOO_MANY = "Too many publications of this site wait. Publish again in a moment.";
const TOO_LONG = "An earlier publication of this site takes long. Publish again in a moment.";
