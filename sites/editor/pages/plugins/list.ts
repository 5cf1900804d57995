/** The page of all plugins. */
import { html } from "hono/html";
import { PACKAGE_DOCUMENT_MAX_BYTES } from "../../../../manifests/bounds/packages.ts";
import { expectValue } from "../../../../runtime/commands/answer.ts";
import { reader } from "../../../words/reader.ts";
import type { PluginView } from "../../../../runtime/plugins/management/views.ts";
import { sizeOf } from "../../../../manifests/bytes/sizeOf.ts";
import { numberText } from "../../../words/numberText.ts";
import { say } from "../../../words/shape/say.ts";
import { WORDS } from "../../../words/words.ts";
import type { Desk } from "../desk/desk.ts";
import type { FormFailure } from "../desk/failure.ts";
import type { DeskPageState } from "../desk/page.ts";
import type { Arrived } from "../desk/upload.ts";
import { alert } from "../drawing/form.ts";
import { editorPage } from "../drawing/editorPage.ts";
import type { Html } from "../drawing/html.ts";
import { wordsOf } from "../../../words/wordsOf.ts";
import { doneIn, status } from "../drawing/status.ts";
import { untrustedText } from "../library/untrustedText.ts";
import { FIND_PATH } from "./addresses.ts";
import { pluginAt, PLUGINS_AREA } from "./area.ts";
import { rejectedWords } from "./rejected.ts";
import { siteRule } from "./updates.ts";
import { badge, ownLanguage, whyNot } from "./pluginState.ts";

const { plugins: words } = WORDS;
const HERE = PLUGINS_AREA.path;

export async function pluginList(desk: Desk, { failure, arrived = [] }: DeskPageState): Promise<Response> {
  const query = new URL(desk.request.url).searchParams;
  const { items, loader, ...rules } = expectValue(
    await desk.workspace.read("plugins", desk.member.site, { language: reader().language }),
  );
  const content = html`<h1>${words.title}</h1><p class="lead">${words.intro}</p>
${status(doneIn(query, words.done))}
${loader.available ? "" : html`<p class="warning">${words.noLoader}</p>`}
<p><a href="${FIND_PATH}">${WORDS.shelves.open}</a></p>
<section aria-labelledby="list-title"><h2 id="list-title">${words.list}</h2>
<ul class="rows">${items.map(row)}</ul></section>
<div class="work"><section aria-labelledby="updates-title"><h2 id="updates-title">${words.updatesTitle}</h2>${siteRule(rules, { here: HERE, failure })}</section></div>
${installing(failure, arrived)}`;
  const refused = failure?.refusal ?? arrived.find(({ refusal }) => refusal)?.refusal;
  return editorPage(desk, { title: words.title, content, refusal: refused });
}

/** The lists of contributions that a row counts. */
const COUNTED = ["sections", "themes", "forms", "media", "files", "tools", "resources", "prompts", "hooks"] as const;

/** The contributions of the plugin, counted by kind. */
function adds({ contributes }: PluginView): Html | string {
  const counts = COUNTED.flatMap((kind) => {
    const n = contributes[kind].length;
    return n === 0 ? [] : [`${words.adds[kind]} ${numberText(n)}`];
  });
  return counts.length === 0 ? "" : html`<p class="facts">${words.addsThese} ${counts.join(" · ")}</p>`;
}

/** The first letter of the name, in place of a picture. */
const letter = ({ name }: PluginView): Html =>
  html`<span class="tile" aria-hidden="true">${[...name].at(0) ?? ""}</span>`;

const row = (plugin: PluginView): Html =>
  html`<li class="row">${letter(plugin)}<div class="what"><p class="name"><a href="${pluginAt(plugin.id)}">${untrustedText(plugin.name, ownLanguage(plugin))}</a> ${badge(plugin)}</p>
${plugin.description === "" ? "" : html`<p>${untrustedText(plugin.description, ownLanguage(plugin))}</p>`}${adds(plugin)}
<p class="facts">${say(words.version, { version: plugin.version })} · ${words.kinds[plugin.kind]} · ${words.sources[plugin.source]} · <bdi>${plugin.id}</bdi></p>
${plugin.waiting ? html`<p class="warning">${say(words.waits, { version: plugin.waiting.version })}</p>` : ""}${whyNot(plugin)}</div></li>`;

/** The upload form. The idempotency key precedes the file, because the server reads the form as a stream. */
function installing(failure: FormFailure | undefined, arrived: readonly Arrived[]): Html {
  const refusals = arrived.flatMap(({ name, refusal }) => (refusal ? [{ name, refusal }] : []));
  const outcomes = refusals.map(
    ({ name, refusal }) =>
      html`<li class="is-refused"><bdi>${name}</bdi>${WORDS.everyPage.colon}<bdi>${[wordsOf(refusal.code), ...rejectedWords(refusal)].join(" ")}</bdi> <code>${refusal.code}</code></li>`,
  );
  return html`<section class="upload" aria-labelledby="install-title"><h2 id="install-title">${words.addTitle}</h2>
${alert(failure, "upload")}${outcomes.length === 0 ? "" : html`<ul class="sending" role="alert">${outcomes}</ul>`}
<form method="post" action="${HERE}" enctype="multipart/form-data" data-form="install">
<input type="hidden" name="key" value="${crypto.randomUUID()}">
<p class="field drop"><label for="file">${words.file}</label> <input id="file" name="file" type="file" required accept=".json,application/json" aria-describedby="install-help"> <span class="scripted">${words.drop}</span></p>
<p id="install-help" class="help">${words.addHelp} ${say(words.addMost, { most: sizeOf(PACKAGE_DOCUMENT_MAX_BYTES) })}</p>
<button type="submit">${words.install}</button></form></section>`;
}
