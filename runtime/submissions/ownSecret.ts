import type { Powers } from "../powers/powers.ts";
import { first } from "../powers/powers.ts";

/** Signs with this workspace's own secret, so that nothing that one tenant was handed opens anything at another. */
export class OwnSecret {
  readonly #powers: Powers;

  constructor(powers: Powers) {
    this.#powers = powers;
  }

  /** The first part names the use, so that a signature for one use is none for another. */
  sign(parts: readonly unknown[]): Promise<string> {
    return this.#powers.sign(this.#secret(), JSON.stringify(parts));
  }

  /** Reads the secret, or makes it at the first use. */
  #secret(): string {
    const { sql, newId } = this.#powers;
    const known = first<{ secret: string }>(sql, "SELECT secret FROM form_secret")?.secret;
    if (known !== undefined) return known;
    const made = newId() + newId();
    sql.all("INSERT INTO form_secret (secret) VALUES (?)", made);
    return made;
  }
}
