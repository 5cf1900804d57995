import { PUBLISH_ATTEMPTS } from "../../manifests/bounds/publishing.ts";
import { Refusal } from "../../manifests/refusals/refusal.ts";
import { actorName } from "../area/actor.ts";
import type { Envelope } from "../area/command.ts";
import type { Powers } from "../powers/powers.ts";
import { type Selection, unionOf } from "./choice.ts";
import type { Publisher, PublishResult } from "./publisher.ts";
import type { ReleaseActors } from "./releases/releaseRow.ts";

/** A publication whose turn has come. It ends with `done` or with `refuse`. */
export interface AskedPublication {
  /** The command's envelope, with the member's role when it was last asked. */
  readonly envelope: Envelope;
  /** The time of the request, and the time when the member's role was last known. */
  readonly since: number;
  readonly roleAt: number;
  /** Prepares a release of this publication alone. */
  prepare(envelope: Envelope): Promise<() => PublishResult>;
  /**
   * The documents that it takes, by the present draft. Throws if they may not be published. Absent for a publication
   * that shares no release with others, such as a restore.
   */
  select?(envelope: Envelope): Selection;
  /** Commits its command in the current transaction. */
  finish(commit: () => PublishResult): void;
  done(): void;
  refuse(error: unknown): void;
}

export interface JointReleaseParts {
  readonly powers: Pick<Powers, "sql">;
  readonly publisher: Pick<Publisher, "prepare">;
}

type Asked = readonly AskedPublication[];

/** The line of a site, as a release of it sees it. */
export interface LineView {
  /**
   * Waits a while for a publication that was committed outside of the line, such as a scheduled one. False if that still
   * runs.
   */
  waitForSteps(): Promise<boolean>;
  /** Refuses the members who waited too long or lost their role, and returns the others with their present roles. */
  stillAllowed(asked: Asked): Promise<Asked>;
}

/**
 * Makes one release of several publications. Their commands are committed in one transaction, each with its own claim
 * and audit row. If the release is refused, each half of the publications is tried alone, until only those are refused
 * that would be refused alone. A refusal that concerns no member refuses all of them at once.
 */
export class JointRelease {
  readonly #parts: JointReleaseParts;

  constructor(parts: JointReleaseParts) {
    this.#parts = parts;
  }

  /** Ends every publication, in as few releases as possible. */
  async publish(site: string, asked: Asked, line: LineView): Promise<void> {
    let left = asked;
    for (let attempt = 1; left.length > 0; attempt += 1) {
      const chosen = selected(left);
      const group = left.slice(0, Math.max(1, chosen.length));
      const failure = await this.#try(site, group, chosen);
      if (failure && attempt < PUBLISH_ATTEMPTS && isOvertaken(failure.error) && (await line.waitForSteps())) {
        left = await line.stillAllowed(left);
        continue;
      }
      if (!failure) for (const one of group) one.done();
      else if (group.length === 1 || concernsNoMember(failure.error))
        for (const one of group) one.refuse(failure.error);
      else for (const half of halves(group)) await this.publish(site, await line.stillAllowed(half), line);
      left = await line.stillAllowed(left.slice(group.length));
      attempt = 0;
    }
  }

  /** Publishes a group as one release, or nothing of it. */
  async #try(
    site: string,
    group: Asked,
    chosen: readonly Selection[],
  ): Promise<{ readonly error: unknown } | undefined> {
    const { powers, publisher } = this.#parts;
    const [first, ...others] = group;
    if (!first) return undefined;
    try {
      const commit =
        others.length === 0
          ? await first.prepare(first.envelope)
          : await publisher.prepare(site, actorsOf(first, others), unionOf(chosen));
      powers.sql.atomically(() => {
        let result: PublishResult | undefined;
        for (const one of group) one.finish(() => (result ??= commit()));
      });
      return undefined;
    } catch (error) {
      return { error };
    }
  }
}

/**
 * The selections of the first publications, up to one that may not be published yet. It may wait for one before it, such
 * as one that frees its path. A publication alone checks itself.
 */
function selected(asked: Asked): Selection[] {
  const chosen: Selection[] = [];
  if (asked.length < 2) return chosen;
  for (const { envelope, select } of asked) {
    try {
      const selection = select?.(envelope);
      if (!selection) break;
      chosen.push(selection);
    } catch {
      break;
    }
  }
  return chosen;
}

function actorsOf(first: AskedPublication, others: Asked): ReleaseActors {
  const [actor, ...names] = [first, ...others].map(({ envelope }) => actorName(envelope.actor));
  return { actor: actor ?? "", joined: [...new Set(names)].filter((name) => name !== actor) };
}

function halves(group: Asked): readonly [Asked, Asked] {
  const middle = Math.ceil(group.length / 2);
  return [group.slice(0, middle), group.slice(middle)];
}

const isOvertaken = (error: unknown): boolean =>
  error instanceof Refusal && error.code === "CONFLICT" && OVERTAKEN.has(error.detail.conflict);

/** True for a refusal that each part of the release would get too. A silent plugin is one such cause. */
const concernsNoMember = (error: unknown): boolean =>
  isOvertaken(error) || (error instanceof Refusal && error.code === "PLUGIN_UNAVAILABLE");

const OVERTAKEN: ReadonlySet<unknown> = new Set(["publication_overtaken", "publication_running"]);
