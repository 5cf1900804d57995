/** One page in the list of pages. */
import { html } from "hono/html";
import type { PagesView } from "../../../../runtime/editing/views.ts";
import { say } from "../../../words/shape/say.ts";
import { WORDS } from "../../../words/words.ts";
import type { NameOf } from "../desk/names.ts";
import { tick } from "../drawing/choosing.ts";
import { drawnForm } from "../drawing/form.ts";
import type { Html } from "../drawing/html.ts";
import { moment } from "../drawing/moment.ts";
import { oneWay } from "../library/untrustedText.ts";
import { settingsOf } from "../desk/documentAddress.ts";
import { canvasAt } from "./area.ts";

const { pages: words } = WORDS;

type Listed = PagesView["items"][number];

interface Around {
  readonly here: string;
  readonly nameOf: NameOf;
  /** True if rows are indented by their depth. */
  readonly isTree: boolean;
  /** The address of the page's children; null if they are visible already, or there are none. */
  readonly below: string | null;
}

/** The deepest indentation; deeper rows would have no room for their titles. */
const MOST_DEPTH = 5;

const depthOf = (path: string): number => Math.min(MOST_DEPTH, path.split("/").length - 2);

export function pageRow(page: Listed, around: Around): Html {
  const depth = around.isTree ? depthOf(page.path) : 0;
  const isGone = page.state === "deleted";
  return html`<li class="row${depth > 0 ? ` depth-${depth}` : ""}">${isGone ? "" : tick(page, oneWay(page.title))}<div class="what">
<p class="name">${isGone ? html`<bdi>${page.title}</bdi>` : html`<a href="${canvasAt(page.id)}"><bdi>${page.title}</bdi></a>`} ${badge(page)}</p>
<p class="facts">${page.pageless ? words.pageless : html`<bdi class="path">${page.path}</bdi>`}${facts(page, around)}</p>${page.unreachable === null || isGone ? "" : html`<p class="warning">${words.unreachable}</p>`}</div>
<div class="acts">${isGone ? restoring(page, around.here) : links(page, around)}</div></li>`;
}

const badge = ({ state, held }: Listed): Html =>
  html`${state === "published" ? "" : html`<span class="badge is-${state}">${words.states[state]}</span>`}${held ? html` <span class="badge is-held">${words.held}</span>` : ""}`;

/** The time in which visitors see the page. */
const times = ({ from, until }: Listed): Html =>
  html`${from === null ? "" : html` · ${words.visibleFrom} ${moment(from)}`}${until === null ? "" : html` · ${words.visibleUntil} ${moment(until)}`}`;

function facts(page: Listed, { nameOf }: Around): Html {
  const { collection, changedBy, changedAt, state } = page;
  const by = say(state === "deleted" ? words.deletedBy : words.changedBy, { name: nameOf(changedBy) });
  return html`${collection === null ? "" : html` · ${collection}`} · <bdi>${by}</bdi> ${moment(changedAt)}${times(page)}`;
}

/** The links of a row. Their accessible names contain the page's title, because every row has the same links. */
function links({ id, path, title, published, below, pageless }: Listed, { below: level }: Around): Html {
  const link = (address: string, text: string): Html =>
    html`<a href="${address}" aria-label="${text}${WORDS.everyPage.colon}${title}">${text}</a>`;
  return html`${level === null ? "" : html`<a href="${level}">${say(words.below, { n: below })}</a>`}
${link(canvasAt(id), words.edit)} ${link(settingsOf(id), words.settings)} ${published === null || pageless ? "" : link(path, words.view)}`;
}

const restoring = ({ id, version, title }: Listed, here: string): Html =>
  drawnForm(
    "restore",
    `${here}?state=deleted`,
    html`<input type="hidden" name="page" value="${id}"><input type="hidden" name="from" value="${version}">
<button type="submit" class="quiet" aria-label="${words.restore}${WORDS.everyPage.colon}${title}">${words.restore}</button>`,
  );
