import { html } from "hono/html";
import type { PublicationView } from "../../../../runtime/editing/comparing/views.ts";
import { say } from "../../../words/shape/say.ts";
import { WORDS } from "../../../words/words.ts";
import type { Html } from "../drawing/html.ts";
import { canvasAt } from "../pages/area.ts";
import { pageToken, publishOnly } from "./chosen.ts";
import type { Publishing } from "./publishing.ts";

const { publish: words } = WORDS;

type Warning = PublicationView["warnings"][number];
type Missing = PublicationView["missing"][number];

/** Warnings before publishing. Only a missing page prevents the publication. */
export function warnings({ prospect: { missing, warnings: found, total, unread }, chosen }: Publishing): Html {
  const more = total - found.length;
  const items = [...missing.map((one) => missingPage(one, chosen)), ...found.map(warning)];
  return html`<section class="check" aria-labelledby="check-title"><h2 id="check-title">${words.check}</h2>
${items.length === 0 ? html`<p class="none">${words.noWarnings}</p>` : html`<ul>${items}${more > 0 ? html`<li>${say(words.moreWarnings, { n: more })}</li>` : ""}</ul>`}
${unread > 0 ? html`<p class="warning">${say(words.unread, { n: unread })}</p>` : ""}<p class="help">${words.checked}</p></section>`;
}

function missingPage({ id, title, path, for: needing }: Missing, chosen: readonly string[]): Html {
  return html`<li class="is-stopping"><bdi>${path}</bdi> <bdi>${say(words.missing, { title, path })}</bdi> <a href="${publishOnly([...chosen, pageToken(id), pageToken(needing)])}">${words.addMissing}</a></li>`;
}

function warning({ code, kind, id, title, target, link, section, sectionTitle }: Warning): Html {
  const about =
    kind === "page" ? html`<a href="${canvasAt(id, section)}"><bdi>${title ?? id}</bdi></a>` : words.kinds[kind];
  const where =
    section === null
      ? ""
      : html` <a href="${canvasAt(id, section)}"><bdi>${say(words.section, { section: sectionTitle ?? section })}</bdi></a>`;
  return html`<li>${about} ${words.warnings[code]}${leading(code, target, link)}${where}</li>`;
}

/** Names the target of a link: its page, or the address as the member wrote it. */
function leading(code: Warning["code"], target: Warning["target"], link: string | null): Html | string {
  if (link === null) return "";
  if (target?.title == null) return html` <code><bdi>${link}</bdi></code>`;
  const address = code === "link_unpublished" ? publishOnly([pageToken(target.id)]) : canvasAt(target.id);
  const [, anchor = ""] = link.split("#");
  return html` <a href="${address}"><bdi>${target.title}</bdi></a>${code === "anchor_missing" ? html` <code>#${anchor}</code>` : ""}`;
}
