import { MAIL_CODE_MS, MAIL_CODE_TRIES, MAIL_MEMBERS_MAX } from "../../manifests/bounds/forms.ts";
import { Refusal } from "../../manifests/refusals/refusal.ts";
import { type Powers, first } from "../powers/powers.ts";

export interface MemberAddress {
  readonly address: string;
  readonly isProven: boolean;
}

interface Row {
  readonly address: string;
  readonly code: string | null;
  readonly tries: number;
  readonly codeUntil: number;
  readonly language: string;
}

/** The form of a choice for all forms. */
const ALL = "";

/** Letters that are about no form. Members choose each for itself. */
export const NOTICES = ["login", "publication", "review", "remark"] as const;
export type Notice = (typeof NOTICES)[number];

/** The members' own addresses for letters, and which letters they want. A letter goes to a proven address alone. */
export class MailMembers {
  readonly #powers: Pick<Powers, "sql" | "now">;

  constructor(powers: Pick<Powers, "sql" | "now">) {
    this.#powers = powers;
  }

  addressOf(site: string, member: string): MemberAddress | undefined {
    const row = this.#row(site, member);
    return row && { address: row.address, isProven: row.code === null };
  }

  /** The code that proves a member's address now. Undefined if the address is proven, or the code has ended. */
  codeOf(site: string, member: string): string | undefined {
    const row = this.#row(site, member);
    return row && row.tries < MAIL_CODE_TRIES && row.codeUntil > this.#powers.now()
      ? (row.code ?? undefined)
      : undefined;
  }

  /** Members with a proven address, at most MAIL_MEMBERS_MAX. */
  proven(site: string): string[] {
    return this.#powers.sql
      .all<{ member: string }>(
        "SELECT member FROM mail_addresses WHERE site = ? AND code IS NULL ORDER BY member LIMIT ?",
        site,
        MAIL_MEMBERS_MAX,
      )
      .map(({ member }) => member);
  }

  /** The language in which a member reads letters. Empty for the site's. */
  languageOf(site: string, member: string): string {
    return this.#row(site, member)?.language ?? "";
  }

  /** Stores an address that the member has yet to prove. */
  enter(site: string, member: string, address: string, code: string, language = ""): void {
    const query = "SELECT count(*) AS n FROM mail_addresses WHERE site = ? AND member <> ?";
    if ((first<{ n: number }>(this.#powers.sql, query, site, member)?.n ?? 0) >= MAIL_MEMBERS_MAX)
      throw new Refusal("TOO_LARGE", { kind: "mail addresses", most: MAIL_MEMBERS_MAX });
    this.#powers.sql.all(
      "INSERT OR REPLACE INTO mail_addresses (site, member, address, code, tries, code_until, language) VALUES (?, ?, ?, ?, 0, ?, ?)",
      site,
      member,
      address,
      code,
      this.#powers.now() + MAIL_CODE_MS,
      language,
    );
  }

  /** Proves the member's address. False for a wrong code, which counts, and for one that has ended. */
  prove(site: string, member: string, code: string): boolean {
    const wanted = this.codeOf(site, member);
    if (wanted === undefined) return false;
    const set = wanted === code ? "code = NULL" : "tries = tries + 1";
    this.#powers.sql.all(`UPDATE mail_addresses SET ${set} WHERE site = ? AND member = ?`, site, member);
    return wanted === code;
  }

  forget(site: string, member: string): void {
    this.#powers.sql.all("DELETE FROM mail_addresses WHERE site = ? AND member = ?", site, member);
  }

  /** The member's choices by form. The choice for all forms has an empty name. */
  choices(site: string, member: string): ReadonlyMap<string, boolean> {
    const query = "SELECT form, wanted FROM mail_choices WHERE site = ? AND member = ?";
    const rows = this.#powers.sql.all<{ form: string; wanted: number }>(query, site, member);
    return new Map(rows.map(({ form, wanted }) => [form, wanted === 1]));
  }

  /** Tells whether a member wants a notice. */
  wantsNotice(site: string, member: string, notice: Notice, otherwise: boolean): boolean {
    return this.choices(site, member).get(notice) ?? otherwise;
  }

  /** Stores a choice. `form` is null for all forms; `wanted` is null to go back to the default. */
  choose(site: string, member: string, form: string | null, wanted: boolean | null): void {
    const { sql } = this.#powers;
    if (wanted === null)
      sql.all("DELETE FROM mail_choices WHERE site = ? AND member = ? AND form = ?", site, member, form ?? ALL);
    else
      sql.all(
        "INSERT OR REPLACE INTO mail_choices (site, member, form, wanted) VALUES (?, ?, ?, ?)",
        site,
        member,
        form ?? ALL,
        wanted ? 1 : 0,
      );
  }

  /** Tells whether a member wants the letters of a form. Without a choice, owners do. */
  wants(site: string, member: string, form: string, isOwner: boolean): boolean {
    const choices = this.choices(site, member);
    return choices.get(form) ?? choices.get(ALL) ?? isOwner;
  }

  /** Forgets a member who left, with the letters to them. */
  endMember(site: string, member: string): void {
    this.forget(site, member);
    this.#powers.sql.all("DELETE FROM mail_letters WHERE site = ? AND member = ?", site, member);
    this.#powers.sql.all("DELETE FROM mail_choices WHERE site = ? AND member = ?", site, member);
  }

  #row(site: string, member: string): Row | undefined {
    return first<Row>(
      this.#powers.sql,
      "SELECT address, code, tries, code_until AS codeUntil, language FROM mail_addresses WHERE site = ? AND member = ?",
      site,
      member,
    );
  }
}
