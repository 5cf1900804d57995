/** The page of all redirects of the draft. */
import { html } from "hono/html";
import { PATH_MAX_CHARS } from "../../../../manifests/bounds/documents.ts";
import { LINK_MAX_CHARS } from "../../../../manifests/bounds/fields.ts";
import { expectValue } from "../../../../runtime/commands/answer.ts";
import type { Redirect } from "../../../../runtime/documents/content/content.ts";
import type { RulesView } from "../../../../runtime/editing/redirects/listed.ts";
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
import { numberIn, pager, searching, lineTextIn, emptyList } from "../drawing/lists.ts";
import { publishBar } from "../drawing/publishBar.ts";
import { doneIn, status } from "../drawing/status.ts";
import { versionField } from "../drawing/versionField.ts";
import { isAsked } from "../library/removal.ts";
import { oneWay } from "../library/untrustedText.ts";
import { REDIRECTS_AREA } from "./area.ts";
import { importing, rowsPreview } from "./importing.ts";
import { missedAddresses } from "./missed.ts";
import { ownHostsOf } from "./ownHosts.ts";
import { type Tracing, trace } from "./trace.ts";

const { redirects: words } = WORDS;
const HERE = REDIRECTS_AREA.path;
const ROWS = 100;

export async function redirectsPage(desk: Desk, { failure }: DeskPageState): Promise<Response> {
  const query = new URL(desk.request.url).searchParams;
  const [text, cursor] = [lineTextIn(query), numberIn(query, "cursor")];
  const asked = { text, cursor: cursor ?? null, limit: ROWS };
  const listed = expectValue(await desk.workspace.read("redirects.rules", desk.member.site, asked));
  const { version } = listed;
  const shownPreview = isAsked(failure, "import") ? await previewOf(desk, failure, version) : "";
  const content = html`<h1>${words.title}</h1><p class="help">${words.intro}</p>
${status(doneIn(query, words.done))}
${publishBar(desk, HERE, failure)}${alert(failure, "remove")}
<div class="work columns">${adding(version, failure, (query.get("from") ?? "").slice(0, PATH_MAX_CHARS))}${await testing(desk, query.get("test") ?? "")}</div>
${await missedAddresses(desk, version)}
${list(listed, text, cursor ?? 0)}
<div class="work">${importing({ preview: shownPreview, version, here: HERE, failure })}</div>`;
  return editorPage(desk, { title: words.title, content, refusal: failure?.refusal });
}

function adding(version: number, failure: FormFailure | undefined, missed: string): Html {
  const at = (name: string): string => `/put/0/redirect/${name}`;
  const fields = new DrawnFields("add", failure, { from: at("from"), to: at("to"), status: at("status") });
  const content = html`${versionField(version)}
${fields.text("from", words.from, missed, { required: true, max: PATH_MAX_CHARS, help: words.fromHelp })}
${fields.text("to", words.to, "", { max: LINK_MAX_CHARS, help: words.toHelp })}
${fields.choice("status", words.kind, "301", Object.entries(words.kinds))}
<button type="submit">${words.add}</button>`;
  return html`<section aria-labelledby="add-title"><h2 id="add-title">${words.addTitle}</h2>${alert(failure, "add")}${drawnForm("add", HERE, content)}</section>`;
}

/** All redirects of the draft with the site's hostnames. Only a look that compares them needs them. */
async function allRules(desk: Desk): Promise<Omit<Tracing, "titleAt" | "fileAt">> {
  const { body } = expectValue(await desk.workspace.read("redirects", desk.member.site));
  return { redirects: body, own: await ownHostsOf(desk) };
}

async function previewOf(desk: Desk, failure: FormFailure | undefined, version: number): Promise<Html> {
  const { redirects: present, own } = await allRules(desk);
  return rowsPreview({ rows: failure?.typed.get("rows") ?? "", present, own }, version, HERE);
}

async function testing(desk: Desk, given: string): Promise<Html> {
  const titleAt = async (at: string): Promise<string | undefined> =>
    (await menuTargets(desk, [at])).get(at)?.page?.title;
  const fileAt = async (formerPath: string): Promise<string | undefined> =>
    expectValue(await desk.workspace.read("media", desk.member.site, { formerPath })).items[0]?.name;
  const path = given.trim().slice(0, LINK_MAX_CHARS);
  const steps = path === "" ? [] : await trace({ ...(await allRules(desk)), titleAt, fileAt }, path);
  const result =
    steps.length === 0
      ? ""
      : html`<ol class="steps" aria-label="${say(words.steps, { path: oneWay(path) })}">${steps.map(({ at, says }) => html`<li><bdi class="path">${at}</bdi> <bdi>${says}</bdi></li>`)}</ol>`;
  return html`<section aria-labelledby="test-title"><h2 id="test-title">${words.testTitle}</h2>
<form method="get" action="${HERE}"><p class="field"><label for="test">${words.address}</label> <input type="text" id="test" name="test" required maxlength="${LINK_MAX_CHARS}" value="${path}" dir="auto"></p><button type="submit" class="quiet">${words.test}</button></form>${result}</section>`;
}

function list({ version, items, next: cursor }: RulesView, text: string, from: number): Html {
  const next = cursor === null ? null : { address: withQuery(HERE, { text, cursor }), words: words.older };
  const first = from === 0 ? null : { address: withQuery(HERE, { text }), words: words.newest };
  const none =
    text === ""
      ? emptyList(words.none, { address: "#add-title", words: words.addTitle })
      : emptyList(say(words.noneFound, { text: oneWay(text) }), { address: HERE, words: WORDS.everyPage.clear });
  return html`<section aria-labelledby="list-title"><div class="heading"><h2 id="list-title">${words.list}</h2>
${searching({ method: "get", path: HERE, label: words.searchFor, text, all: HERE })}</div>
${items.length === 0 ? none : html`<ul class="rows">${items.map((entry) => row(entry, version))}</ul>`}${pager(words.list, first, next)}</section>`;
}

const targetOf = (entry: Redirect): string => (entry.status === 410 ? words.gone : entry.to);

function row(entry: Redirect, version: number): Html {
  const remove = html`${versionField(version)}<input type="hidden" name="from" value="${entry.from}">
<button type="submit" class="danger" aria-label="${say(words.removeOf, { from: entry.from })}">${words.remove}</button>`;
  return html`<li class="row"><div class="what"><p><bdi class="path">${entry.from}</bdi> <span class="way">→</span> <bdi class="path">${targetOf(entry)}</bdi></p><p class="facts">${words.kinds[entry.status]}</p></div>
<div class="acts">${drawnForm("remove", HERE, remove)}</div></li>`;
}
