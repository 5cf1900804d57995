/** The command that limits a member to languages, such as a translator. */
import * as z from "zod/mini";
import { SITE_MAX_LANGUAGES } from "../../../manifests/bounds/documents.ts";
import { Refusal } from "../../../manifests/refusals/refusal.ts";
import type { Command } from "../../area/command.ts";
import { described } from "../../commands/described.ts";
import { type MemberLanguages, outsideLanguages } from "../../commands/memberLanguages.ts";
import { parseWith } from "../../commands/parse.ts";
import { languageTag } from "../../documents/content/languages.ts";
import type { Documents } from "../../documents/documents.ts";
import { offeredLanguages } from "./translationList.ts";

export const memberLimit = z.strictObject({
  member: z.string().check(z.minLength(1), z.maxLength(200)),
  languages: described(
    z.nullable(z.array(languageTag).check(z.minLength(1), z.maxLength(SITE_MAX_LANGUAGES))),
    "Languages of the site. The member may change pages, menus and redirects of these alone. null takes the limit away.",
  ),
});

interface Parts {
  readonly documents: Documents;
  readonly memberLanguages: MemberLanguages;
}

export function memberLanguagesPut({
  documents,
  memberLanguages,
}: Parts): Command<z.infer<typeof memberLimit>, { readonly languages: readonly string[] | null }> {
  return {
    parse: parseWith(memberLimit),
    prepare:
      async ({ site, actor, role }, { member, languages }) =>
      () => {
        const allowed = memberLanguages.of(site, actor);
        if (allowed && role !== "owner") throw outsideLanguages(allowed, "member.languages");
        const known = offeredLanguages(documents.only(site, "settings").body).map(({ tag }) => tag);
        const issues = (languages ?? []).flatMap((tag, index) =>
          known.includes(tag)
            ? []
            : [{ pointer: `/languages/${index}`, found: tag, allowed: `one of ${known.join(", ")}` }],
        );
        if (issues.length > 0) throw new Refusal("INVALID_REQUEST", { issues });
        const limit = languages && [...new Set(languages)];
        memberLanguages.put(site, member, limit);
        return { languages: limit };
      },
  };
}
