/** The form that asks for a publication. */
import { html } from "hono/html";
import { REQUEST_WORDS_MAX_CHARS } from "../../../../manifests/bounds/publishing.ts";
import { can } from "../../../../runtime/commands/permissions.ts";
import { APPROVING_ROLES } from "../../../../runtime/reviews/rules.ts";
import { memberNames } from "../../../web/api/people/members.ts";
import { WORDS } from "../../../words/words.ts";
import type { Desk } from "../desk/desk.ts";
import { isSelf } from "../desk/names.ts";
import { DrawnFields, type SelectOption } from "../drawing/fields.ts";
import { alert, drawnForm } from "../drawing/form.ts";
import type { Html } from "../drawing/html.ts";
import { PUBLISH_AREA } from "./area.ts";
import { hidden, publishButton, ticksApart } from "./forms.ts";
import { objections } from "./objections.ts";
import type { Publishing } from "./publishing.ts";

const {
  publish: { ask: words },
  people,
} = WORDS;

/** Most members whom the form offers by name. */
const MEMBERS_OFFERED = 200;

export async function askForm(desk: Desk, publishing: Publishing): Promise<Html> {
  const { failure } = publishing;
  const fields = new DrawnFields("ask", failure);
  const content = html`${hidden(publishing)}
${fields.text("words", words.words, "", { lines: 3, required: true, max: REQUEST_WORDS_MAX_CHARS, help: words.wordsHelp })}
${fields.choice("whom", words.whom, "", [["", words.everybody], ...APPROVING_ROLES.map(roleOption), ...(await memberOptions(desk))])}
${ticksApart(publishing)}${publishButton(publishing, "", words.button)}`;
  return html`<section aria-labelledby="ask-title"><h2 id="ask-title">${words.title}</h2><p class="help">${words.help}</p>
${alert(failure, "ask", objections(failure?.refusal))}${drawnForm("ask", PUBLISH_AREA.path, content)}</section>`;
}

const roleOption = (role: (typeof APPROVING_ROLES)[number]): SelectOption => [`role:${role}`, people.roles[role]];

/** The other members who may publish, by name. */
async function memberOptions(desk: Desk): Promise<SelectOption[]> {
  const members = await memberNames(desk.env, desk.member);
  return members
    .filter(({ actor, role }) => can(role, "content.publish") && !isSelf(desk, actor))
    .slice(0, MEMBERS_OFFERED)
    .map(({ actor, name, role }) => [actor, name ?? WORDS.everyPage.unnamed[role]]);
}

/** The people of the form's choice: everybody, a role or a member. */
export function askedIn(whom: string): object {
  const [kind, name = ""] = [whom.slice(0, whom.indexOf(":")), whom.slice(whom.indexOf(":") + 1)];
  if (whom === "") return {};
  return { asked: { members: kind === "member" ? [name] : [], roles: kind === "role" ? [name] : [] } };
}
