import { VISIT_CLIENT_COUNTERS, VISITS_A_CLIENT } from "../../../manifests/bounds/publicContent.ts";
import { DAY_MS } from "../../../manifests/shapes/calendar.ts";

const SALT_WORDS = 8;

/**
 * Bounds the visits of one client in a day. The digest of address and browser, under a salt of this day and process,
 * names one of the counters. Neither the digest nor what it was made of stays, and the salt is never stored. Two clients
 * may share a counter.
 */
export class Clients {
  readonly #now: () => number;
  readonly #counters = new Uint8Array(VISIT_CLIENT_COUNTERS);
  #day = Number.NaN;
  #salt = "";

  /** `now` is in milliseconds since the epoch. */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** The text whose SHA-256 stands for a client at a site, today. */
  textOf(hostname: string, address: string, agent: string): string {
    const day = Math.floor(this.#now() / DAY_MS);
    if (day !== this.#day) this.#renew(day);
    return `${this.#salt}\n${hostname}\n${address}\n${agent}`;
  }

  /** Takes one visit from what the day allows to the client of a digest. False if nothing is left. */
  take([first = 0, second = 0, third = 0, fourth = 0]: Uint8Array): boolean {
    const counter = (first + 256 * (second + 256 * (third + 256 * fourth))) % VISIT_CLIENT_COUNTERS;
    const taken = this.#counters[counter] ?? 0;
    if (taken >= VISITS_A_CLIENT) return false;
    this.#counters[counter] = taken + 1;
    return true;
  }

  #renew(day: number): void {
    this.#day = day;
    this.#salt = crypto.getRandomValues(new Uint32Array(SALT_WORDS)).join();
    this.#counters.fill(0);
  }
}
