/** The table of a list of entries. Its heads order the list. */
import { html } from "hono/html";
import type { PagesView } from "../../../../runtime/editing/views.ts";
import { say } from "../../../words/shape/say.ts";
import { WORDS } from "../../../words/words.ts";
import type { NameOf } from "../desk/names.ts";
import { CHANGE_MANY, choosingBar, tick } from "../drawing/choosing.ts";
import type { Html } from "../drawing/html.ts";
import { moment } from "../drawing/moment.ts";
import { oneWay } from "../library/untrustedText.ts";
import { canvasAt, ENTRIES } from "../pages/area.ts";
import { cellOf } from "./cells.ts";
import type { ListedType } from "./columns.ts";
import { lookingAddress, type EntryLooking } from "./looking.ts";

const { entries: words, pages: pageWords } = WORDS;

type Listed = PagesView["items"][number];

interface Table {
  readonly type: ListedType;
  readonly items: readonly Listed[];
  readonly looking: EntryLooking;
  readonly titles: ReadonlyMap<string, string>;
  readonly nameOf: NameOf;
  /** The number of all matching entries, at the beginning of the list. */
  readonly total: number | undefined;
}

export function entryTable({ type, items, looking, titles, nameOf, total }: Table): Html {
  const order = looking.order ?? type.order ?? "newest";
  const heads = type.columns.map(({ name, title, isList }) =>
    isList ? html`<th scope="col"><bdi>${title}</bdi></th>` : head(title, name, `-${name}`, order, looking),
  );
  const all =
    total === undefined
      ? null
      : { address: lookingAddress(CHANGE_MANY, { ...looking, cursor: null }, { all: "entries" }), n: total };
  return html`${choosingBar({ type: type.type, all })}
<div class="tabled" role="region" tabindex="0" aria-label="${type.plural}"><table class="entries"><thead><tr>
<td></td>${head(words.entryTitle, "title", null, order, looking)}<th scope="col">${words.state}</th>${heads}${head(words.changed, null, "recent", order, looking)}</tr></thead>
<tbody>${items.map((item) => row(item, type, titles, nameOf))}</tbody></table></div>`;
}

/** The head of a column. Its link reverses the order, if the column has both. */
function head(title: string, up: string | null, down: string | null, order: string, looking: EntryLooking): Html {
  const sorted = order === up ? "ascending" : order === down ? "descending" : null;
  const next = sorted === "ascending" ? (down ?? up) : (up ?? down);
  const link = lookingAddress(ENTRIES, { ...looking, order: next, cursor: null });
  const mark = sorted === null ? "" : html` <span aria-hidden="true">${sorted === "ascending" ? "▲" : "▼"}</span>`;
  return html`<th scope="col"${sorted === null ? "" : html` aria-sort="${sorted}"`}><a href="${link}"><bdi>${title}</bdi>${mark}</a></th>`;
}

function row(item: Listed, { columns }: ListedType, titles: ReadonlyMap<string, string>, nameOf: NameOf): Html {
  const { id, title, path, state, values = {}, changedAt, changedBy, held, pageless } = item;
  const cells = columns.map((column) => html`<td>${cellOf(column, values, titles)}</td>`);
  return html`<tr><td>${tick(item, oneWay(title))}</td><th scope="row"><a href="${canvasAt(id)}"><bdi>${title}</bdi></a> ${pageless ? "" : html`<bdi class="path">${path}</bdi>`}</th>
<td><span class="badge is-${state}">${pageWords.states[state]}</span>${held ? html` <span class="badge is-held">${pageWords.held}</span>` : ""}</td>${cells}
<td class="facts">${moment(changedAt)} <bdi>${say(pageWords.changedBy, { name: nameOf(changedBy) })}</bdi></td></tr>`;
}
