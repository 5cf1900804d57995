import { VISIT_CLIENT_COUNTERS, VISITS_A_CLIENT, VISITS_AN_ADDRESS } from "../../../manifests/bounds/publicContent.ts";
import { DAY_MS } from "../../../manifests/shapes/calendar.ts";

const SALT_WORDS = 8;

/** A client at a site, as texts or as their digests: its network address alone, and with its browser. */
export interface VisitClient<Part> {
  readonly address: Part;
  readonly browser: Part;
}

/**
 * Bounds the visits of one client in a day, and those of one network address. A client names its browser as it likes. A digest under a salt of this day and process names one of the counters. The salt is never stored. Digests, and what
 * they were made of, stay at most as long as the client's connection. Two clients may share a counter.
 */
export class Clients {
  readonly #now: () => number;
  readonly #browsers = new Uint8Array(VISIT_CLIENT_COUNTERS);
  readonly #addresses = new Uint16Array(VISIT_CLIENT_COUNTERS);
  #day = Number.NaN;
  #salt = "";

  /** `now` is in milliseconds since the epoch. */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** The texts whose SHA-256 stand for a client at a site, today. */
  textsOf(hostname: string, address: string, agent: string): VisitClient<string> {
    const day = Math.floor(this.#now() / DAY_MS);
    if (day !== this.#day) this.#renew(day);
    const text = `${this.#salt}\n${hostname}\n${address}`;
    return { address: text, browser: `${text}\n${agent}` };
  }

  /** Takes one visit from what the day allows to the client of the digests. False if nothing is left. */
  take({ address, browser }: VisitClient<Uint8Array>): boolean {
    const [byAddress, byBrowser] = [counterOf(address), counterOf(browser)];
    const [ofAddress = 0, ofBrowser = 0] = [this.#addresses[byAddress], this.#browsers[byBrowser]];
    if (ofAddress >= VISITS_AN_ADDRESS || ofBrowser >= VISITS_A_CLIENT) return false;
    this.#addresses[byAddress] = ofAddress + 1;
    this.#browsers[byBrowser] = ofBrowser + 1;
    return true;
  }

  #renew(day: number): void {
    this.#day = day;
    this.#salt = crypto.getRandomValues(new Uint32Array(SALT_WORDS)).join();
    this.#browsers.fill(0);
    this.#addresses.fill(0);
  }
}

const counterOf = ([first = 0, second = 0, third = 0, fourth = 0]: Uint8Array): number =>
  (first + 256 * (second + 256 * (third + 256 * fourth))) % VISIT_CLIENT_COUNTERS;
