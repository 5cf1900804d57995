import { html } from "hono/html";
import type { ChangesView } from "../../../../runtime/editing/comparing/views.ts";
import { say } from "../../../words/shape/say.ts";
import { WORDS } from "../../../words/words.ts";
import type { NameOf } from "../desk/names.ts";
import type { Html } from "../drawing/html.ts";
import { moment } from "../drawing/moment.ts";
import { PUBLISH_AREA } from "./area.ts";
import { type DocumentToken, changeAt, pageToken, publishOnly, TICKED } from "./chosen.ts";
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
}

/** All changes with checkboxes. The form loads this page again with the choice. */
export function changeList({ changes, chosen }: Publishing, nameOf: NameOf): Html {
  const rows = [...changes.documents.map(documentRow), ...changes.pages.map(pageRow)];
  const held = rows.filter(({ isHeld }) => isHeld);
  const picked = new Set(chosen);
  const more = changes.total - rows.length;
  return html`<section aria-labelledby="changes-title"><h2 id="changes-title">${words.changes}</h2>
<p>${say(words.differs, { n: changes.total })}</p>
<form method="get" action="${PUBLISH_AREA.path}" class="choosing"><ul class="rows">${rows.filter(({ isHeld }) => !isHeld).map((row) => drawn(row, picked, nameOf))}</ul>
${held.length === 0 ? "" : html`<h3>${words.heldTitle}</h3><p class="help">${words.heldHelp}</p><ul class="rows">${held.map((row) => drawn(row, picked, nameOf))}</ul>`}
${rows.length < 2 && held.length === 0 ? "" : html`<p class="acts"><button type="submit" class="quiet">${words.choose}</button>${chosen.length === 0 ? "" : html` <a href="${PUBLISH_AREA.path}">${words.all}</a>`}</p>`}</form>
${more > 0 ? html`<p class="help">${say(words.more, { n: more })}</p>` : ""}</section>`;
}

function drawn(
  { token, title, facts, state, changedBy, changedAt, isHeld }: Row,
  picked: ReadonlySet<DocumentToken>,
  nameOf: NameOf,
): Html {
  const id = `only-${token.replace(":", "-")}`;
  const isTicked = picked.size === 0 ? !isHeld : picked.has(token);
  return html`<li class="row"><div class="what"><p class="tick"><input type="checkbox" id="${id}" name="${TICKED}" value="${token}"${isTicked ? " checked" : ""}> <label for="${id}"><span class="name"><bdi>${title}</bdi> <span class="badge is-${state}">${words.states[state]}</span></span></label></p>
<p class="facts"><bdi>${facts}</bdi> · <bdi>${say(words.by, { name: nameOf(changedBy) })}</bdi> ${moment(changedAt)}</p></div>
<p class="acts"><a href="${changeAt(token)}" aria-label="${words.see}: ${title}">${words.see}</a> <a href="${publishOnly([token])}" aria-label="${words.onlyThis}: ${title}">${words.onlyThis}</a></p></li>`;
}

function pageRow({
  id,
  change,
  path,
  title,
  changedBy,
  changedAt,
  sections,
  members,
  held,
}: ChangesView["pages"][number]): Row {
  const differing = sections.added.length + sections.removed.length + sections.changed.length + sections.moved.length;
  const what = change === "changed" ? whatOf(members, differing) : "";
  return {
    token: pageToken(id),
    title,
    facts: [path, what].filter((fact) => fact !== "").join(" · "),
    state: change,
    changedBy,
    changedAt,
    isHeld: held,
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
  };
}

const KNOWN: Readonly<Record<string, string>> = words.fields;

function whatOf(members: readonly string[], sections: number): string {
  const names = members.map((name) => (Object.hasOwn(KNOWN, name) ? (KNOWN[name] ?? name) : name)).join(", ");
  const editors = names === "" ? [] : [say(words.what.members, { names })];
  return [...editors, ...(sections > 0 ? [say(words.what.sections, { n: sections })] : [])].join(" · ");
}
