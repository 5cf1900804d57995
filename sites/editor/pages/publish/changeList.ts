import { html } from "hono/html";
import type { ChangesView } from "../../../../runtime/editing/comparing/views.ts";
import { say } from "../../../words/shape/say.ts";
import { WORDS } from "../../../words/words.ts";
import type { NameOf } from "../desk/names.ts";
import type { Html } from "../drawing/html.ts";
import { moment } from "../drawing/moment.ts";
import { PUBLISH_AREA } from "./area.ts";
import { usualName } from "../drawing/usualName.ts";
import {
  type DocumentToken,
  changeAt,
  groupToken,
  languageToken,
  pageToken,
  publishOnly,
  TICKED,
  tokensNaming,
} from "./chosen.ts";
import type { Publishing } from "./publishing.ts";

const { publish: words } = WORDS;

interface Row {
  readonly token: DocumentToken;
  readonly title: string;
  readonly facts: string;
  readonly state: keyof typeof words.states;
  readonly changedBy: string;
  readonly changedAt: number;
  readonly isHeld: boolean;
  /** All tokens that choose the row, its own first. */
  readonly named: readonly DocumentToken[];
  readonly language?: string | undefined;
  readonly group?: string | undefined;
}

/** All changes with checkboxes. The form loads this page again with the choice. */
export function changeList({ changes, chosen }: Publishing, nameOf: NameOf): Html {
  const rows = [...changes.documents.map(documentRow), ...besideTheirTranslations(changes.pages.map(pageRow))];
  const held = rows.filter(({ isHeld }) => isHeld);
  const picked = new Set(chosen);
  const groups = groupsOf(rows);
  const more = changes.total - rows.length;
  return html`<section aria-labelledby="changes-title"><h2 id="changes-title">${words.changes}</h2>
<p>${say(words.differs, { n: changes.total })}</p>
${languagesOf(rows)}
<form method="get" action="${PUBLISH_AREA.path}" class="choosing"><ul class="rows">${rows.filter(({ isHeld }) => !isHeld).map((row) => drawn(row, picked, nameOf, groups))}</ul>
${held.length === 0 ? "" : html`<h3>${words.heldTitle}</h3><p class="help">${words.heldHelp}</p><ul class="rows">${held.map((row) => drawn(row, picked, nameOf, groups))}</ul>`}
${rows.length < 2 && held.length === 0 ? "" : html`<p class="acts"><button type="submit" class="quiet">${words.choose}</button>${chosen.length === 0 ? "" : html` <a href="${PUBLISH_AREA.path}">${words.all}</a>`}</p>`}</form>
${more > 0 ? html`<p class="help">${say(words.more, { n: more })}</p>` : ""}</section>`;
}

/** The pages of each group one after another, in the order of their first ones. */
function besideTheirTranslations(rows: readonly Row[]): Row[] {
  return [...Map.groupBy(rows, ({ group, token }) => group ?? token).values()].flat();
}

/** The groups of which several pages are listed. */
const groupsOf = (rows: readonly Row[]): ReadonlySet<string> =>
  new Set(
    [...Map.groupBy(rows, ({ group }) => group)].flatMap(([group, { length }]) =>
      group !== undefined && length > 1 ? [group] : [],
    ),
  );

/** Links that choose the changed pages of one language, if there are several. */
function languagesOf(rows: readonly Row[]): Html | string {
  const tags = [...new Set(rows.flatMap(({ language }) => language ?? []))];
  if (tags.length < 2) return "";
  const links = tags.map(
    (tag) => html` <a href="${publishOnly([languageToken(tag)])}"><bdi>${usualName(tag)}</bdi></a>`,
  );
  return html`<p class="acts">${words.onlyLanguage}${links}</p>`;
}

/** The link that chooses a page with its translations, of which several have changed. */
const together = ({ group, title }: Row, groups: ReadonlySet<string>): Html | string =>
  group === undefined || !groups.has(group)
    ? ""
    : html` <a href="${publishOnly([groupToken(group)])}" aria-label="${words.together}${WORDS.everyPage.colon}${title}">${words.together}</a>`;

function drawn(row: Row, picked: ReadonlySet<DocumentToken>, nameOf: NameOf, groups: ReadonlySet<string>): Html {
  const { token, title, facts, state, changedBy, changedAt, isHeld, named } = row;
  const id = `only-${token.replace(":", "-")}`;
  const isTicked = picked.size === 0 ? !isHeld : named.some((one) => picked.has(one));
  return html`<li class="row"><div class="what"><p class="tick"><input type="checkbox" id="${id}" name="${TICKED}" value="${token}"${isTicked ? " checked" : ""}> <label for="${id}"><span class="name"><bdi>${title}</bdi> <span class="badge is-${state}">${words.states[state]}</span></span></label></p>
<p class="facts"><bdi>${facts}</bdi> · <bdi>${say(words.by, { name: nameOf(changedBy) })}</bdi> ${moment(changedAt)}</p></div>
<p class="acts"><a href="${changeAt(token)}" aria-label="${words.see}${WORDS.everyPage.colon}${title}">${words.see}</a> <a href="${publishOnly([token])}" aria-label="${words.onlyThis}${WORDS.everyPage.colon}${title}">${words.onlyThis}</a>${together(row, groups)}</p></li>`;
}

function pageRow(page: ChangesView["pages"][number]): Row {
  const { id, change, path, title, changedBy, changedAt, sections, members, held, language, group } = page;
  const differing = sections.added.length + sections.removed.length + sections.changed.length + sections.moved.length;
  const what = change === "changed" ? whatOf(members, differing) : "";
  return {
    token: pageToken(id),
    title,
    facts: [language === undefined ? "" : usualName(language), path, what].filter((fact) => fact !== "").join(" · "),
    state: change,
    changedBy,
    changedAt,
    isHeld: held,
    named: tokensNaming(page),
    language,
    group,
  };
}

function documentRow({ kind, members, changedBy, changedAt }: ChangesView["documents"][number]): Row {
  return {
    token: kind,
    title: words.kinds[kind],
    facts: whatOf(members, 0),
    state: "changed",
    changedBy,
    changedAt,
    isHeld: false,
    named: [kind],
  };
}

const KNOWN: Readonly<Record<string, string>> = words.fields;

function whatOf(members: readonly string[], sections: number): string {
  const names = members.map((name) => (Object.hasOwn(KNOWN, name) ? (KNOWN[name] ?? name) : name)).join(", ");
  const editors = names === "" ? [] : [say(words.what.members, { names })];
  return [...editors, ...(sections > 0 ? [say(words.what.sections, { n: sections })] : [])].join(" · ");
}
