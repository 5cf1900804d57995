/**
 * The accounts of one lease: how much is used, and whether the lease is still valid. Every request of a plugin passes
 * `call`, which trusts neither name nor argument. It makes the cheap checks before the costly ones.
 */
import {
  LEASE_ANSWER_MAX_CHARS,
  LEASE_ARGUMENT_MAX_CHARS,
  LEASE_MAX_CHARS,
  LEASE_MAX_CONCURRENT,
} from "../manifests/bounds/calls.ts";
import { parseStrictJson } from "../manifests/json/strictJson.ts";
import { counted } from "../manifests/refusals/pointer.ts";
import type { GrantedVerbs, EndSignal } from "./capability.ts";
import { isVerb, verbRow, type Verb } from "./contract.ts";
import { denied, outcomeJson, type Denied, type VerbOutcome } from "./outcome.ts";

export interface LoanTerms {
  readonly verbs: GrantedVerbs;
  /** Maximum number of calls, refused ones included. Log lines have their own limit. */
  readonly calls: number;
  /** The end of the loan in milliseconds since the epoch, even for calls that have begun. */
  readonly deadline: number;
}

/** The powers behind a lease: the clock, the validity of the grant, and the log of our errors. */
export interface LoanPowers {
  now(): number;
  /** False once the plugin's grant, trust or state has changed since this loan began. */
  stillHolds(): boolean;
  /** Logs an error of our code. The plugin learns only that an error occurred. */
  broke(error: unknown, verb: string): void;
  /** Reports the first verb that the plugin called after the loan had ended. */
  calledLate(verb: string): void;
}

export interface LoanUse {
  readonly calls: number;
  readonly chars: number;
  readonly denied: number;
}

type Handler = (input: unknown, endSignal: EndSignal) => VerbOutcome<unknown> | Promise<VerbOutcome<unknown>>;

const allCharsUsed = (verb: unknown): Denied =>
  denied(
    "spent",
    `All its inputs and answers have at most ${LEASE_MAX_CHARS} characters of JSON. ${String(verb)} would exceed them.`,
  );

export class Loan {
  readonly #terms: LoanTerms;
  readonly #powers: LoanPowers;
  #ended = false;
  #hasReportedLate = false;
  #stop: AbortController | undefined;
  /** Numbers of calls: one count for each verb with its own limit, one for all other verbs. */
  readonly #calls = new Map<Verb | "shared", number>();
  #chars = 0;
  #denied = 0;
  #underWay = 0;

  constructor(terms: LoanTerms, powers: LoanPowers) {
    this.#terms = terms;
    this.#powers = powers;
  }

  get use(): LoanUse {
    const calls = [...this.#calls.values()].reduce((sum, count) => sum + count, 0);
    return { calls, chars: this.#chars, denied: this.#denied };
  }

  /** Ends the loan. Calls under way are aborted and get no result. */
  end(): void {
    this.#ended = true;
    this.#stop?.abort();
  }

  async call(verb: unknown, json: unknown): Promise<string> {
    const outcome = await this.#answer(verb, json);
    if (!outcome.ok) this.#denied += 1;
    return this.#carried(outcome, verb);
  }

  async #answer(verb: unknown, json: unknown): Promise<VerbOutcome<unknown>> {
    if (!this.#isValid()) return this.#refuseLate(verb);
    if (typeof verb !== "string" || typeof json !== "string" || !isVerb(verb)) return denied("invalid");
    const refusal = this.#admit(verb, json);
    if (refusal) return refusal;
    this.#underWay += 1;
    try {
      return await this.#perform(verb, json);
    } catch (error) {
      this.#powers.broke(error, verb);
      return denied("internal");
    } finally {
      this.#underWay -= 1;
    }
  }

  /** Reports a late call once only, because plugin code may keep the lease and call for ever. */
  #refuseLate(verb: unknown): Denied {
    if (this.#ended && !this.#hasReportedLate) {
      this.#hasReportedLate = true;
      this.#powers.calledLate(typeof verb === "string" && isVerb(verb) ? verb : "something unknown");
    }
    return denied("over");
  }

  #admit(verb: Verb, json: string): Denied | undefined {
    const over = this.#count(verb);
    if (over) return over;
    if (this.#underWay >= LEASE_MAX_CONCURRENT)
      return denied("busy", `At most ${LEASE_MAX_CONCURRENT} run at once, and this was one more, ${verb}.`);
    if (json.length > LEASE_ARGUMENT_MAX_CHARS)
      return denied("too_large", `The input of ${verb} has at most ${LEASE_ARGUMENT_MAX_CHARS} characters of JSON.`);
    if (this.#chars + json.length > LEASE_MAX_CHARS) return allCharsUsed(verb);
    this.#chars += json.length;
    return undefined;
  }

  /** Counts a call, or refuses it if there were as many already. */
  #count(verb: Verb): Denied | undefined {
    const { callsApart } = verbRow(verb);
    const account = callsApart === undefined ? "shared" : verb;
    const calls = this.#calls.get(account) ?? 0;
    const most = callsApart ?? this.#terms.calls;
    if (calls >= most) {
      const of = callsApart === undefined ? "capabilities" : verb;
      return denied("spent", `It has at most ${counted(most, "call")} of ${of}, and this was one more, ${verb}.`);
    }
    this.#calls.set(account, calls + 1);
    return undefined;
  }

  async #perform(verb: Verb, json: string): Promise<VerbOutcome<unknown>> {
    const handler = Object.hasOwn(this.#terms.verbs, verb) ? this.#terms.verbs[verb] : undefined;
    if (!handler) return denied("not_granted", `${verb} needs the capability ${verb.split(".", 1)[0]}.`);
    const parsed = parseStrictJson(json);
    if (!parsed.ok) return denied("invalid");
    const input = verbRow(verb).input.safeParse(parsed.value);
    if (!input.success) return denied("invalid", complaintOf(input.error.issues[0]));
    const outcome = await (handler as Handler)(input.data, () => this.#endSignal());
    return this.#isValid() ? outcome : denied("over");
  }

  /** Serialises the outcome. An answer that is too long becomes a refusal. */
  #carried(outcome: VerbOutcome<unknown>, verb: unknown): string {
    const json = outcomeJson(outcome);
    if (!outcome.ok) return json;
    if (json.length > LEASE_ANSWER_MAX_CHARS)
      return outcomeJson(
        denied("too_large", `The answer of ${String(verb)} has at most ${LEASE_ANSWER_MAX_CHARS} characters of JSON.`),
      );
    if (this.#chars + json.length > LEASE_MAX_CHARS) return outcomeJson(allCharsUsed(verb));
    this.#chars += json.length;
    return json;
  }

  #endSignal(): AbortSignal {
    this.#stop ??= new AbortController();
    if (this.#ended) this.#stop.abort();
    return this.#stop.signal;
  }

  #isValid(): boolean {
    return !this.#ended && this.#powers.now() < this.#terms.deadline && this.#powers.stillHolds();
  }
}

interface Complaint {
  readonly code?: string | undefined;
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/** Names the path of the invalid value, and the allowed values if the contract describes them. */
function complaintOf(complaint: Complaint | undefined): string {
  const at = `At ${complaint?.path.join("/") || "its top"}`;
  return complaint?.code === "invalid_format" ? `${at}; allowed: ${complaint.message}.` : `${at}.`;
}
