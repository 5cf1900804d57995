import {
  ACME_LIMITED_MS,
  ACME_PAUSE_MAX_MS,
  ACME_PAUSE_MS,
  CERTIFICATES_LOOK_MS,
} from "../../../manifests/bounds/operators.ts";
import type { CertificatesTaken } from "../names/tlsSettings.ts";
import { reason } from "../process/problem.ts";
import type { Issued } from "./authority.ts";
import type { IssuedFiles, Orders } from "./issuedFiles.ts";

export interface RenewalsInput {
  /** The names to order for: what the operator serves, never what a visitor asks for. */
  readonly hostnames: readonly string[];
  readonly files: IssuedFiles;
  readonly order: (hostname: string) => Promise<Issued>;
  readonly taken: CertificatesTaken;
  readonly now: () => number;
  /** A number from 0 to 1. */
  readonly random: () => number;
  readonly tell: (line: string) => void;
}

/** Certificates are renewed after two thirds of their life, at most a twentieth later. */
const [RENEWED_AT, SPREAD] = [2 / 3, 1 / 20];
const IS_LIMITED = /rate.?limit|too many/i;

/** The pause after some failures in a row, in milliseconds. */
const pauseAfter = (failures: number, fault: string): number =>
  Math.max(
    Math.min(ACME_PAUSE_MS * 2 ** (failures - 1), ACME_PAUSE_MAX_MS),
    IS_LIMITED.test(fault) ? ACME_LIMITED_MS : 0,
  );

/** Orders certificates, one name after the other, and renews them. A failure leaves the certificate before in use. */
export class Renewals implements Disposable {
  readonly #input: RenewalsInput;
  readonly #timer = setInterval(() => void this.look(), CERTIFICATES_LOOK_MS).unref();
  #isBusy = false;
  #isOver = false;

  constructor(input: RenewalsInput) {
    this.#input = input;
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
    this.#isBusy = this.#isOver = true;
  }

  /** Orders what is due. */
  async look(): Promise<void> {
    if (this.#isBusy) return;
    this.#isBusy = true;
    try {
      for (const hostname of this.#input.hostnames) if (this.#isDue(hostname)) await this.#renew(hostname);
    } catch (error) {
      this.#input.tell(`The certificates cannot be renewed now: ${reason(error)}`); // Such as a full disk.
    } finally {
      this.#isBusy = this.#isOver;
    }
  }

  #isDue(hostname: string): boolean {
    const { files, now } = this.#input;
    const { renewAt, notBefore } = files.ordersOf(hostname);
    return now() >= (files.filesOf(hostname) ? Math.max(renewAt, notBefore) : notBefore);
  }

  async #renew(hostname: string): Promise<void> {
    const { files, order, taken, now, random, tell } = this.#input;
    const before = files.ordersOf(hostname);
    // An order whose outcome cannot be kept counts as a failure, so that the next one waits: after a kill, and on a full
    // disk. Where not even this is kept, nothing is ordered.
    this.#failed(hostname, before, before.fault || UNENDED);
    try {
      const life = files.keep(hostname, await order(hostname), now());
      const kept = files.filesOf(hostname);
      if (kept) taken.take(kept);
      const renewAt = renewalOf(life, now(), RENEWED_AT + random() * SPREAD);
      files.keepOrders(hostname, { renewAt, failures: 0, notBefore: now() + ACME_PAUSE_MS, fault: "" });
      tell(`${hostname} has a new certificate, until ${day(life.to)}.`);
    } catch (error) {
      const fault = reason(error).replaceAll(/\s+/g, " ").slice(0, FAULT_MAX);
      const next = new Date(this.#failed(hostname, before, fault)).toISOString();
      tell(`No new certificate for ${hostname}: ${fault} The next try is at ${next}.`);
    }
  }

  /** Keeps one failure more than before. Answers the time of the next try. */
  #failed(hostname: string, before: Orders, fault: string): number {
    const { files, now } = this.#input;
    const failures = before.failures + 1;
    const notBefore = now() + pauseAfter(failures, fault);
    files.keepOrders(hostname, { ...before, failures, notBefore, fault });
    return notBefore;
  }
}

interface Life {
  readonly from: number;
  readonly to: number;
}

/** The time at which a part of a certificate's life is over. Of one that came old, it is a part of what is left. */
function renewalOf({ from, to }: Life, now: number, part: number): number {
  const usual = from + (to - from) * part;
  return usual > now ? usual : now + (to - now) * part;
}

const FAULT_MAX = 500;
const UNENDED = "none, because the order has not ended.";
const day = (at: number): string => new Date(at).toISOString().slice(0, 10);
