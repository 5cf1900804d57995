import {
  PUBLICATIONS_JOINED_MAX,
  PUBLICATIONS_WAITING_MAX,
  PUBLISH_BUILDING_MS,
  PUBLISH_BUSY_MS,
  PUBLISH_GATHER_MS,
  PUBLISH_LOOKS_MS,
  PUBLISH_ROLE_ASKED_MS,
  PUBLISH_WAIT_MS,
} from "../../manifests/bounds/publishing.ts";
import { Refusal } from "../../manifests/refusals/refusal.ts";
import type { Wait } from "../area/chore.ts";
import type { Envelope } from "../area/command.ts";
import { actorName } from "../area/actor.ts";
import { can } from "../commands/permissions.ts";
import type { Powers } from "../powers/powers.ts";
import type { Sites } from "../tenancy/sites.ts";
import { type AskedPublication, JointRelease, type JointReleaseParts, type LineView } from "./jointRelease.ts";
import type { PublishResult } from "./publisher.ts";
import type { Releases } from "./releases/releases.ts";
import type { RoleOf } from "./scheduleRunner.ts";

export interface PublishTurnsParts extends JointReleaseParts {
  readonly powers: Pick<Powers, "now" | "sql">;
  readonly wait: Wait;
  readonly roleOf?: RoleOf | undefined;
  readonly sites: Sites;
  readonly releases: Releases;
}

/** A publication that a command asks for. `finish` commits the command in the current transaction. */
export interface PublicationTurn<T> extends Pick<AskedPublication, "envelope" | "prepare" | "select"> {
  finish(commit: () => PublishResult): T;
}

/** A publication in the line. */
interface Waiting extends AskedPublication {
  /** Ends the timer of a wait that became too long. */
  readonly begins: AbortController;
}

/** The publications of a site that have not begun, the first first, and the number of all that have not ended. */
interface Line {
  readonly waiting: Waiting[];
  unended: number;
  /** Set while a release waits for more publications, until this many wait. */
  gathers?: { readonly wanted: number; readonly over: AbortController } | undefined;
}

/**
 * Lets the publications of a site run one after the other, and those that wait run together as one release. Each begins
 * when the one before is committed, so it never restores what that one replaced. The line is in memory: a publication
 * that a crash interrupts was never acknowledged.
 */
export class PublishTurns {
  readonly #parts: PublishTurnsParts;
  readonly #joint: JointRelease;
  readonly #lines = new Map<string, Line>();
  readonly #latest = new Map<string, { readonly at: number; readonly actors: ReadonlySet<string> }>();

  constructor(parts: PublishTurnsParts) {
    this.#parts = parts;
    this.#joint = new JointRelease(parts);
  }

  /** Publishes when the turn comes, and answers what `finish` has made. */
  async take<T>(turn: PublicationTurn<T>): Promise<T> {
    const { site } = turn.envelope;
    const served = this.#lines.get(site);
    const line = served ?? { waiting: [], unended: 0 };
    if (line.unended >= PUBLICATIONS_WAITING_MAX) throw new Refusal("UNAVAILABLE", { reason: TOO_MANY });
    const { asked, answer } = this.#asked(turn, line);
    line.waiting.push(asked);
    line.unended += 1;
    this.#lines.set(site, line);
    if (line.gathers && line.waiting.length >= line.gathers.wanted) line.gathers.over.abort();
    if (served) void this.#leaveIfLate(asked, line);
    // With an empty line, nothing is written between the request and the pinning of the draft.
    else void this.#serve(site, line);
    return answer;
  }

