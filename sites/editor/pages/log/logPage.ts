/** The page of the site's audit log. */
import { html } from "hono/html";
import { LIST_MAX_ROWS } from "../../../../manifests/bounds/api.ts";
import { actorName, actorNamed } from "../../../../runtime/area/actor.ts";
import type { AuditTrailRow } from "../../../control/records/audit.ts";
import { listAudit } from "../../../web/api/people/auditTrail.ts";
import type { MemberRecord } from "../../../control/people/members.ts";
import { membersOfSite } from "../../../web/api/people/members.ts";
import { say } from "../../../words/shape/say.ts";
import { reader } from "../../../words/reader.ts";
import { WORDS } from "../../../words/words.ts";
import { withQuery } from "../desk/address.ts";
import type { Desk } from "../desk/desk.ts";
import { type SelectOption, DrawnFields } from "../drawing/fields.ts";
import { editorPage } from "../drawing/editorPage.ts";
import type { Html } from "../drawing/html.ts";
import { pager } from "../drawing/lists.ts";
import { moment } from "../drawing/moment.ts";
import { untrustedText } from "../library/untrustedText.ts";
import { LOG_AREA } from "./area.ts";
import { type FilterTexts, wantedIn } from "./filter.ts";
import { shownSubject, subjectNames, type SubjectNames } from "./subjects.ts";

const { log: words } = WORDS;
const HERE = LOG_AREA.path;

export async function logPage(desk: Desk): Promise<Response> {
  const { env, member, request } = desk;
  const { given, filter } = wantedIn(new URL(request.url).searchParams, desk.context.timeZone);
  const { items, next } = await listAudit(env, member, filter);
  const people = (await everybody(desk)).map(({ id, name, subject }): SelectOption => [
    actorName({ kind: "member", id }),
    name ?? subject,
  ]);
  const names = new Map(people);
  const older = next === null ? null : { address: withQuery(HERE, { ...given, cursor: next }), words: words.older };
  const newest = filter.cursor === undefined ? null : { address: withQuery(HERE, { ...given }), words: words.newest };
  const known = await subjectNames(desk, items, names);
  const rows = items.map((one) => row(one, known));
  const content = html`<h1>${words.title}</h1><p class="lead">${words.intro}</p>${filtering(given, people)}
<section aria-labelledby="list-title"><h2 id="list-title">${words.list}</h2>
${rows.length === 0 ? html`<p class="none">${words.none}</p>` : html`<ul class="rows">${rows}</ul>`}${pager(words.list, newest, older)}</section>`;
  return editorPage(desk, { title: words.title, content });
}

async function everybody({ env, member }: Desk): Promise<readonly MemberRecord[]> {
  const found: MemberRecord[] = [];
  let cursor: string | undefined;
  do {
    const { items, next } = await membersOfSite(env, member, cursor, LIST_MAX_ROWS);
    found.push(...items);
    cursor = next ?? undefined;
  } while (cursor !== undefined);
  return found;
}

const byWords = ([, one]: SelectOption, [, other]: SelectOption): number => one.localeCompare(other, reader().language);

/** Keeps the filter's value among the choices, also if it names a former member. */
const withChosen = (choices: readonly SelectOption[], chosen: string): readonly SelectOption[] =>
  chosen === "" || choices.some(([value]) => value === chosen) ? choices : [...choices, [chosen, chosen]];

function filtering(given: FilterTexts, people: readonly SelectOption[]): Html {
  const fields = new DrawnFields("log", undefined);
  const commands = Object.entries(words.commands).toSorted(byWords);
  const content = html`<div class="pair">
${fields.choice("actor", words.person, given.actor, [["", words.everybody], ...withChosen(people, given.actor)])}
${fields.choice("command", words.command, given.command, [["", words.everything], ...withChosen(commands, given.command)])}
${fields.choice("outcome", words.outcome, given.outcome, [["", words.anyOutcome], ...Object.entries(words.outcomes)])}
${fields.text("from", words.from, given.from, { type: "date", help: say(words.dayHelp, { zone: reader().timeZone }) })}
${fields.text("to", words.to, given.to, { type: "date" })}</div>`;
  return html`<div class="work"><section aria-label="${words.filter}"><form role="search" method="get" action="${HERE}">${content}
<p class="acts"><button type="submit">${words.filter}</button> <a href="${HERE}">${words.all}</a></p></form></section></div>`;
}

function row({ actor, command, outcome, at, via, about }: AuditTrailRow, names: SubjectNames): Html {
  const did = Object.hasOwn(words.commands, command) ? html`${words.commands[command]}` : html`<code>${command}</code>`;
  const subject = shownSubject(about, names);
  const ended = outcome === "done" ? "" : html` · ${words.outcomes[outcome]}`;
  return html`<li class="row"><div class="what"><p>${untrustedText(nameOf(actor, names.people))} ${did}${subject === null ? "" : html`${WORDS.everyPage.colon}${subject}`}</p>
<p class="facts">${moment(at)}${ended}${via === null ? "" : html` · ${untrustedText(say(words.via, { program: via }))}`}</p></div></li>`;
}

function nameOf(written: string, names: ReadonlyMap<string, string>): string {
  const { kind, id } = actorNamed(written);
  return names.get(written) ?? (kind === "plugin" ? id : (WORDS.everyPage.actors[kind] ?? written));
}
