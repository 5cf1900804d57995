import { MAIL_AT_ONCE, MAIL_SEND_MS } from "../../manifests/bounds/forms.ts";
import { type Actor, actorName } from "../area/actor.ts";
import type { Chore, Wait } from "../area/chore.ts";
import type { Outbox } from "../commands/outbox.ts";
import { type Role, can } from "../commands/permissions.ts";
import type { Documents } from "../documents/documents.ts";
import type { RateLimits } from "../tenancy/rateLimits.ts";
import type { Sites } from "../tenancy/sites.ts";
import type { Letter, Letters } from "./letters.ts";
import type { MailMembers } from "./members.ts";
import type { Mail, MailOutcome } from "./power.ts";
import type { LetterSources } from "./sources.ts";
import { type LetterSite, type WrittenLetter, codeLetter, formLetter, headerLine } from "./writing.ts";

/** Reads a member's present role from the control plane. */
export type RoleAt = (membership: {
  readonly tenant: string;
  readonly site: string;
  readonly identity: string;
}) => Promise<Role | undefined>;

export interface DeliveryParts {
  readonly wait: Wait;
  readonly mail: Mail | undefined;
  readonly roleOf: RoleAt | undefined;
  readonly outbox: Outbox;
  readonly sites: Sites;
  readonly documents: Documents;
  readonly rateLimits: RateLimits;
  readonly letters: Letters;
  readonly mailMembers: MailMembers;
  readonly letterSources: LetterSources;
}

const SYSTEM: Actor = { kind: "system", id: "mail" };
const TIMED_OUT: MailOutcome = { isSent: false, isFinal: false, reason: "no answer in time" };
const NO_MAIL_POWER: MailOutcome = { isSent: false, isFinal: false, reason: "the mail server cannot be asked" };

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

  async run(): Promise<void> {
    const due = this.#parts.letters.due(MAIL_AT_ONCE);
    await Promise.all(due.map((letter) => (letter.member === "" ? this.#address(letter) : this.#deliver(letter))));
  }

  /** The letter as its receiver would read it. Undefined if what it is about is gone. */
  written(letter: Letter): WrittenLetter | undefined {
    const { letterSources, mailMembers } = this.#parts;
    const site = this.#siteOf(letter.site);
    if (letter.kind === "address") {
      const code = mailMembers.codeOf(letter.site, letter.member);
      return code === letter.source ? codeLetter(site, code) : undefined;
    }
    const facts = letterSources.submission(letter.site, Number(letter.source));
    return facts && formLetter(site, facts);
  }

  /** Finds who wants a letter. Without a mail server, or if nobody wants it, it stays listed. */
  async #address(letter: Letter): Promise<void> {
    const { mail, letters, letterSources } = this.#parts;
    const facts = letterSources.submission(letter.site, Number(letter.source));
    if (!facts) return letters.remove(letter.number);
    const wanting = mail ? await this.#wanting(letter.site, facts.form) : [];
    if (wanting.length === 0) letters.keep(letter);
    else letters.addressTo(letter, wanting);
  }

  async #wanting(site: string, form: string): Promise<string[]> {
    const { mailMembers } = this.#parts;
    const found: string[] = [];
    for (const member of mailMembers.proven(site)) {
      const role = await this.#roleAt(site, member);
      if (role !== undefined && can(role, "forms.read") && mailMembers.wants(site, member, form, role === "owner"))
        found.push(member);
    }
    return found;
  }

  async #deliver(letter: Letter): Promise<void> {
    const { letters, mail } = this.#parts;
    if (!mail) return letters.keep(letter);
    const [to, written] = [await this.#receiver(letter), this.written(letter)];
    if (to === undefined || !written) return letters.remove(letter.number);
    const ms = this.#waitMs(letter.site);
    if (ms > 0) return letters.postpone(letter, ms);
    const { id, site } = letter;
    this.#settle(letter, await this.#send(mail, { id, to, from: this.#siteOf(site).name, ...written }));
  }

  /** The address of the receiver, who must still be a member who may read it. */
  async #receiver({ site, member, kind }: Letter): Promise<string | undefined> {
    const role = await this.#roleAt(site, member);
    const held = this.#parts.mailMembers.addressOf(site, member);
    if (role === undefined || !can(role, "forms.read")) return undefined;
    return held?.isProven === (kind !== "address") ? held.address : undefined;
  }

  async #roleAt(site: string, identity: string): Promise<Role | undefined> {
    const { roleOf, sites } = this.#parts;
    return roleOf?.({ tenant: sites.get(site).tenant, site, identity });
  }

  /** Milliseconds to wait until the limits of the site and of the tenant allow one more letter. */
  #waitMs(site: string): number {
    const { rateLimits } = this.#parts;
    const limits = [rateLimits.spend("mail-site", site), rateLimits.spend("mail-tenant", "")];
    return Math.max(...limits.map(({ allowed, waitSeconds }) => (allowed ? 0 : waitSeconds * 1000)));
  }

  async #send(mail: Mail, letter: Parameters<Mail["send"]>[0]): Promise<MailOutcome> {
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
      letters.sent(letter);
      this.#audit(letter, "done");
    } else if (letters.failed(letter, headerLine(outcome.reason), outcome.isFinal)) this.#audit(letter, "refused");
  }

  #audit({ site, member }: Letter, outcome: "done" | "refused"): void {
    const about = { member };
    this.#parts.outbox.audit({ site, actor: actorName(SYSTEM), command: "mail.send", inputDigest: "", outcome, about });
  }

  #siteOf(site: string): LetterSite {
    const { sites, documents } = this.#parts;
    const { name, language } = documents.only(site, "settings", documents.change(site)).body;
    return { name: headerLine(name), origin: sites.get(site).origin, language };
  }
}