  #asked<T>(turn: PublicationTurn<T>, line: Line): { readonly asked: Waiting; readonly answer: Promise<T> } {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    let finished: T;
    const since = this.#parts.powers.now();
    const asked: Waiting = {
      ...turn,
      since,
      roleAt: since,
      begins: new AbortController(),
      finish: (commit) => void (finished = turn.finish(commit)),
      done: () => {
        line.unended -= 1;
        resolve(finished);
      },
      refuse: (error) => {
        line.unended -= 1;
        reject(error as Error);
      },
    };
    return { asked, answer: promise };
  }

  /** Serves the line until it is empty. An error, such as one of the database, ends all publications in it. */
  async #serve(site: string, line: Line): Promise<void> {
    let group: readonly Waiting[] = [];
    const view: LineView = {
      waitForSteps: () => this.#waitForSteps(site),
      stillAllowed: (asked) => this.#stillAllowed(asked),
    };
    try {
      while (line.waiting.length > 0) {
        if (this.#parts.releases.building(site)) await this.#waitForSteps(site);
        const gathering = this.#gather(site, line);
        if (gathering) await gathering;
        group = together(line.waiting);
        line.waiting.splice(0, group.length);
        for (const { begins } of group) begins.abort();
        const now = this.#parts.powers.now();
        const allowed = group.some((one) => isAskedAgain(one, now)) ? await this.#stillAllowed(group) : group;
        await this.#joint.publish(site, allowed, view);
        this.#latest.set(site, { at: this.#parts.powers.now(), actors: new Set(group.map(nameOf)) });
      }
    } catch (error) {
      for (const one of [...group, ...line.waiting]) one.refuse(error);
    } finally {
      this.#lines.delete(site);
    }
  }

  /** Waits a moment for members who published together just before, because they may do so again. */
  #gather(site: string, line: Line): Promise<void> | undefined {
    const latest = line.waiting[0]?.select && this.#latest.get(site);
    if (!latest || Math.abs(this.#parts.powers.now() - latest.at) > PUBLISH_BUSY_MS) return undefined;
    const isSame = line.waiting.every((one) => latest.actors.has(nameOf(one)));
    const wanted = latest.actors.size + (isSame ? 0 : 1);
    if (line.waiting.length >= wanted) return undefined;
    const over = new AbortController();
    line.gathers = { wanted, over };
    return this.#parts.wait(PUBLISH_GATHER_MS, over.signal).then(() => void (line.gathers = undefined));
  }

  async #leaveIfLate(asked: Waiting, { waiting }: Line): Promise<void> {
    await this.#parts.wait(PUBLISH_WAIT_MS, asked.begins.signal);
    const at = waiting.indexOf(asked);
    if (at < 0) return;
    waiting.splice(at, 1);
    asked.refuse(new Refusal("UNAVAILABLE", { reason: TOO_LONG }));
  }

  /** Checks again that members who waited long may publish, and refuses those who may not or who waited too long. */
  async #stillAllowed(group: readonly AskedPublication[]): Promise<AskedPublication[]> {
    const now = this.#parts.powers.now();
    const asked = await Promise.all(
      group.map(async (one) => {
        try {
          if (now - one.since >= PUBLISH_WAIT_MS) throw new Refusal("UNAVAILABLE", { reason: TOO_LONG });
          return isAskedAgain(one, now) ? { ...one, envelope: await this.#withRole(one.envelope), roleAt: now } : one;
        } catch (error) {
          one.refuse(error);
          return undefined;
        }
      }),
    );
    return asked.filter((one) => one !== undefined);
  }

  /** The envelope with the member's present role. Throws if that may not publish. */
  async #withRole(envelope: Envelope): Promise<Envelope> {
    const { site, actor } = envelope;
    const { roleOf, sites } = this.#parts;
    if (actor.kind !== "member" || !roleOf) return envelope;
    const role = await roleOf({ tenant: sites.get(site).tenant, site, identity: actor.id });
    if (!role || !can(role, "content.publish")) throw new Refusal("FORBIDDEN", { permission: "content.publish" });
    return { ...envelope, role };
  }

  /** Waits a while for a publication in steps. False if that still runs. The command then refuses. */
  async #waitForSteps(site: string): Promise<boolean> {
    const { releases, wait } = this.#parts;
    for (let waited = 0; releases.building(site); waited += PUBLISH_LOOKS_MS) {
      if (waited >= PUBLISH_BUILDING_MS) return false;
      await wait(PUBLISH_LOOKS_MS);
    }
    return true;
  }
}

const isAskedAgain = ({ roleAt }: AskedPublication, now: number): boolean => now - roleAt >= PUBLISH_ROLE_ASKED_MS;

const nameOf = ({ envelope }: AskedPublication): string => actorName(envelope.actor);

/**
 * The first publications of a line that can be one release. Plugins that check a release learn the kind of its author,
 * so only authors of one kind join.
 */
function together(waiting: readonly Waiting[]): Waiting[] {
  const kind = waiting[0]?.envelope.actor.kind;
  const end = waiting.findIndex(({ select, envelope }) => !select || envelope.actor.kind !== kind);
  return waiting.slice(0, Math.min(end < 0 ? waiting.length : Math.max(end, 1), PUBLICATIONS_JOINED_MAX));
}

const TOO_MANY = "Too many publications of this site wait. Publish again in a moment.";
const TOO_LONG = "An earlier publication of this site takes long. Publish again in a moment.";
