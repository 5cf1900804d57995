/** The page of the site's hostnames. */
import { html } from "hono/html";
import { DOMAIN_PENDING_MS } from "../../../../manifests/bounds/hosts.ts";
import { type DomainRecord, listDomains } from "../../../web/api/hostnames/hostnames.ts";
import { say } from "../../../words/shape/say.ts";
import { WORDS } from "../../../words/words.ts";
import type { Desk } from "../desk/desk.ts";
import type { DeskPageState } from "../desk/page.ts";
import { DrawnFields } from "../drawing/fields.ts";
import { alert, drawnForm } from "../drawing/form.ts";
import { editorPage } from "../drawing/editorPage.ts";
import type { Html } from "../drawing/html.ts";
import { moment } from "../drawing/moment.ts";
import { doneIn, status } from "../drawing/status.ts";
import { DOMAINS_AREA } from "./area.ts";

const { domains: words } = WORDS;
const HERE = DOMAINS_AREA.path;
const DAY_MS = 86_400_000;
const LONGEST_HOSTNAME = 253;

export async function domainsPage(desk: Desk, { failure }: DeskPageState): Promise<Response> {
  const { items } = await listDomains(desk.env, desk.member, desk.at);
  const fields = new DrawnFields("ask", failure);
  const help = { required: true, max: LONGEST_HOSTNAME, help: words.hostnameHelp };
  const asking = html`${fields.text("hostname", words.hostname, "", help)}<button type="submit">${words.add}</button>`;
  const isWaiting = items.some((one) => one.status === "pending");
  const content = html`<h1>${words.title}</h1><p class="lead">${words.intro}</p>
${status(doneIn(new URL(desk.request.url).searchParams, words.done))}
<section aria-labelledby="list-title"><h2 id="list-title">${words.list}</h2><ul class="rows">${items.map(row)}</ul></section>
<div class="work">${isWaiting ? html`<section aria-labelledby="next-title"><h2 id="next-title">${words.next}</h2><p>${words.nextHelp}</p></section>` : ""}
<section aria-labelledby="ask-title"><h2 id="ask-title">${words.addTitle}</h2>${alert(failure, "ask")}${drawnForm("ask", HERE, asking)}</section></div>`;
  return editorPage(desk, { title: words.title, content, refusal: failure?.refusal });
}

function row({ hostname, status: state, primary, createdAt }: DomainRecord): Html {
  const isWaiting = state === "pending";
  const badge = isWaiting ? words.pending : primary ? words.primary : words.verified;
  const says = isWaiting
    ? say(words.waits, { days: DOMAIN_PENDING_MS / DAY_MS })
    : primary
      ? words.isPrimary
      : words.leads;
  return html`<li class="row"><div class="what"><p class="name"><bdi>${hostname}</bdi> <span class="badge ${isWaiting ? "is-waiting" : "is-published"}">${badge}</span></p>
<p class="facts">${words.since} ${moment(createdAt)} · ${says}</p></div></li>`;
}
