/** The actions of a page's language and its translations. */
import { Refusal } from "../../../../manifests/refusals/refusal.ts";
import { expectValue } from "../../../../runtime/commands/answer.ts";
import { withoutOwnMembers } from "../../../../runtime/documents/content/ownMembers.ts";
import { groupOf, tagOf } from "../../../../runtime/documents/content/languages.ts";
import type { Action, PageActions } from "../desk/action.ts";
import { newIdIn } from "../desk/newId.ts";
import { withQuery } from "../desk/address.ts";
import { findCommandRoute } from "../desk/area.ts";
import type { Desk } from "../desk/desk.ts";
import { settingsOf } from "../desk/documentAddress.ts";
import { linkFrom } from "../desk/links.ts";
import { type Fields, typedIn } from "../desk/sent.ts";
import { notInForm } from "../desk/through.ts";
import { pathIn } from "./group.ts";
import { STILL_RIGHT } from "./stillRight.ts";

async function pageAndSettings({ workspace, member, subject }: Desk) {
  const [page, settings] = await Promise.all([
    workspace.read("page", member.site, { page: subject ?? "" }),
    workspace.read("settings", member.site),
  ]);
  return { page: expectValue(page), settings: expectValue(settings).body };
}

/** The group that the typed page belongs to. Null for an empty field. */
async function groupTyped(desk: Desk, fields: Fields): Promise<string | null> {
  const path = typedIn(fields, "translates");
  if (path === "") return null;
  const link = await linkFrom(desk, path);
  const id = /^page:([a-z0-9-]+)$/.exec(link)?.[1];
  if (id === undefined) throw notInForm("changes/translationOf", "the address of a page of this site");
  const { body } = expectValue(await desk.workspace.read("page", desk.member.site, { page: id }));
  return groupOf(id, body);
}

export const TRANSLATION_ACTIONS: PageActions = {
  language: {
    route: findCommandRoute("page.update"),
    fields: ["version", "language", "translates"],
    async ask(desk, fields) {
      const { page, settings } = await pageAndSettings(desk);
      const [language, group] = [typedIn(fields, "language"), await groupTyped(desk, fields)];
      const isOther = language !== tagOf(page.body, settings);
      const isMoved = isOther && settings.languages !== undefined;
      const listed = expectValue(await desk.workspace.read("pages", desk.member.site, { path: page.body.path }));
      return {
        segments: { page: desk.subject ?? "" },
        version: fields.get("version") ?? "",
        body: {
          changes: {
            language,
            translationOf: group === desk.subject ? null : group,
            ...(group === null && page.body.translatedFrom && { translatedFrom: null }),
            ...(isMoved && { path: pathIn(settings, page.body.path, language) }),
          },
          ...(isMoved && { redirect: (listed.items[0]?.published ?? null) !== null }),
        },
      };
    },
    after: ({ subject }) => withQuery(settingsOf(subject ?? ""), { done: "language" }),
  },
  translate: {
    route: findCommandRoute("page.duplicate"),
    fields: ["version", "language", "title", "path"],
    ask: (desk, fields) => ({
      segments: { page: desk.subject ?? "" },
      version: fields.get("version") ?? "",
      body: { path: typedIn(fields, "path"), title: typedIn(fields, "title"), language: typedIn(fields, "language") },
    }),
    after: translated,
  },
  "translate-empty": {
    route: findCommandRoute("page.create"),
    fields: ["version", "language", "title", "path"],
    async ask(desk, fields) {
      const { page } = await pageAndSettings(desk);
      if (String(page.version) !== fields.get("version")) throw new Refusal("STALE_VERSION", { current: page.version });
      return {
        body: {
          body: {
            ...withoutOwnMembers(page.body),
            path: typedIn(fields, "path"),
            title: typedIn(fields, "title"),
            language: typedIn(fields, "language"),
            translationOf: groupOf(page.id, page.body),
            translatedFrom: { page: page.id, version: page.version },
            sections: [],
          },
        },
      };
    },
    after: translated,
  },
  "still-right": STILL_RIGHT,
};

function translated(...[, , answer]: Parameters<Action["after"]>): string {
  return withQuery(settingsOf(newIdIn(answer)), { done: "translated" });
}
