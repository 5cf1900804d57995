import { type Powers, first } from "../powers/powers.ts";

/** The subject of a plugin's letter. The source of the letter names it. */
export interface PluginEnclosure {
  readonly site: string;
  /** `<plugin id>/<letter>/…` */
  readonly source: string;
  readonly plugin: string;
  readonly letter: string;
  /** The receiver, for a letter to an address of the settings. Otherwise empty. */
  readonly address: string;
  /** The number of the submission that it is about. */
  readonly submission: number | null;
  /** JSON of the plugin's code, or of the clock. Empty for a letter about an event. */
  readonly data: string;
  /** The number of the last subscription that has a letter of its own. 0 before the first. */
  readonly reached: number;
}

/** The first part of a source. No plugin's id contains a slash. */
export const pluginOfSource = (source: string): string => source.slice(0, Math.max(0, source.indexOf("/")));

/** Sources of one plugin lie between these two texts, because `0` follows `/`. */
export const sourceRange = (plugin: string): readonly [from: string, below: string] => [`${plugin}/`, `${plugin}0`];

/** Holds what waiting letters of plugins are about. Addresses and data are deleted as soon as a letter has left. */
export class PluginEnclosures {
  readonly #powers: Pick<Powers, "sql">;

  constructor(powers: Pick<Powers, "sql">) {
    this.#powers = powers;
  }

  /** Adds an enclosure. False, with no change, if its source is there already. */
  add({ site, source, plugin, letter, address, submission, data }: Omit<PluginEnclosure, "reached">): boolean {
    const added = this.#powers.sql.all(
      `INSERT OR IGNORE INTO mail_plugin_letters (site, source, plugin, letter, address, submission, data)
       VALUES (?, ?, ?, ?, ?, ?, ?) RETURNING source`,
      site,
      source,
      plugin,
      letter,
      address,
      submission,
      data,
    );
    return added.length > 0;
  }

  of(site: string, source: string): PluginEnclosure | undefined {
    const query =
      "SELECT site, source, plugin, letter, address, submission, data, reached FROM mail_plugin_letters WHERE site = ? AND source = ?";
    return first<PluginEnclosure>(this.#powers.sql, query, site, source);
  }

  /** The number of a plugin's waiting letters with data of its code. */
  countWithData(site: string, plugin: string): number {
    const query = `SELECT count(*) AS n FROM mail_plugin_letters AS enclosed WHERE site = ? AND plugin = ? AND data <> ''
      AND EXISTS (SELECT 1 FROM mail_letters AS letter WHERE letter.site = enclosed.site AND letter.kind = 'plugin'
      AND letter.source = enclosed.source AND letter.state = 'waiting')`;
    return first<{ n: number }>(this.#powers.sql, query, site, plugin)?.n ?? 0;
  }

  /** Forgets a plugin's letters that nobody has got yet, its times, and the members' choices about it. */
  endPlugin(site: string, plugin: string): void {
    const { sql } = this.#powers;
    const [from, below] = sourceRange(plugin);
    sql.all("DELETE FROM mail_plugin_letters WHERE site = ? AND plugin = ?", site, plugin);
    sql.all("DELETE FROM mail_plugin_clocks WHERE site = ? AND plugin = ?", site, plugin);
    sql.all("DELETE FROM mail_choices WHERE site = ? AND form = ?", site, choiceOf(plugin));
    sql.all(
      "DELETE FROM mail_letters WHERE site = ? AND kind = 'plugin' AND state = 'waiting' AND source >= ? AND source < ?",
      site,
      from,
      below,
    );
  }

  /** Removes what no listed letter is about. */
  sweep(): void {
    this.#powers.sql.all(
      "DELETE FROM mail_plugin_letters WHERE source NOT IN (SELECT source FROM mail_letters WHERE kind = 'plugin')",
    );
  }
}

/** The name of a member's choice about a plugin. No form and no notice has it. */
export const choiceOf = (plugin: string): string => `plugin:${plugin}`;
