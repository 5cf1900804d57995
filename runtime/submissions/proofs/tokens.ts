import { FORM_TOKEN_MS } from "../../../manifests/bounds/forms.ts";
import { type Result, accepted, refused } from "../../../manifests/result.ts";
import { OneAtATime } from "../../area/oneAtATime.ts";
import { OwnSecret } from "./ownSecret.ts";
import { type Powers, first } from "../../powers/powers.ts";

export interface Stamp {
  readonly nonce: string;
  readonly expiresAt: number;
}

/** `forged`: not issued here, or for another form. `expired`: too old. `early`: sent sooner than a person can read. */
type StampFault = "forged" | "expired" | "early";

/** The use of a token: by a submission, or by answers that a plugin keeps, known by their mark. */
export interface TokenUse {
  readonly submission: number;
  readonly mark: string;
}

export type ReadStamp = Result<Stamp, StampFault>;

const TOKEN = /^([0-9a-z]{1,11})\.([A-Za-z0-9-]{1,64})\.([0-9a-f]{64})$/;

/**
 * Issues and checks form tokens. A token proves that its sender has received one of our answers, and when. Pages are
 * equal for all visitors and cached, so they contain no token. A client requests one, or gets it in a page rendered for
 * it. A token is valid for one form and one submission.
 */
export class FormTokens {
  readonly #powers: Powers;
  readonly #secret: OwnSecret;
  /** The tokens of the submissions that are being received. */
  readonly #turns = new Map<string, OneAtATime>();

  constructor(powers: Powers) {
    this.#powers = powers;
    this.#secret = new OwnSecret(powers);
  }

  async make(site: string, form: string): Promise<string> {
    const issued = this.#powers.now().toString(36);
    const nonce = this.#powers.newId();
    return `${issued}.${nonce}.${await this.#sign(site, form, issued, nonce)}`;
  }

  async read(site: string, form: string, token: string, minSeconds: number): Promise<ReadStamp> {
    const [, issued = "", nonce = "", signature = ""] = TOKEN.exec(token) ?? [];
    if (signature === "" || (await this.#sign(site, form, issued, nonce)) !== signature) return refused("forged");
    const at = Number.parseInt(issued, 36);
    const age = this.#powers.now() - at;
    // A token from the future was issued before the clock was set back.
    if (age < minSeconds * 1000) return refused("early");
    return age > FORM_TOKEN_MS ? refused("expired") : accepted({ nonce, expiresAt: at + FORM_TOKEN_MS });
  }

  /** Lets requests with the same token act one after the other, so that the second one finds the token used. */
  async inTurn<T>(nonce: string, action: () => Promise<T>): Promise<T> {
    const turns = this.#turns.get(nonce) ?? new OneAtATime();
    this.#turns.set(nonce, turns);
    try {
      return await turns.run(action);
    } finally {
      if (!turns.isBusy) this.#turns.delete(nonce);
    }
  }

  /** The mark of answers that are not stored. Nobody can guess answers from it without this workspace's secret. */
  markOf({ nonce }: Stamp, answers: unknown): Promise<string> {
    return this.#secret.sign(["answers", nonce, JSON.stringify(answers)]);
  }

  /** The use of a token, if any. */
  usedFor(nonce: string): TokenUse | undefined {
    const query = "SELECT submission, mark FROM form_tokens WHERE nonce = ?";
    return first<TokenUse & Record<string, string | number>>(this.#powers.sql, query, nonce);
  }

  use({ nonce, expiresAt }: Stamp, { submission, mark }: TokenUse): void {
    this.#powers.sql.all(
      "INSERT INTO form_tokens (nonce, submission, expires_at, mark) VALUES (?, ?, ?, ?)",
      nonce,
      submission,
      expiresAt,
      mark,
    );
  }

  /** Deletes expired tokens, which are refused by their age anyway. */
  sweep(): void {
    this.#powers.sql.all("DELETE FROM form_tokens WHERE expires_at < ?", this.#powers.now());
  }

  #sign(site: string, form: string, issued: string, nonce: string): Promise<string> {
    return this.#secret.sign(["form", site, form, issued, nonce]);
  }
}
