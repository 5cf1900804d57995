import { html } from "hono/html";
import type { PublicationView } from "../../../../runtime/editing/comparing/views.ts";
import { say } from "../../../words/shape/say.ts";
import { WORDS } from "../../../words/words.ts";
import type { Html } from "../drawing/html.ts";
import { canvasAt } from "../pages/area.ts";
import { type DocumentToken, pageToken, publishOnly, tokensOfEverything } from "./chosen.ts";
import type { Publishing } from "./publishing.ts";
import { wayToTake } from "./takingAlong.ts";

const { publish: words } = WORDS;

type Warning = PublicationView["warnings"][number];
type Unpublished = NonNullable<Warning["unpublished"]>;
type Missing = PublicationView["missing"][number];

/** Warnings before publishing. Only a missing page prevents the publication. */
export function warnings({ changes, prospect, chosen }: Publishing): Html {
  const { missing, warnings: found, total, unread, unreadLists } = prospect;
  const more = total - found.length;
  const isWhole = chosen.length === 0;
  const taken = { isWhole, isListed: isAllListed(changes), tokens: isWhole ? tokensOfEverything(changes) : chosen };
  const items = [
    ...missing.map((one) => missingPage(one, chosen)),
    ...found.map((one) => warning(one, leftBehind(one, taken))),
  ];
  return html`<section class="check" aria-labelledby="check-title"><h2 id="check-title">${words.check}</h2>
${items.length === 0 ? html`<p class="none">${words.noWarnings}</p>` : html`<ul>${items}${more > 0 ? html`<li>${say(words.moreWarnings, { n: more })}</li>` : ""}</ul>`}
${unread > 0 ? html`<p class="warning">${say(words.unread, { n: unread })}</p>` : ""}${unreadLists > 0 ? html`<p class="warning">${say(words.unreadLists, { n: unreadLists })}</p>` : ""}<p class="help">${words.checked}</p></section>`;
}

function missingPage({ id, title, path, for: needing, kind }: Missing, chosen: readonly string[]): Html {
  const why = kind ? words.missingRegions : say(words.missing, { title, path });
  return html`<li class="is-stopping"><bdi>${kind ? needing : path}</bdi> <bdi>${why}</bdi> <a href="${publishOnly([...chosen, kind ?? pageToken(id), pageToken(needing)])}">${words.addMissing}</a></li>`;
}

function warning({ code, kind, id, title, target, link, section, sectionTitle }: Warning, left: Html | string): Html {
  const about =
    kind === "page" ? html`<a href="${canvasAt(id, section)}"><bdi>${title ?? id}</bdi></a>` : words.kinds[kind];
  const where =
    section === null
      ? ""
      : html` <a href="${canvasAt(id, section)}"><bdi>${say(words.section, { section: sectionTitle ?? section })}</bdi></a>`;
  return html`<li>${about} ${words.warnings[code]}${leading(code, target, link)}${left}${where}</li>`;
}

/** Unpublished pages that a warning names by title. */
const TITLES = 3;

/** The documents of a publication. A whole one takes no pages held back. */
interface Taken {
  readonly isWhole: boolean;
  /** False if there are more changes than are listed. */
  readonly isListed: boolean;
  readonly tokens: readonly DocumentToken[];
}

const isAllListed = ({ total, pages, documents }: Publishing["changes"]): boolean =>
  total === pages.length + documents.length;

/** Names what stays behind, with one click to the same publication with it. */
function leftBehind({ unpublished }: Warning, taken: Taken): Html | string {
  if (unpublished === null) return "";
  const { pages, total, type } = unpublished;
  const named = pages
    .slice(0, TITLES)
    .map(({ id, title }, at) => html`${at > 0 ? ", " : " "}<a href="${canvasAt(id)}"><bdi>${title}</bdi></a>`);
  const more = total > named.length ? html` ${say(words.further, { n: total - named.length })}` : "";
  const ofType = total > 0 ? html` · ${words.kinds.types}:` : "";
  return html`${named}${more}${type === null ? "" : html`${ofType} <bdi>${type}</bdi>`}${takeAlong(unpublished, taken)}`;
}

/** The link to a publication with what a warning names, or the reason why there is none. */
function takeAlong(unpublished: Unpublished, { isWhole, isListed, tokens }: Taken): Html | string {
  const { pages, type } = unpublished;
  const more = [...pages.map(({ id }) => pageToken(id)), ...(type === null ? [] : ["types"])];
  const all = [...new Set([...tokens, ...more])];
  const way = wayToTake(unpublished, { isWhole, isListed, size: all.length });
  if (way === "along") return html` <a href="${publishOnly(all)}">${words.takeAlong}</a>`;
  if (way === "held") return html` <span class="help">${words.heldHelp}</span>`;
  return way === undefined ? "" : html` <a href="${publishOnly([])}">${words.takeAll}</a>`;
}

/** Names the target of a link: its page, or the address as the member wrote it. */
function leading(code: Warning["code"], target: Warning["target"], link: string | null): Html | string {
  if (link === null) return "";
  if (target?.title == null) return html` <code><bdi>${link}</bdi></code>`;
  const address = code === "link_unpublished" ? publishOnly([pageToken(target.id)]) : canvasAt(target.id);
  const [, anchor = ""] = link.split("#");
  return html` <a href="${address}"><bdi>${target.title}</bdi></a>${code === "anchor_missing" ? html` <code>#${anchor}</code>` : ""}`;
}
