/** An agent in a list: its permissions, and the form that ends it. */
import { html } from "hono/html";
import type { AgentRecord } from "../../../web/api/people/agents.ts";
import { say } from "../../../words/shape/say.ts";
import { WORDS } from "../../../words/words.ts";
import { drawnForm } from "../drawing/form.ts";
import type { Html } from "../drawing/html.ts";
import { moment } from "../drawing/moment.ts";
import { oneWay, untrustedText } from "../library/untrustedText.ts";

const { agents: words } = WORDS;

interface Shown {
  readonly here: string;
  /** The member whom the agent acts for; empty if the page says it already. */
  readonly behalf: string;
  /** True if the reading member may end the agent's grant. */
  readonly canEnd: boolean;
}

/** One agent. Its name is the client's own claim, so the row also shows the client's id. */
export function agentRow(agent: AgentRecord, { here, behalf, canEnd }: Shown): Html {
  const { id, client, scopes, hostname, createdAt, usedAt, expiresAt } = agent;
  const name = client.name ?? words.unnamed;
  const end = html`<input type="hidden" name="agent" value="${id}">
<button type="submit" class="danger" aria-label="${say(words.endOf, { name: oneWay(name) })}">${words.end}</button>`;
  const where = [client.id, hostname ?? "", behalf].filter((part) => part !== "");
  return html`<li class="row"><div class="what"><p class="name">${untrustedText(name)}</p>
<p class="facts">${where.map((part, index) => html`${index === 0 ? "" : " · "}${untrustedText(part)}`)}</p>
<p>${say(words.may, { scopes: scopes.map((scope) => words.scopes[scope]).join(", ") })}</p>
<p class="facts">${words.allowed} ${moment(createdAt)} · ${usedAt === null ? words.unused : html`${words.used} ${moment(usedAt)}`} · ${words.ends} ${moment(expiresAt)}</p></div>
${canEnd ? html`<div class="acts">${drawnForm("agent", here, end)}</div>` : ""}</li>`;
}
