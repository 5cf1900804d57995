/** The page that finds plugins in the listed indexes, and updates of the site's plugins. */
import { html } from "hono/html";
import { type IndexClaim, newestOf } from "../../../../manifests/distribution/claims.ts";
import { expectValue } from "../../../../runtime/commands/answer.ts";
import type { PluginsView } from "../../../../runtime/plugins/management/views.ts";
import { say } from "../../../words/shape/say.ts";
import { WORDS } from "../../../words/words.ts";
import { indexesFor } from "../../../web/api/indexes/finding.ts";
import type { PluginIndexesView } from "../../../web/api/indexes/views.ts";
import type { Desk } from "../desk/desk.ts";
import { editorPage } from "../drawing/editorPage.ts";
import type { Html } from "../drawing/html.ts";
import { searching, lineTextIn, emptyList } from "../drawing/lists.ts";
import { moment } from "../drawing/moment.ts";
import { oneWay, untrustedText } from "../library/untrustedText.ts";
import { FIND_PATH, listedAt } from "./addresses.ts";
import { pluginAt, PLUGINS_AREA } from "./area.ts";

const { shelves: words, plugins: pluginWords } = WORDS;

interface Shown {
  readonly found: PluginIndexesView;
  readonly plugins: PluginsView;
  readonly text: string;
}

export async function findPage(desk: Desk): Promise<Response> {
  const text = lineTextIn(new URL(desk.request.url).searchParams);
  const plugins = expectValue(await desk.workspace.read("plugins", desk.member.site));
  const shown: Shown = { found: await indexesFor(desk, text), plugins, text };
  const content = html`<p><a href="${PLUGINS_AREA.path}">${pluginWords.back}</a></p>
<h1>${words.title}</h1><p class="lead">${words.intro}</p>
${claims(shown)}
<section aria-labelledby="outdated-title"><h2 id="outdated-title">${words.outdated}</h2>${outdated(shown)}</section>${rivals(shown)}
<section aria-labelledby="lists-title"><h2 id="lists-title">${words.lists}</h2>${lists(shown.found)}</section>`;
  return editorPage(desk, { title: words.title, content });
}

function claims(shown: Shown): Html {
  const { found, text } = shown;
  const { items, total, indexes } = found;
  const none = indexes.length === 0 ? words.noLists : text === "" ? words.nothingListed : words.none;
  const more = total > items.length ? html`<p>${say(words.more, { n: total - items.length })}</p>` : "";
  return html`<section aria-labelledby="found-title"><div class="heading"><h2 id="found-title">${say(words.found, { n: total })}</h2>
${searching({ method: "get", path: FIND_PATH, label: words.searchFor, text, all: FIND_PATH })}</div>
${items.length === 0 ? emptyList(none, text === "" ? { address: `${PLUGINS_AREA.path}#install-title`, words: pluginWords.addTitle } : { address: FIND_PATH, words: WORDS.everyPage.clear }) : html`<ul class="rows">${items.map((claim) => row(claim, shown))}</ul>`}${more}</section>`;
}

function row(claim: IndexClaim, { plugins }: Shown): Html {
  const { plugin, index, name, description, publisher } = claim;
  const newest = newestOf(claim);
  const present = plugins.items.find(({ id }) => id === plugin);
  const title =
    newest === undefined
      ? untrustedText(name)
      : html`<a href="${listedAt({ plugin, index })}" aria-label="${say(words.read, { name: oneWay(name) })}">${untrustedText(name)}</a>`;
  const facts = [
    html`<bdi>${plugin}</bdi>`,
    html`<bdi>${newest === undefined ? words.allWithdrawn : say(words.newest, { version: newest })}</bdi>`,
    html`<bdi>${say(words.from, { index })}</bdi>`,
    ...(present ? [html`<a href="${pluginAt(plugin)}">${say(words.here, { version: present.version })}</a>`] : []),
  ];
  return html`<li class="row"><div class="what"><p class="name">${title} ${publisherBadge(plugins.trust.keys.includes(publisher))}</p>
${description === "" ? "" : html`<p>${untrustedText(description)}</p>`}<p class="facts">${facts.map((fact, at) => html`${at === 0 ? "" : " · "}${fact}`)}</p></div></li>`;
}

export const publisherBadge = (isKnown: boolean): Html =>
  html`<span class="badge ${isKnown ? "is-published" : "is-failed"}">${isKnown ? words.known : words.unknown}</span>`;

function outdated({ found, plugins }: Shown): Html {
  if (found.outdated.length === 0) return html`<p class="none">${words.upToDate}</p>`;
  return html`<ul class="rows">${found.outdated.map(({ plugin, installed, waiting, newest, index }) => {
    const name = oneWay(plugins.items.find(({ id }) => id === plugin)?.name ?? plugin);
    const link =
      waiting === newest
        ? html`<a href="${pluginAt(plugin)}">${say(words.waits, { version: newest })}</a>`
        : html`<a href="${listedAt({ plugin, index, version: newest })}">${say(words.update, { name })}</a>`;
    return html`<li class="row"><div class="what"><p class="name"><bdi>${name}</bdi></p><p class="facts"><bdi>${plugin}</bdi> · <bdi>${say(words.step, { installed, newest })}</bdi></p></div><div class="acts">${link}</div></li>`;
  })}</ul>`;
}

function rivals({ found }: Shown): Html | string {
  if (found.rivals.length === 0) return "";
  return html`
<section aria-labelledby="rivals-title"><h2 id="rivals-title">${words.rivals}</h2><ul class="rows">${found.rivals.map(
    ({ plugin, index }) =>
      html`<li class="row"><div class="what"><p class="name"><bdi>${plugin}</bdi></p><p class="warning"><bdi>${say(words.rival, { index })}</bdi></p></div></li>`,
  )}</ul></section>`;
}

function lists({ indexes }: PluginIndexesView): Html {
  if (indexes.length === 0) return html`<p class="none">${words.noLists}</p>`;
  return html`<ul class="rows">${indexes.map(({ name, expires, checkedAt, refusal }) => {
    const held = expires === null ? words.neverRead : html`${words.holds} ${moment(expires)}`;
    const read = checkedAt === null ? "" : html` · ${words.readAt} ${moment(checkedAt)}`;
    return html`<li class="row"><div class="what"><p class="name"><bdi>${name}</bdi></p><p class="facts">${held}${read}</p>${refusal ? refused(refusal) : ""}</div></li>`;
  })}</ul>`;
}

function refused({ reason, detail }: NonNullable<PluginIndexesView["indexes"][number]["refusal"]>): Html {
  const known: Readonly<Record<string, string>> = words.index;
  const why = Object.hasOwn(known, reason) ? known[reason] : oneWay(detail);
  return html`<p class="warning"><bdi>${why}</bdi> ${words.refusedNow} <code>${reason}</code></p>`;
}
