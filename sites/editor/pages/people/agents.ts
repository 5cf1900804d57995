/** The page of all agents that act for members of the site. */
import { html } from "hono/html";
import { can } from "../../../../runtime/commands/permissions.ts";
import { listAgentsOf } from "../../../web/api/people/agents.ts";
import { findMemberRecord } from "../../../control/people/members.ts";
import { say } from "../../../words/shape/say.ts";
import { WORDS } from "../../../words/words.ts";
import { withQuery } from "../desk/address.ts";
import type { Desk } from "../desk/desk.ts";
import type { DeskPageState } from "../desk/page.ts";
import { alert } from "../drawing/form.ts";
import { editorPage } from "../drawing/editorPage.ts";
import type { Html } from "../drawing/html.ts";
import { pager } from "../drawing/lists.ts";
import { doneIn, status } from "../drawing/status.ts";
import { agentRow } from "./agentRow.ts";
import { AGENTS_PATH, PEOPLE_AREA } from "./area.ts";
import { cursorIn } from "./cursor.ts";

const { people: words } = WORDS;

export async function agentsPage(desk: Desk, { failure }: DeskPageState): Promise<Response> {
  const { env, member, at } = desk;
  const query = new URL(desk.request.url).searchParams;
  const cursor = cursorIn(query);
  const { items, next } = await listAgentsOf(env, member, { now: at, cursor, limit: undefined });
  const ids = [...new Set(items.map((agent) => agent.member))];
  const found = await Promise.all(ids.map((id) => findMemberRecord(env.DB, member, id)));
  const members = new Map(found.flatMap((one) => (one ? [[one.id, one] as const] : [])));
  const rows = items.map((agent): Html => {
    const of = members.get(agent.member);
    const canEnd = of?.role !== "owner" || can(member.role, "owners.manage");
    const behalf = say(words.for, { name: of?.name ?? of?.subject ?? WORDS.everyPage.actors.member });
    return agentRow(agent, { here: AGENTS_PATH, behalf, canEnd });
  });
  const older = next === null ? null : { address: withQuery(AGENTS_PATH, { cursor: next }), words: words.olderAgents };
  const newest = cursor === undefined ? null : { address: AGENTS_PATH, words: words.newestAgents };
  const content = html`<p><a href="${PEOPLE_AREA.path}">${words.back}</a></p><h1>${words.agents}</h1>
<p class="lead">${words.agentsIntro}</p>${status(doneIn(query, words.done))}${alert(failure, "agent")}
${items.length === 0 ? html`<p class="none">${WORDS.agents.none}</p>` : html`<ul class="rows">${rows}</ul>`}${pager(words.agents, newest, older)}`;
  return editorPage(desk, { title: words.agents, content, refusal: failure?.refusal });
}
