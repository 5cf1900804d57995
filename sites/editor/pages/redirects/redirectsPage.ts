/** The page of all redirects of the draft. */
import { html } from "hono/html";
import { PATH_MAX_CHARS } from "../../../../manifests/bounds/documents.ts";
import { LINK_MAX_CHARS } from "../../../../manifests/bounds/fields.ts";
import { expectValue } from "../../../../runtime/commands/answer.ts";
import type { Redirect, Redirects } from "../../../../runtime/documents/content/content.ts";
import { fold } from "../../../../runtime/search/words.ts";
import { say } from "../../../words/shape/say.ts";
import { WORDS } from "../../../words/words.ts";
import { withQuery } from "../desk/address.ts";
import type { Desk } from "../desk/desk.ts";
import type { FormFailure } from "../desk/failure.ts";
import { menuTargets } from "../desk/links.ts";
import type { DeskPageState } from "../desk/page.ts";
import { DrawnFields } from "../drawing/fields.ts";
import { alert, drawnForm } from "../drawing/form.ts";
import { editorPage } from "../drawing/editorPage.ts";
import type { Html } from "../drawing/html.ts";
import { numberIn, pager, searching, lineTextIn } from "../drawing/lists.ts";
import { publishBar } from "../drawing/publishBar.ts";
import { doneIn, status } from "../drawing/status.ts";
import { versionField } from "../drawing/versionField.ts";
import { oneWay } from "../library/untrustedText.ts";
import { REDIRECTS_AREA } from "./area.ts";
import { importing } from "./importing.ts";
import { missedAddresses } from "./missed.ts";
import { ownHostsOf } from "./ownHosts.ts";
import { type Tracing, trace } from "./trace.ts";

const { redirects: words } = WORDS;
const HERE = REDIRECTS_AREA.path;
const ROWS = 100;

export async function redirectsPage(desk: Desk, { failure }: DeskPageState): Promise<Response> {
  const query = new URL(desk.request.url).searchParams;
  const { version, body } = expectValue(await desk.workspace.read("redirects", desk.member.site));
  const ownHosts = await ownHostsOf(desk);
  const content = html`<h1>${words.title}</h1><p class="help">${words.intro}</p>
${status(doneIn(query, words.done))}
${publishBar(desk, HERE, failure)}${alert(failure, "remove")}
<div class="work columns">${adding(version, failure, (query.get("from") ?? "").slice(0, PATH_MAX_CHARS))}${await testing(desk, { redirects: body, own: ownHosts }, query.get("test") ?? "")}</div>
${await missedAddresses(desk, version)}
${listed(body, version, query)}
<div class="work">${importing({ present: body, version, own: ownHosts, here: HERE, failure })}</div>`;
  return editorPage(desk, { title: words.title, content, refusal: failure?.refusal });
}

function adding(version: number, failure: FormFailure | undefined, missed: string): Html {
  const at = (name: string): string => `/body/entries/0/${name}`;
  const fields = new DrawnFields("add", failure, { from: at("from"), to: at("to"), status: at("status") });
  const content = html`${versionField(version)}
${fields.text("from", words.from, missed, { required: true, max: PATH_MAX_CHARS, help: words.fromHelp })}
${fields.text("to", words.to, "", { max: LINK_MAX_CHARS, help: words.toHelp })}
${fields.choice("status", words.kind, "301", Object.entries(words.kinds))}
<button type="submit">${words.add}</button>`;
  return html`<section aria-labelledby="add-title"><h2 id="add-title">${words.addTitle}</h2>${alert(failure, "add")}${drawnForm("add", HERE, content)}</section>`;
}

async function testing(desk: Desk, rules: Omit<Tracing, "titleAt">, given: string): Promise<Html> {
  const titleAt = async (at: string): Promise<string | undefined> =>
    (await menuTargets(desk, [at])).get(at)?.page?.title;
  const path = given.trim().slice(0, LINK_MAX_CHARS);
  const steps = path === "" ? [] : await trace({ ...rules, titleAt }, path);
  const result =
    steps.length === 0
      ? ""
      : html`<ol class="steps" aria-label="${say(words.steps, { path: oneWay(path) })}">${steps.map(({ at, says }) => html`<li><bdi class="path">${at}</bdi> <bdi>${says}</bdi></li>`)}</ol>`;
  return html`<section aria-labelledby="test-title"><h2 id="test-title">${words.testTitle}</h2>
<form method="get" action="${HERE}"><p class="field"><label for="test">${words.address}</label> <input type="text" id="test" name="test" required maxlength="${LINK_MAX_CHARS}" value="${path}" dir="auto"></p><button type="submit" class="quiet">${words.test}</button></form>${result}</section>`;
}

function listed(body: Redirects, version: number, query: URLSearchParams): Html {
  const text = lineTextIn(query);
  const wanted = fold(text);
  const found = body.entries.filter(
    (entry) => text === "" || fold(`${entry.from} ${targetOf(entry)}`).includes(wanted),
  );
  const from = numberIn(query, "cursor") ?? 0;
  const rows = found.slice(from, from + ROWS);
  const next =
    from + ROWS < found.length ? { address: withQuery(HERE, { text, cursor: from + ROWS }), words: words.older } : null;
  const first = from === 0 ? null : { address: withQuery(HERE, { text }), words: words.newest };
  const none = text === "" ? words.none : say(words.noneFound, { text: oneWay(text) });
  return html`<section aria-labelledby="list-title"><div class="heading"><h2 id="list-title">${words.list}</h2>
${searching({ method: "get", path: HERE, label: words.searchFor, text, all: HERE })}</div>
${rows.length === 0 ? html`<p class="none">${none}</p>` : html`<ul class="rows">${rows.map((entry) => row(entry, version))}</ul>`}${pager(words.list, first, next)}</section>`;
}

const targetOf = (entry: Redirect): string => (entry.status === 410 ? words.gone : entry.to);

function row(entry: Redirect, version: number): Html {
  const remove = html`${versionField(version)}<input type="hidden" name="from" value="${entry.from}">
<button type="submit" class="danger" aria-label="${say(words.removeOf, { from: entry.from })}">${words.remove}</button>`;
  return html`<li class="row"><div class="what"><p><bdi class="path">${entry.from}</bdi> <span class="way">→</span> <bdi class="path">${targetOf(entry)}</bdi></p><p class="facts">${words.kinds[entry.status]}</p></div>
<div class="acts">${drawnForm("remove", HERE, remove)}</div></li>`;
}
