/** Digests of passwords, by scrypt. A digest names its own costs, so that a later release may raise them. */
import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import { PASSWORDS_AT_ONCE, PASSWORDS_WAITING } from "../../../../manifests/bounds/logins.ts";
import { AccountRefusal } from "../http/accountRefusal.ts";

export interface DigestCosts {
  /** The binary logarithm of the cost in time and memory. */
  readonly log: number;
  readonly blocks: number;
  readonly lanes: number;
}

/** 32 MiB for a third of a second: one of the settings that OWASP's cheat sheet of password storage names. */
const COSTS: DigestCosts = { log: 15, blocks: 8, lanes: 3 };
const [SALT_BYTES, DIGEST_BYTES] = [16, 32];

function derived(password: string, salt: Buffer, { log, blocks, lanes }: DigestCosts): Promise<Buffer> {
  const N = 2 ** log;
  const options = { N, r: blocks, p: lanes, maxmem: 256 * N * blocks };
  return new Promise((done, fail) =>
    scrypt(password, salt, DIGEST_BYTES, options, (error, digest) => (error ? fail(error) : done(digest))),
  );
}

const written = ({ log, blocks, lanes }: DigestCosts, salt: string, digest: string): string =>
  ["scrypt", log, blocks, lanes, salt, digest].join("$");

/** Computes few digests at once. Many requests neither fill the memory nor hold up the passkeys of others. */
export class PasswordDigests {
  readonly #costs: DigestCosts;
  #busy = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(costs = COSTS) {
    this.#costs = costs;
  }

  async make(password: string): Promise<string> {
    const salt = randomBytes(SALT_BYTES);
    const digest = await this.#inTurn(() => derived(password, salt, this.#costs));
    return written(this.#costs, salt.toString("base64url"), digest.toString("base64url"));
  }

  /** Tells whether a password has a digest. Without one, it computes as long and answers false. */
  async fits(password: string, digest: string | undefined): Promise<boolean> {
    const [, log, blocks, lanes, salt = "", wanted = ""] = (digest ?? this.#nobody()).split("$");
    const costs = { log: Number(log), blocks: Number(blocks), lanes: Number(lanes) };
    const found = await this.#inTurn(() => derived(password, Buffer.from(salt, "base64url"), costs));
    return timingSafeEqual(found, Buffer.from(wanted, "base64url")) && digest !== undefined;
  }

  #nobody(): string {
    return written(this.#costs, "A".repeat(22), "A".repeat(43));
  }

  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (this.#busy >= PASSWORDS_AT_ONCE) {
      if (this.#waiting.length >= PASSWORDS_WAITING) throw new AccountRefusal("busy");
      await new Promise<void>((go) => this.#waiting.push(go));
    }
    this.#busy += 1;
    try {
      return await work();
    } finally {
      this.#busy -= 1;
      this.#waiting.shift()?.();
    }
  }
}
