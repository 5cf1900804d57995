/** The page on which owners say what a publication needs. */
import { html } from "hono/html";
import { REVIEW_APPROVALS_MAX } from "../../../../manifests/bounds/publishing.ts";
import { expectValue } from "../../../../runtime/commands/answer.ts";
import { can } from "../../../../runtime/commands/permissions.ts";
import { APPROVING_ROLES, PLAIN_PAGE, type ReviewRules } from "../../../../runtime/reviews/rules.ts";
import { memberNames } from "../../../web/api/people/members.ts";
import { reader } from "../../../words/reader.ts";
import { WORDS } from "../../../words/words.ts";
import type { Desk } from "../desk/desk.ts";
import type { DeskPageState } from "../desk/page.ts";
import { DrawnFields } from "../drawing/fields.ts";
import { alert, drawnForm } from "../drawing/form.ts";
import { editorPage } from "../drawing/editorPage.ts";
import type { Html } from "../drawing/html.ts";
import { doneIn, status } from "../drawing/status.ts";
import { TICKS } from "./actions.ts";
import { REVIEWS_AREA, RULES_PATH } from "./area.ts";

const { reviews: words, people } = WORDS;
const { rules } = words;

/** The rules that the form shows at a site without any. */
const BEGINNING: ReviewRules = {
  approvals: 1,
  own: false,
  roles: [...APPROVING_ROLES],
  members: [],
  types: null,
  languages: null,
};

export async function rulesPage(desk: Desk, { failure }: DeskPageState): Promise<Response> {
  const { workspace, member, request } = desk;
  const { review } = expectValue(await workspace.read("review", member.site));
  const content = html`<p><a href="${REVIEWS_AREA.path}">${words.title}</a></p><h1>${rules.title}</h1>
${status(doneIn(new URL(request.url).searchParams, rules.done))}<p class="lead">${rules.lead}</p>
${can(member.role, "owners.manage") ? html`<section class="work">${alert(failure, "rules")}${await form(desk, review, new DrawnFields("rules", failure))}</section>` : html`<p class="none">${rules.ownersOnly}</p>`}`;
  return editorPage(desk, { title: rules.title, content, refusal: failure?.refusal });
}

async function form(desk: Desk, review: ReviewRules | null, fields: DrawnFields): Promise<Html> {
  const shown = review ?? BEGINNING;
  const counts = Array.from({ length: REVIEW_APPROVALS_MAX }, (_, at) => String(at + 1));
  const content = html`${fields.tick("demanded", rules.demanded, review !== null)}
${fields.choice(
  "approvals",
  rules.approvals,
  String(shown.approvals),
  counts.map((n) => [n, n]),
)}
${fields.tick("own", rules.own, shown.own)}
${group(rules.who, [...APPROVING_ROLES.map((role) => fields.tick(TICKS.role + role, people.roles[role], shown.roles.includes(role))), ...(await memberTicks(desk, shown, fields))])}
${group(rules.types, await typeTicks(desk, shown, fields), rules.typesHelp)}
${group(rules.languages, await languageTicks(desk, shown, fields), rules.languagesHelp)}
<p class="help">${rules.past}</p><button type="submit">${rules.save}</button>`;
  return drawnForm("rules", RULES_PATH, content);
}

const group = (title: string, ticks: readonly Html[], help = ""): Html | string =>
  ticks.length === 0
    ? ""
    : html`<fieldset class="ticks"><legend>${title}</legend>${help === "" ? "" : html`<p class="help">${help}</p>`}${ticks}</fieldset>`;

/** The members who may publish, beyond those of the ticked roles. */
async function memberTicks({ env, member }: Desk, { members }: ReviewRules, fields: DrawnFields): Promise<Html[]> {
  const found = await memberNames(env, member);
  return found
    .filter(({ role }) => can(role, "content.publish"))
    .map(({ actor, name, role }) => {
      const id = actor.slice("member:".length);
      return fields.tick(TICKS.member + id, name ?? WORDS.everyPage.unnamed[role], members.includes(id));
    });
}

async function typeTicks({ workspace, member }: Desk, { types }: ReviewRules, fields: DrawnFields): Promise<Html[]> {
  const { contentTypes } = expectValue(await workspace.read("catalogue", member.site, { language: reader().language }));
  const named = [[PLAIN_PAGE, rules.plain] as const, ...contentTypes.map(({ type, title }) => [type, title] as const)];
  const gone = (types ?? [])
    .filter((type) => !named.some(([name]) => name === type))
    .map((type) => [type, type] as const);
  return [...named, ...gone].map(([type, title]) =>
    fields.tick(TICKS.type + type, title, types?.includes(type) ?? false),
  );
}

async function languageTicks(
  { workspace, member }: Desk,
  { languages: chosen }: ReviewRules,
  fields: DrawnFields,
): Promise<Html[]> {
  const { languages = [] } = expectValue(await workspace.read("settings", member.site)).body;
  return languages.length < 2
    ? []
    : languages.map(({ tag, name }) => fields.tick(TICKS.language + tag, name, chosen?.includes(tag) ?? false));
}
