import {
  MAIL_AT_ONCE,
  MAIL_BACKOFF_MAX_MS,
  MAIL_BACKOFF_MS,
  MAIL_SEND_MS,
  MAIL_SUBSCRIBERS_AT_ONCE,
  MAIL_SUBSCRIBERS_WAITING,
} from "../../manifests/bounds/forms.ts";
import { type Actor, actorName } from "../area/actor.ts";
import type { Chore, SettledFaults, Wait } from "../area/chore.ts";
import type { Outbox } from "../commands/outbox.ts";
import type { RateLimits, RateName } from "../tenancy/rateLimits.ts";
import { personOf } from "../forms/mailAddress.ts";
import type { Powers } from "../powers/powers.ts";
import { type LetterKind, isYielding } from "./letterKinds.ts";
import type { Letter, Letters } from "./letters.ts";
import { pluginOfSource } from "./pluginEnclosures.ts";
import { type Mail, type MailOutcome, type ReadyLetter, headerLine } from "./power.ts";
import { RECEIVERS, type ReceiverParts } from "./receivers.ts";
import { subscriberIn, subscriberName } from "./pluginMail.ts";
import { type TextParts, siteOf, letterText } from "./texts.ts";
import { type WrittenLetter } from "./writing.ts";

export interface DeliveryParts extends ReceiverParts, TextParts {
  readonly powers: Pick<Powers, "timestamp" | "digest">;
  readonly wait: Wait;
  readonly mail: Mail | undefined;
  readonly outbox: Outbox;
  readonly rateLimits: RateLimits;
  readonly letters: Letters;
}

const SYSTEM: Actor = { kind: "system", id: "mail" };
const TIMED_OUT: MailOutcome = { isSent: false, isFinal: false, reason: "no answer in time" };
const UNWRITABLE: MailOutcome = { isSent: false, isFinal: true, reason: "the letter cannot be written" };
const TO_THIS_ADDRESS = "too many letters to this address";
const FAILED_INSIDE: MailOutcome = { isSent: false, isFinal: false, reason: "the site could not deliver it" };
/** A letter that nobody could write, with the fault for the log. */
interface Unwritten {
  readonly fault: unknown;
}

const NO_MAIL_POWER: MailOutcome = { isSent: false, isFinal: false, reason: "the mail server cannot be asked" };

/** The limits that a letter spends from, in order. Those of yielding letters are lower, so that the others keep a reserve. */
const limitsOf = ({ site, kind, source }: Letter): readonly (readonly [RateName, subject: string])[] =>
  kind === "plugin"
    ? [
        ["mail-plugin", JSON.stringify([site, pluginOfSource(source)])],
        ["mail-tenant-plugins", ""],
      ]
    : isYielding(kind)
      ? [
          ...(kind === "review" || kind === "remark" ? ([["mail-site-reviews", site]] as const) : []),
          ["mail-site-visitors", site],
          ["mail-site", site],
          ["mail-tenant-visitors", ""],
          ["mail-tenant", ""],
        ]
      : [
          ["mail-site", site],
          ["mail-tenant", ""],
        ];

/** Delivers the letters of the outbox when the alarm rings. */
export class LetterDelivery implements Chore {
  readonly turn = "call";
  readonly #parts: DeliveryParts;

  constructor(parts: DeliveryParts) {
    this.#parts = parts;
  }

  nextDue(): number | undefined {
    return this.#parts.letters.nextDue();
  }

