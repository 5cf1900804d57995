import { type Powers, first } from "../powers/powers.ts";
import { ENCLOSED_KINDS } from "./letterKinds.ts";

/** The parts of a letter that no other table has. They are deleted as soon as the letter has left. */
export interface Enclosure {
  readonly address: string;
  readonly language: string;
  /** The link of an invitation, or one that shows the draft. */
  readonly link: string;
}

/** Holds the addresses and links of waiting letters to people who are no members. */
export class MailEnclosures {
  readonly #powers: Pick<Powers, "sql">;

  constructor(powers: Pick<Powers, "sql">) {
    this.#powers = powers;
  }

  add(site: string, source: string, { address, language, link }: Enclosure): void {
    this.#powers.sql.all(
      "INSERT INTO mail_enclosures (site, source, address, language, link) VALUES (?, ?, ?, ?, ?)",
      site,
      source,
      address,
      language,
      link,
    );
  }

  of(source: string): Enclosure | undefined {
    const query = "SELECT address, language, link FROM mail_enclosures WHERE source = ?";
    return first<Enclosure>(this.#powers.sql, query, source);
  }

  /** Removes what no letter waits for. */
  sweep(): void {
    this.#powers.sql.all(
      `DELETE FROM mail_enclosures WHERE source NOT IN (SELECT source FROM mail_letters WHERE kind IN (${ENCLOSED_KINDS}) AND state = 'waiting')`,
    );
  }
}
