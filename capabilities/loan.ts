/**
 * The book of one lease: what it may still use, and whether it still lives. Everything a plugin asks for goes
 * through `call`, which believes nothing: the name and the argument are text within bounds or the answer is no.
 * The order matters: what costs nothing is checked before what costs something.
 */
import {
  CONSOLE_MAX_CALLS,
  LEASE_ANSWER_MAX_CHARS,
  LEASE_ARGUMENT_MAX_CHARS,
  LEASE_MAX_CHARS,
  LEASE_MAX_CONCURRENT,
} from "../manifests/bounds.ts";
import { parseStrictJson } from "../manifests/strictJson.ts";
import type { Lent, UntilOver } from "./capability.ts";
import { CONTRACT, isVerb } from "./contract.ts";
import type { Verb } from "./contract.ts";
import { denied, outcomeJson } from "./outcome.ts";
import type { Denied, Outcome } from "./outcome.ts";

export interface LoanTerms {
  readonly lent: Lent;
  /** Most calls, those that are refused included; lines for the log are counted apart. */
  readonly calls: number;
  /** Milliseconds since the epoch at which the loan is over, whoever is still waiting. */
  readonly deadline: number;
}

export interface LoanPowers {
  now(): number;
  /** False once the grant, the trust or the state of the plugin is not what it was when this was lent. */
  stillHolds(): boolean;
  /** Told of what broke on our side; the plugin learns only that something did. */
  broke(error: unknown, verb: string): void;
}

export interface LoanUse {
  readonly calls: number;
  readonly chars: number;
  readonly denied: number;
}

type Handler = (input: unknown, untilOver: UntilOver) => Outcome<unknown> | Promise<Outcome<unknown>>;

export class Loan {
  readonly #terms: LoanTerms;
  readonly #powers: LoanPowers;
  #ended = false;
  #stop: AbortController | undefined;
  #calls = 0;
  #consoleCalls = 0;
  #chars = 0;
  #denied = 0;
  #underWay = 0;

  constructor(terms: LoanTerms, powers: LoanPowers) {
    this.#terms = terms;
    this.#powers = powers;
  }

  get use(): LoanUse {
    return { calls: this.#calls + this.#consoleCalls, chars: this.#chars, denied: this.#denied };
  }

  /** Ends the loan for good; what is under way is told to stop and its answer is never given. */
  end(): void {
    this.#ended = true;
    this.#stop?.abort();
  }

  async call(verb: unknown, json: unknown): Promise<string> {
    const outcome = await this.#answer(verb, json);
    if (!outcome.ok) this.#denied += 1;
    return this.#carried(outcome);
  }

  async #answer(verb: unknown, json: unknown): Promise<Outcome<unknown>> {
    if (!this.#lives()) return denied("over");
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

  #admit(verb: Verb, json: string): Denied | undefined {
    if (!this.#count(verb)) return denied("spent");
    if (this.#underWay >= LEASE_MAX_CONCURRENT) return denied("busy");
    if (json.length > LEASE_ARGUMENT_MAX_CHARS) return denied("too_large");
    if (this.#chars + json.length > LEASE_MAX_CHARS) return denied("spent");
    this.#chars += json.length;
    return undefined;
  }

  #count(verb: Verb): boolean {
    if (verb === "console.write") return this.#consoleCalls < CONSOLE_MAX_CALLS && ++this.#consoleCalls > 0;
    return this.#calls < this.#terms.calls && ++this.#calls > 0;
  }

  async #perform(verb: Verb, json: string): Promise<Outcome<unknown>> {
    const handler = Object.hasOwn(this.#terms.lent, verb) ? this.#terms.lent[verb] : undefined;
    if (!handler) return denied("not_granted");
    const parsed = parseStrictJson(json);
    if (!parsed.ok) return denied("invalid");
    const input = CONTRACT[verb].safeParse(parsed.value);
    if (!input.success) return denied("invalid", complaintOf(input.error.issues[0]));
    const outcome = await (handler as Handler)(input.data, () => this.#untilOver());
    return this.#lives() ? outcome : denied("over");
  }

  /** What a plugin learns is bounded as well: an answer too long to carry is a refusal. */
  #carried(outcome: Outcome<unknown>): string {
    const json = outcomeJson(outcome);
    if (!outcome.ok) return json;
    if (json.length > LEASE_ANSWER_MAX_CHARS) return outcomeJson(denied("too_large"));
    if (this.#chars + json.length > LEASE_MAX_CHARS) return outcomeJson(denied("spent"));
    this.#chars += json.length;
    return json;
  }

  #untilOver(): AbortSignal {
    this.#stop ??= new AbortController();
    if (this.#ended) this.#stop.abort();
    return this.#stop.signal;
  }

  #lives(): boolean {
    return !this.#ended && this.#powers.now() < this.#terms.deadline && this.#powers.stillHolds();
  }
}

interface Complaint {
  readonly code?: string | undefined;
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/** Where the call is wrong; what is allowed there only where the contract has words for it. */
function complaintOf(complaint: Complaint | undefined): string {
  const at = `At ${complaint?.path.join("/") || "its top"}`;
  return complaint?.code === "invalid_format" ? `${at}; allowed: ${complaint.message}.` : `${at}.`;
}