  /**
   * Takes the next letters. Each ends its turn settled or later in the queue, whatever happens to the others. Answers
   * the errors of all, so that the log has them. Throws if a letter could not even be put off.
   */
  async run(): Promise<SettledFaults> {
    const turns = await Promise.allSettled(this.#parts.letters.due(MAIL_AT_ONCE).map((letter) => this.#turn(letter)));
    const stuck = turns.flatMap((turn) => (turn.status === "rejected" ? [turn.reason as unknown] : []));
    const settled = turns.flatMap((turn) => (turn.status === "fulfilled" ? turn.value : []));
    if (stuck.length > 0) throw new AggregateError([...settled, ...stuck], "letters failed inside the workspace");
    return settled;
  }

  /** Answers the fault that ended the turn, if one did. */
  async #turn(letter: Letter): Promise<SettledFaults> {
    try {
      return (await this.#taken(letter)) ?? [];
    } catch (error) {
      this.#settle(letter, FAILED_INSIDE);
      return [error];
    }
  }

  async #taken(letter: Letter): Promise<void | SettledFaults> {
    const { letters, pluginMail } = this.#parts;
    if (letter.kind === "plugin" && pluginMail.isHeld(letter)) return letters.postpone(letter, MAIL_BACKOFF_MAX_MS);
    const { wanting, isToSeveral, isToSubscribers } = RECEIVERS[letter.kind];
    if (letter.member === "" && isToSubscribers?.(this.#parts, letter)) return this.#spread(letter);
    const isShared = letter.member === "" && (isToSeveral?.(this.#parts, letter) ?? true);
    return wanting && isShared ? this.#address(letter, wanting) : this.#deliver(letter);
  }

  /** The letter as its receiver would read it. Undefined if what it is about is gone. Throws if it cannot be written. */
  written(letter: Letter): WrittenLetter | undefined {
    return letterText(this.#parts, letter);
  }

  /** Finds who wants a letter to several. Without a mail server, or if nobody wants it, it stays listed. */
  async #address(letter: Letter, wantingOf: NonNullable<(typeof RECEIVERS)[LetterKind]["wanting"]>): Promise<void> {
    const { mail, letters } = this.#parts;
    const wanting = await wantingOf(this.#parts, letter);
    if (!wanting) return letters.remove(letter.number);
    if (!mail || wanting.length === 0) letters.keep(letter);
    else if (!letters.addressTo(letter, wanting)) letters.postpone(letter, MAIL_BACKOFF_MAX_MS);
  }

  /** Adds a letter for each of the next subscribers. Few wait at a time, so that one plugin fills no outbox. */
  #spread(letter: Letter): void {
    const { mail, letters, pluginMail } = this.#parts;
    if (!mail) return letters.keep(letter);
    if (letters.waitingBeside(letter) >= MAIL_SUBSCRIBERS_WAITING) return letters.postpone(letter, MAIL_BACKOFF_MS);
    const next = pluginMail.nextSubscribers(letter, MAIL_SUBSCRIBERS_AT_ONCE);
    if (!next || next.length === 0) return letters.remove(letter.number);
    letters.addSome(letter, next.map(subscriberName), next.at(-1) ?? 0);
  }

  async #deliver(letter: Letter): Promise<void | SettledFaults> {
    const { letters, mail } = this.#parts;
    if (!mail) return letters.keep(letter);
    const to = await RECEIVERS[letter.kind].address(this.#parts, letter);
    const ready = to === undefined ? undefined : this.#ready(letter, to);
    if (!ready) return letters.remove(letter.number);
    if ("fault" in ready) {
      this.#settle(letter, UNWRITABLE);
      return [ready.fault];
    }
    const person = await this.#visitorOf(letter, ready.to);
    const ms = this.#waitMs(letter);
    if (ms > 0) return letters.postpone(letter, ms);
    if (person !== undefined && !this.#parts.rateLimits.spend("mail-submitter", person).allowed)
      return letters.keep(letter, TO_THIS_ADDRESS);
    for (const [name, subject] of limitsOf(letter)) this.#parts.rateLimits.spend(name, subject);
    this.#settle(letter, await this.#send(mail, ready));
  }

  /**
   * The visitor who gets a plugin's letter, by a digest, because the address itself is not stored. Undefined for other
   * letters, and after the first attempt: one letter counts once.
   */
  async #visitorOf(letter: Letter, address: string): Promise<string | undefined> {
    const { powers, pluginMail } = this.#parts;
    const to = letter.attempts > 0 || letter.kind !== "plugin" ? undefined : pluginMail.facts(letter)?.to;
    if (to !== "submitter" && to !== "subscribers") return undefined;
    return powers.digest(JSON.stringify(["mail-submitter", letter.site, personOf(address)]));
  }

  /** The whole letter. A failure of what writes it would come again at every attempt. */
  #ready(letter: Letter, to: string): ReadyLetter | Unwritten | undefined {
    try {
      const written = this.written(letter);
      return written && { id: letter.id, to, from: siteOf(this.#parts, letter.site).name, ...written };
    } catch (error) {
      return { fault: error };
    }
  }

  /**
   * Milliseconds to wait until all limits allow one more letter. A letter that one of them holds back takes nothing from
   * the others.
   */
  #waitMs(letter: Letter): number {
    const { rateLimits } = this.#parts;
    return Math.max(...limitsOf(letter).map(([name, subject]) => rateLimits.waitSeconds(name, subject))) * 1000;
  }

  async #send(mail: Mail, letter: ReadyLetter): Promise<MailOutcome> {
    const [over, answered] = [new AbortController(), new AbortController()];
    const late = this.#parts.wait(MAIL_SEND_MS, answered.signal).then(() => TIMED_OUT);
    try {
      return await Promise.race([mail.send(letter, over.signal).catch(() => NO_MAIL_POWER), late]);
    } finally {
      over.abort();
      answered.abort();
    }
  }

  #settle(letter: Letter, outcome: MailOutcome): void {
    const { letters } = this.#parts;
    if (outcome.isSent) {
      RECEIVERS[letter.kind].sent?.(this.#parts, letter);
      letters.sent(letter, outcome.doubt === undefined ? undefined : headerLine(outcome.doubt));
      this.#audit(letter, "done");
    } else if (letters.failed(letter, headerLine(outcome.reason), outcome.isFinal)) this.#audit(letter, "refused");
  }

  #audit({ site, kind, source, member }: Letter, outcome: "done" | "refused"): void {
    const about = member === "" || subscriberIn(member) !== undefined ? {} : { about: { member } };
    const actor = actorName(kind === "plugin" ? { kind: "plugin", id: pluginOfSource(source) } : SYSTEM);
    this.#parts.outbox.audit({ site, actor, command: "mail.send", inputDigest: "", outcome, ...about });
  }
}
