import { type Powers, first } from "../../powers/powers.ts";

/** Signs with this workspace's own secret, so that a signature of one tenant is invalid at another. */
export class OwnSecret {
  readonly #powers: Powers;

  constructor(powers: Powers) {
    this.#powers = powers;
  }

  /** Signs parts. The first one names the purpose, so that a signature for one purpose is invalid for another. */
  sign(parts: readonly unknown[]): Promise<string> {
    return this.#powers.sign(this.#secret(), JSON.stringify(parts));
  }

  /** The secret, created at its first use. */
  #secret(): string {
    const { sql, newId } = this.#powers;
    const known = first<{ secret: string }>(sql, "SELECT secret FROM form_secret")?.secret;
    if (known !== undefined) return known;
    const made = newId() + newId();
    sql.all("INSERT INTO form_secret (secret) VALUES (?)", made);
    return made;
  }
}
