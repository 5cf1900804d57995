import { type Powers, first } from "../powers/powers.ts";

/** The time of a plugin's daily or weekly letter, in milliseconds since the epoch. */
export interface LetterClock {
  /** The end of what the last letter told. */
  readonly since: number;
  readonly dueAt: number;
}

/** When plugins' letters of the clock are due. */
export class LetterClocks {
  readonly #powers: Pick<Powers, "sql">;

  constructor(powers: Pick<Powers, "sql">) {
    this.#powers = powers;
  }

  of(site: string, plugin: string, letter: string): LetterClock | undefined {
    const query = "SELECT since, due_at AS dueAt FROM mail_plugin_clocks WHERE site = ? AND plugin = ? AND letter = ?";
    return first<LetterClock>(this.#powers.sql, query, site, plugin, letter);
  }

  set(site: string, plugin: string, letter: string, { since, dueAt }: LetterClock): void {
    this.#powers.sql.all(
      "INSERT OR REPLACE INTO mail_plugin_clocks (site, plugin, letter, since, due_at) VALUES (?, ?, ?, ?, ?)",
      site,
      plugin,
      letter,
      since,
      dueAt,
    );
  }
}
