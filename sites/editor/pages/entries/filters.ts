/** The filters above a list of entries. */
import { html } from "hono/html";
import { TITLE_MAX_CHARS } from "../../../../manifests/bounds/documents.ts";
import { say } from "../../../words/shape/say.ts";
import { WORDS } from "../../../words/words.ts";
import type { SelectOption } from "../drawing/fields.ts";
import type { Html } from "../drawing/html.ts";
import type { Column } from "./columns.ts";
import { ENTRY_STATES, filterName, columnFilters, type EntryLooking, type ListComparison } from "./looking.ts";

const { entries: words, pages: pageWords } = WORDS;

/** The pages that each filter by a reference offers. */
export type OfferedPages = ReadonlyMap<string, readonly SelectOption[]>;

interface Filtering {
  readonly here: string;
  readonly looking: EntryLooking;
  readonly columns: readonly Column[];
  readonly offered: OfferedPages;
  /** Further hidden fields. */
  readonly kept?: Html | string;
}

export function filtering({ here, looking, columns, offered, kept = "" }: Filtering): Html {
  const { type, order, text, state, filled } = looking;
  const states: SelectOption[] = ENTRY_STATES.map((one) => [one, pageWords.states[one]]);
  const fields = columns.flatMap((column) => columnFilters(column).map((is) => field(column, is, looking, offered)));
  const isOpen = Object.keys(filled).length > 0 || state !== null;
  return html`<form class="filters" role="search" method="get" action="${here}" aria-label="${words.filters}">
<input type="hidden" name="type" value="${type}">${order === null ? "" : html`<input type="hidden" name="order" value="${order}">`}${kept}
<p class="field"><label for="text">${pageWords.searchFor}</label> <input id="text" name="text" type="search" maxlength="${TITLE_MAX_CHARS}" value="${text}" dir="auto"></p>
<details${isOpen ? " open" : ""}><summary>${words.filters}</summary><div class="fields">${fields}
${selecting("state", words.state, state ?? "", states)}</div></details>
<p class="acts"><button type="submit" class="quiet">${words.filter}</button>${text === "" && !isOpen ? "" : html` <a href="${here}?${new URLSearchParams({ type }).toString()}">${WORDS.everyPage.clear}</a>`}</p></form>`;
}

const INPUTS: Readonly<Partial<Record<Column["kind"], string>>> = { date: "date", dateTime: "date", number: "number" };

function field(column: Column, is: ListComparison, { filled }: EntryLooking, offered: OfferedPages): Html {
  const { kind, title, choices } = column;
  const name = filterName(column, is);
  const value = filled[name] ?? "";
  if (kind === "boolean") return selecting(name, title, value, Object.entries(words.truths));
  if (kind === "page") return selecting(name, title, value, withOwn(offered.get(column.name) ?? [], value));
  if (choices.length > 0) return selecting(name, title, value, choices);
  const label = is === "from" || is === "to" || is === "contains" ? say(words[is], { title }) : title;
  const type = INPUTS[kind] ?? "text";
  return html`<p class="field"><label for="${name}"><bdi>${label}</bdi></label> <input type="${type}" id="${name}" name="${name}" value="${value}"${type === "number" ? html` step="any"` : ""}${type === "text" ? html` dir="auto" maxlength="200"` : ""}></p>`;
}

/** A filter keeps a page that the list of offered pages is too short for. */
const withOwn = (offered: readonly SelectOption[], value: string): readonly SelectOption[] =>
  value === "" || offered.some(([one]) => one === value) ? offered : [[value, value], ...offered];

function selecting(name: string, label: string, value: string, options: readonly SelectOption[]): Html {
  const all: readonly SelectOption[] = [["", words.any], ...options];
  return html`<p class="field"><label for="${name}"><bdi>${label}</bdi></label> <select id="${name}" name="${name}">${all.map(
    ([one, said]) => html`<option value="${one}"${one === value ? " selected" : ""}>${said}</option>`,
  )}</select></p>`;
}
