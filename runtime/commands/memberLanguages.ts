import { Refusal } from "../../manifests/refusals/refusal.ts";
import type { Actor } from "../area/actor.ts";
import { type Sql, first } from "../powers/powers.ts";

/** A member who may change only what is in some languages. */
export interface LimitedMember {
  readonly member: string;
  readonly languages: readonly string[];
}

interface Row {
  readonly member: string;
  readonly languages: string;
}

const limitOf = ({ member, languages }: Row): LimitedMember => ({
  member,
  languages: JSON.parse(languages) as readonly string[],
});

/** The members of a site who are limited to languages. All others may change every language. */
export class MemberLanguages {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  /**
   * The languages to which an actor is limited. A plugin or an agent that acts for a member has their limit. Undefined
   * without a limit.
   */
  of(site: string, { kind, id, behalf }: Actor): string[] | undefined {
    const member = kind === "member" ? id : behalf?.member;
    if (member === undefined) return undefined;
    const query = "SELECT member, languages FROM member_languages WHERE site = ? AND member = ?";
    const row = first<Row & Record<string, string>>(this.#sql, query, site, member);
    return row && [...limitOf(row).languages];
  }

  list(site: string): LimitedMember[] {
    const query = "SELECT member, languages FROM member_languages WHERE site = ? ORDER BY member";
    return this.#sql.all<Row & Record<string, string>>(query, site).map(limitOf);
  }

  /** Limits a member to languages. Null takes the limit away. */
  put(site: string, member: string, languages: readonly string[] | null): void {
    this.endMember(site, member);
    if (languages === null) return;
    const row = "INSERT INTO member_languages (site, member, languages) VALUES (?, ?, ?)";
    this.#sql.all(row, site, member, JSON.stringify(languages));
  }

  endMember(site: string, member: string): void {
    this.#sql.all("DELETE FROM member_languages WHERE site = ? AND member = ?", site, member);
  }
}

/** A refusal of a document or a command that reaches other languages than a member's. */
export const outsideLanguages = (languages: readonly string[], beyond: string, pages?: readonly string[]): Refusal =>
  new Refusal("FORBIDDEN", {
    reason: `You may change only what is in ${languages.join(", ")}.`,
    languages: [...languages],
    beyond,
    ...(pages && { pages }),
  });
