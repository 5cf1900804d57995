/** The section with invitation links: the form for a new link and the list. */
import { html } from "hono/html";
import { TITLE_MAX_CHARS } from "../../../../manifests/bounds/documents.ts";
import { INVITATION_LINK_DAYS, INVITATION_LINK_MAX_DAYS } from "../../../../manifests/bounds/logins.ts";
import { can } from "../../../../runtime/commands/permissions.ts";
import { type LinkRecord, OPERATOR_MAKER } from "../../../control/people/invitations.ts";
import { listLinks } from "../../../web/api/people/links.ts";
import { say } from "../../../words/shape/say.ts";
import { WORDS } from "../../../words/words.ts";
import { withQuery } from "../desk/address.ts";
import type { Desk } from "../desk/desk.ts";
import type { FormFailure } from "../desk/failure.ts";
import { type NameOf, namesFor } from "../desk/names.ts";
import { DrawnFields } from "../drawing/fields.ts";
import { mailing } from "../library/mailing.ts";
import { alert, drawnForm } from "../drawing/form.ts";
import type { Html } from "../drawing/html.ts";
import { pager } from "../drawing/lists.ts";
import { moment } from "../drawing/moment.ts";
import { oneWay, untrustedText } from "../library/untrustedText.ts";
import { PEOPLE_AREA } from "./area.ts";
import { cursorIn } from "./cursor.ts";
import { rolesBy } from "./roles.ts";

const { people: words } = WORDS;
const HERE = PEOPLE_AREA.path;

/** The API's answer to a new link. The address is null if a repeated form made the link before. */
export interface MadeLink {
  readonly link: LinkRecord;
  readonly address: string | null;
}

const DAYS = [1, 3, INVITATION_LINK_DAYS, 14, INVITATION_LINK_MAX_DAYS];

export function makingLink({ member: { role } }: Desk, failure: FormFailure | undefined): Html {
  const fields = new DrawnFields("link", failure);
  const days = DAYS.map((n) => [String(n), say(words.dayCount, { n })] as const);
  const content = html`<p class="help">${words.linkIntro}</p>
${fields.text("name", words.linkFor, "", { max: TITLE_MAX_CHARS, help: words.linkForHelp })}
${fields.choice("role", words.role, "author", rolesBy(role))}
${fields.choice("days", words.days, String(INVITATION_LINK_DAYS), days, words.daysHelp)}
<button type="submit">${words.makeLink}</button>`;
  return html`<section aria-labelledby="link-title"><h2 id="link-title">${words.linkTitle}</h2>${alert(failure, "link")}${drawnForm("link", HERE, content)}</section>`;
}

/** Shows a new link, which no later page shows. `sends` tells whether the site can send it by mail. */
export function madeLink({ link, address }: MadeLink, sends: boolean): Html {
  if (address === null) return html`<p class="warning" role="status">${words.madeBefore}</p>`;
  const role = words.roles[link.role];
  return html`<section class="made" aria-labelledby="made-title"><h2 id="made-title">${words.madeTitle}</h2>
<p>${until(say(words.made, { role }), link.expiresAt)}</p>
<p class="copying"><input id="made-link" readonly value="${address}" aria-labelledby="made-title" autofocus dir="ltr">
<button type="button" class="scripted" data-copy="made-link" data-copied="${words.copied}">${words.copy}</button></p>${sends ? mailing(address, HERE) : ""}</section>`;
}

/** A sentence with a time element in it, which a script converts to the reader's zone. */
function until(sentence: string, at: number): Html {
  const [before = "", after = ""] = sentence.split("{until}");
  return html`${before}${moment(at)}${after}`;
}

export async function linkList(desk: Desk, query: URLSearchParams): Promise<Html> {
  const { env, member, at } = desk;
  const cursor = cursorIn(query, "links");
  const { items, next } = await listLinks(env, member, { now: at, cursor, limit: undefined });
  const nameOf = await namesFor(desk);
  const older = next === null ? null : { address: withQuery(HERE, { links: next }), words: words.olderLinks };
  const newest = cursor === undefined ? null : { address: HERE, words: words.newestLinks };
  return html`<section aria-labelledby="links-title"><h2 id="links-title">${words.links}</h2>
${items.length === 0 ? html`<p class="none">${words.noLinks}</p>` : html`<ul class="rows">${items.map((link) => row(desk, link, nameOf))}</ul>`}${pager(words.links, newest, older)}</section>`;
}

const memberNamed = (nameOf: NameOf, id: string): string => oneWay(nameOf(`member:${id}`));

/** The maker of a link: a member, or an operator, who has one identity for all links. */
const makerNamed = (nameOf: NameOf, maker: string): string =>
  maker === OPERATOR_MAKER.id ? WORDS.everyPage.actors.operator : memberNamed(nameOf, maker);

function row({ member: { role } }: Desk, link: LinkRecord, nameOf: NameOf): Html {
  const { state, name, maker, usedBy, usedAt } = link;
  const title = name ?? words.linkUnnamed;
  const joined =
    usedBy === null || usedAt === null
      ? html`${words.until} ${moment(link.expiresAt)}`
      : html`<bdi>${say(words.joined, { name: memberNamed(nameOf, usedBy) })}</bdi> ${moment(usedAt)}`;
  const mayEnd = state === "open" && (link.role !== "owner" || can(role, "owners.manage"));
  const end = html`<input type="hidden" name="link" value="${link.id}">
<button type="submit" class="danger" aria-label="${say(words.unlinkOf, { name: oneWay(title) })}">${words.unlink}</button>`;
  return html`<li class="row"><div class="what"><p class="name">${untrustedText(title)} <span class="badge is-${BADGES[state]}">${words.linkStates[state]}</span></p>
<p class="facts">${words.roles[link.role]} · ${joined} · <bdi>${say(words.madeBy, { name: makerNamed(nameOf, maker) })}</bdi></p></div>
${mayEnd ? html`<div class="acts">${drawnForm("unlink", HERE, end)}</div>` : ""}</li>`;
}

/** The badge style of each state. */
const BADGES = { open: "waiting", used: "published", expired: "none", revoked: "removed" } as const;
