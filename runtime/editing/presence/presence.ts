import {
  PRESENCE_KEPT_MS,
  PRESENCE_PLACES_KEPT,
  PRESENCE_PLACES_PER_MEMBER,
} from "../../../manifests/bounds/editor.ts";
import { BoundedMap } from "../../../manifests/memory/boundedMap.ts";
import type { Powers } from "../../powers/powers.ts";

/** The page and the section at which a member of a site is now. */
export interface MemberPlace {
  /** Id of the member's identity. */
  readonly member: string;
  readonly page: string;
  readonly section: string | null;
}

interface Seen extends MemberPlace {
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/**
 * The members on each page, in memory only: a place is outdated after seconds, and each browser reports again before
 * that.
 */
export class Presence {
  readonly #now: Powers["now"];
  readonly #seen = new Map<string, BoundedMap<string, Seen>>();
  #held: (site: string) => readonly MemberPlace[] = () => [];

  constructor({ now }: Pick<Powers, "now">) {
    this.#now = now;
  }

  /** Adds a source of places that stay valid by themselves, such as open sockets. */
  alsoHeld(held: (site: string) => readonly MemberPlace[]): void {
    this.#held = held;
  }

  /** Records a member's place. A member may be on several pages at once, in tabs, with one place on each. */
  note(site: string, place: MemberPlace): void {
    const seen = this.#seen.get(site) ?? new BoundedMap<string, Seen>(PRESENCE_PLACES_KEPT);
    this.#seen.set(site, seen);
    const key = `${place.member} ${place.page}`;
    seen.delete(key);
    const membersPlaces = [...seen].filter(([, { member }]) => member === place.member);
    const [oldest] = membersPlaces;
    if (oldest && membersPlaces.length >= PRESENCE_PLACES_PER_MEMBER) seen.delete(oldest[0]);
    seen.set(key, { ...place, at: this.#now() });
  }

  /** The current places: first those of open sockets, then reported ones, each the most recent first. */
  places(site: string): MemberPlace[] {
    const now = this.#now();
    // `Math.abs` makes places expire even after the clock was set back.
    const present = [...(this.#seen.get(site)?.values() ?? [])].filter(
      ({ at }) => Math.abs(now - at) < PRESENCE_KEPT_MS,
    );
    const reported = present.toReversed().map(({ member, page, section }) => ({ member, page, section }));
    // Keeps one place for each member and page. A socket's place wins over a reported one.
    const places = new Map<string, MemberPlace>();
    for (const place of [...this.#held(site), ...reported]) {
      const key = `${place.member} ${place.page}`;
      if (!places.has(key)) places.set(key, place);
    }
    return [...places.values()];
  }

  endMember(site: string, member: string): void {
    for (const [key, place] of this.#seen.get(site) ?? [])
      if (place.member === member) this.#seen.get(site)?.delete(key);
  }
}
