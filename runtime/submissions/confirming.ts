import { DAY_MS } from "../../manifests/shapes/calendar.ts";
import { actorName } from "../area/actor.ts";
import type { Outbox } from "../commands/outbox.ts";
import { personOf } from "../forms/mailAddress.ts";
import type { Placement } from "../forms/placement.ts";
import type { FormValues } from "../forms/values.ts";
import type { Letters } from "../mail/letters.ts";
import type { HookRunner } from "../plugins/hooks/hookRunner.ts";
import type { PluginLetters } from "../plugins/letters/pluginLetters.ts";
import type { Powers } from "../powers/powers.ts";
import type { RateLimits } from "../tenancy/rateLimits.ts";
import type { Tenant } from "../tenancy/tenant.ts";
import type { Confirmation, FormConfirmations } from "./confirmations.ts";
import { OwnSecret } from "./proofs/ownSecret.ts";
import type { Submissions } from "./submissions.ts";

export interface ConfirmingParts {
  readonly powers: Powers;
  readonly tenant: Tenant;
  readonly rateLimits: RateLimits;
  readonly submissions: Submissions;
  readonly formConfirmations: FormConfirmations;
  readonly outbox: Outbox;
  readonly hookRunner: Pick<HookRunner, "formSubmitted">;
  readonly letters: Pick<Letters, "add">;
  readonly pluginLetters: Pick<PluginLetters, "formSubmitted">;
}

/** An address that a visitor is asked to confirm, with its name in rate limits. */
export interface AskedAddress {
  readonly address: string;
  readonly subject: string;
}

const TO_THIS_ADDRESS = "too many letters to this address";
const OF_THIS_SITE = "too many letters of this form";

/** Asks visitors to confirm their address, and takes their confirmation. A link is no confirmation: programs open links. */
export class FormConfirming {
  readonly #parts: ConfirmingParts;
  readonly #secret: OwnSecret;

  constructor(parts: ConfirmingParts) {
    this.#parts = parts;
    this.#secret = new OwnSecret(parts.powers);
  }

  /** The address to confirm. Undefined if the form asks for none. Throws if this visitor has caused too many letters. */
  async asked({ addressField }: Placement, values: FormValues, client: string): Promise<AskedAddress | undefined> {
    if (addressField === undefined) return undefined;
    const address = String(values[addressField]).trim();
    this.#parts.rateLimits.require("confirm-visitor", client);
    return { address, subject: await this.#secret.sign(["confirm-address", personOf(address)]) };
  }

  /**
   * Asks for the confirmation of a stored submission. Too many letters to one person are listed, and nobody gets them.
   * The visitor reads the same answer then, because it must not tell who else wrote this address. The submission keeps
   * its full retention until the letter is sent. The caller holds the transaction.
   */
  ask(site: string, submission: number, { language, retentionDays, model }: Placement, asked: AskedAddress): void {
    const { powers, rateLimits, formConfirmations, letters } = this.#parts;
    const keptUntil = powers.now() + retentionDays * DAY_MS;
    const subscribed = model.subscribes ? model.type : "";
    formConfirmations.ask({ site, submission, address: asked.address, language, keptUntil, subscribed });
    const held = !rateLimits.spend("confirm-address", asked.subject).allowed
      ? TO_THIS_ADDRESS
      : !rateLimits.spend("confirm-site", site).allowed
        ? OF_THIS_SITE
        : null;
    letters.add({ site, kind: "confirm", source: String(submission), member: "" }, held);
  }

  /** Tells members and plugins of a submission. The caller holds the transaction. */
  tell(site: string, submission: number): void {
    const { hookRunner, letters, pluginLetters } = this.#parts;
    hookRunner.formSubmitted(site, submission);
    pluginLetters.formSubmitted(site, submission);
    letters.add({ site, kind: "form", source: String(submission), member: "" });
  }

  /** The state of the submission behind a link. */
  stateOf(site: string, form: string, secret: string): "over" | "waiting" | "confirmed" {
    const { submissions, formConfirmations } = this.#parts;
    const found = formConfirmations.linked(site, secret);
    if (!found || submissions.find(site, found.submission)?.form !== form) return "over";
    return found.confirmedAt === null ? "waiting" : "confirmed";
  }

  /** Confirms an address. Members and plugins learn of the submission now. A second time changes nothing. */
  confirm(site: string, form: string, secret: string, requestId: string): boolean {
    const { powers, tenant, submissions, formConfirmations, outbox } = this.#parts;
    return powers.sql.atomically(() => {
      tenant.requireActive();
      const found = formConfirmations.linked(site, secret);
      const state = this.stateOf(site, form, secret);
      if (!found || state !== "waiting") return state === "confirmed";
      formConfirmations.confirm(found);
      submissions.keepUntil(found.submission, found.keptUntil);
      this.#replaceEarlier(site, found);
      this.tell(site, found.submission);
      const actor = actorName({ kind: "visitor", id: "form" });
      outbox.audit({ site, actor, command: "form.confirm", inputDigest: "", outcome: "done", requestId });
      return true;
    });
  }

  /** A person who subscribes again has one subscription, the last. */
  #replaceEarlier(site: string, found: Confirmation): void {
    const { submissions, formConfirmations } = this.#parts;
    if (found.subscribed === "") return;
    for (const number of formConfirmations.ofPerson(site, found)) {
      const earlier = number < found.submission ? submissions.find(site, number) : undefined;
      if (earlier) submissions.remove(earlier);
    }
  }
}
