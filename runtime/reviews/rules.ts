/** The rules of a site about approvals before a publication. */
import * as z from "zod/mini";
import { REVIEW_APPROVALS_MAX, REVIEW_MEMBERS_MAX, REVIEW_TYPES_MAX } from "../../manifests/bounds/publishing.ts";
import { SITE_MAX_LANGUAGES } from "../../manifests/bounds/documents.ts";
import { described } from "../commands/described.ts";
import { languageTag } from "../documents/content/languages.ts";
import { type Sql, first } from "../powers/powers.ts";

/** The roles that may publish, and so may approve. */
export const APPROVING_ROLES = ["owner", "admin", "editor"] as const;

export const identity = z.string().check(z.minLength(1), z.maxLength(200));

/** The name by which rules mean pages without a content type. */
export const PLAIN_PAGE = "page";

const typeName = z.string().check(z.minLength(1), z.maxLength(200));
const some = <T extends z.ZodMiniType>(item: T, most: number) =>
  z.nullable(z.array(item).check(z.minLength(1), z.maxLength(most)));

export const reviewRules = z
  .strictObject({
    approvals: described(
      z.int().check(z.gte(1), z.lte(REVIEW_APPROVALS_MAX)),
      "The number of members who must approve.",
    ),
    own: described(z.boolean(), "True lets members approve what they asked for themselves."),
    roles: described(
      z.array(z.enum(APPROVING_ROLES)).check(z.maxLength(APPROVING_ROLES.length)),
      "The roles that may approve.",
    ),
    members: described(
      z.array(identity).check(z.maxLength(REVIEW_MEMBERS_MAX)),
      "The ids of further members who may approve, if their role may publish.",
    ),
    types: described(
      some(typeName, REVIEW_TYPES_MAX),
      "Content types whose pages need an approval; page stands for pages without a type. Null: all. " +
        "Menus, redirects, theme, settings and types always need one.",
    ),
    languages: described(some(languageTag, SITE_MAX_LANGUAGES), "Languages whose pages need an approval. Null: all."),
  })
  .check(z.refine(({ roles, members }) => roles.length + members.length > 0, "at least one role or member"));
export type ReviewRules = z.infer<typeof reviewRules>;

/** The rules of each site. A site without rules demands no approval. */
export class Reviews {
  readonly #sql: Sql;

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  of(site: string): ReviewRules | null {
    const row = first<{ rules: string }>(this.#sql, "SELECT rules FROM review_rules WHERE site = ?", site);
    return row ? (JSON.parse(row.rules) as ReviewRules) : null;
  }

  put(site: string, rules: ReviewRules | null): void {
    this.#sql.all("DELETE FROM review_rules WHERE site = ?", site);
    if (rules) this.#sql.all("INSERT INTO review_rules (site, rules) VALUES (?, ?)", site, JSON.stringify(rules));
  }
}
