/** The page of the member's own logins and agents. */
import { html } from "hono/html";
import { listOwnAgents } from "../../../web/api/people/agents.ts";
import { type LoginRecord, listLogins } from "../../../web/api/people/logins.ts";
import { say } from "../../../words/shape/say.ts";
import { WORDS } from "../../../words/words.ts";
import { withQuery } from "../desk/address.ts";
import type { Desk } from "../desk/desk.ts";
import type { DeskPageState } from "../desk/page.ts";
import { alert, drawnForm } from "../drawing/form.ts";
import { editorPage } from "../drawing/editorPage.ts";
import type { Html } from "../drawing/html.ts";
import { pager } from "../drawing/lists.ts";
import { moment } from "../drawing/moment.ts";
import { doneIn, status } from "../drawing/status.ts";
import { languageForm } from "../language/choosing.ts";
import { untrustedText } from "../library/untrustedText.ts";
import { agentRow } from "./agentRow.ts";
import { ACCOUNT_AREA } from "./area.ts";
import { cursorIn } from "./cursor.ts";

const { account: words, people } = WORDS;
const HERE = ACCOUNT_AREA.path;

export async function accountPage(desk: Desk, { failure }: DeskPageState): Promise<Response> {
  const query = new URL(desk.request.url).searchParams;
  const { role } = desk.member;
  const content = html`<h1>${words.title}</h1><p class="lead">${say(words.role, { role: people.roles[role], may: people.may[role] })}</p>
${status(doneIn(query, words.done))}${alert(failure, "login")}${await logins(desk, query)}${alert(failure, "agent")}${await agents(desk, query)}${languageForm(desk.request, HERE)}`;
  return editorPage(desk, { title: words.title, content, refusal: failure?.refusal });
}

interface Listed {
  readonly name: string;
  readonly title: string;
  readonly next: string | null;
  readonly rows: readonly Html[];
  readonly intro: string;
}

/** One of the two lists. Each has its own cursor parameter. */
function listed(query: URLSearchParams, { name, title, next, rows, intro }: Listed): Html {
  const older = next === null ? null : { address: withQuery(HERE, { [name]: next }), words: words.olderLogins };
  const newest = query.has(name) ? { address: HERE, words: words.newestLogins } : null;
  return html`<section aria-labelledby="${name}-title"><h2 id="${name}-title">${title}</h2><p class="help">${intro}</p>
${rows.length === 0 ? "" : html`<ul class="rows">${rows}</ul>`}${pager(title, newest, older)}</section>`;
}

async function logins({ env, member, at }: Desk, query: URLSearchParams): Promise<Html> {
  const { items, next } = await listLogins(env, member, {
    now: at,
    cursor: cursorIn(query, "logins"),
    limit: undefined,
  });
  return listed(query, {
    name: "logins",
    title: words.logins,
    intro: words.loginsIntro,
    next,
    rows: items.map(loginRow),
  });
}

async function agents({ env, member, at }: Desk, query: URLSearchParams): Promise<Html> {
  const portion = { now: at, cursor: cursorIn(query, "agents"), limit: undefined };
  const { items, next } = await listOwnAgents(env, member.identity, portion);
  return listed(query, {
    name: "agents",
    title: words.agents,
    intro: items.length === 0 ? words.noAgents : people.agentsIntro,
    next,
    rows: items.map((agent) => agentRow(agent, { here: HERE, behalf: "", canEnd: true })),
  });
}

function loginRow({ id, hostname, kind, isThis, createdAt, usedAt }: LoginRecord): Html {
  const end = html`<input type="hidden" name="login" value="${id}">
<button type="submit" class="danger" aria-label="${say(words.endOf, { hostname })}">${words.end}</button>`;
  return html`<li class="row"><div class="what"><p class="name">${untrustedText(hostname)} ${isThis ? html`<span class="badge is-none">${words.thisOne}</span>` : ""}</p>
<p class="facts">${words.kinds[kind]} · ${words.since} ${moment(createdAt)} · ${words.used} ${moment(usedAt)}</p></div>
<div class="acts">${drawnForm("login", HERE, end)}</div></li>`;
}
