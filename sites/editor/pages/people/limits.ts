/** The form that limits a member to languages of the site. */
import { html } from "hono/html";
import { expectValue } from "../../../../runtime/commands/answer.ts";
import type { MemberRecord } from "../../../control/people/members.ts";
import { WORDS } from "../../../words/words.ts";
import type { Action } from "../desk/action.ts";
import { findCommandRoute } from "../desk/area.ts";
import type { Desk } from "../desk/desk.ts";
import type { FormFailure } from "../desk/failure.ts";
import { DrawnFields } from "../drawing/fields.ts";
import { alert, drawnForm } from "../drawing/form.ts";
import type { Html } from "../drawing/html.ts";
import { memberPath } from "./area.ts";

const { people: words } = WORDS;

/** The prefix of the fields of languages, before the tag. */
const LANGUAGE_FIELD = "language.";

/** The form, on a site with several languages. */
export async function limiting(
  { workspace, member: { site } }: Desk,
  { id }: MemberRecord,
  failure: FormFailure | undefined,
): Promise<Html | undefined> {
  const { languages = [] } = expectValue(await workspace.read("settings", site)).body;
  if (languages.length < 2) return undefined;
  const { items } = expectValue(await workspace.read("members.languages", site));
  const limit = items.find(({ member }) => member === id)?.languages ?? [];
  const fields = new DrawnFields("languages", failure);
  const ticks = languages.map(({ tag, name }) => fields.tick(LANGUAGE_FIELD + tag, name, limit.includes(tag)));
  const content = html`<p class="help">${words.languagesHelp}</p>${ticks}<button type="submit">${words.saveLanguages}</button>`;
  return html`${alert(failure, "languages")}${drawnForm("languages", memberPath(id), content)}`;
}

/** Limits the member to the ticked languages. Without a tick, the limit is taken away. */
export const limitingAction = (after: Action["after"]): Action => ({
  route: findCommandRoute("member.languages"),
  fields: [],
  more: /^language\.[A-Za-z0-9-]+$/,
  ask({ subject }, fields) {
    const tags = [...fields.keys()].flatMap((name) =>
      name.startsWith(LANGUAGE_FIELD) ? [name.slice(LANGUAGE_FIELD.length)] : [],
    );
    return { segments: { member: subject ?? "" }, body: { languages: tags.length === 0 ? null : tags } };
  },
  after,
});
