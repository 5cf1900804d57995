/** The filters that members keep for a list, and the columns that a member sees there. */
import { html } from "hono/html";
import { SAVED_FILTER_NAME_MAX_CHARS } from "../../../../manifests/bounds/editor.ts";
import { can } from "../../../../runtime/commands/permissions.ts";
import { expectValue } from "../../../../runtime/commands/answer.ts";
import type { SavedFiltersView } from "../../../../runtime/savedFilters/views.ts";
import { say } from "../../../words/shape/say.ts";
import { WORDS } from "../../../words/words.ts";
import type { Action, PageActions } from "../desk/action.ts";
import { withQuery } from "../desk/address.ts";
import { findCommandRoute } from "../desk/area.ts";
import type { Desk } from "../desk/desk.ts";
import type { FormFailure } from "../desk/failure.ts";
import { type Fields, typedIn } from "../desk/sent.ts";
import { DrawnFields } from "../drawing/fields.ts";
import { alert, drawnForm } from "../drawing/form.ts";
import type { Html } from "../drawing/html.ts";
import { oneWay } from "../library/untrustedText.ts";

const { saved: words } = WORDS;

type Saved = SavedFiltersView["items"][number];

/** A list whose filters members keep. */
export interface FilteredList {
  /** `pages`, or `entries:` and a content type. */
  readonly name: string;
  /** The address of the list as it is now, without its place in it. */
  readonly here: string;
  /** The address of the list with a filter. It takes what the list knows, and nothing else. */
  readonly addressOf: (query: URLSearchParams) => string;
}

interface ListColumn {
  readonly name: string;
  readonly title: string;
}

export const savedFor = async ({ workspace, member }: Desk, list: string): Promise<SavedFiltersView> =>
  expectValue(await workspace.read("filters.saved", member.site, { member: member.identity, list }));

const queryOf = (address: string): string => address.slice(address.indexOf("?") + 1);
const isFiltered = (address: string): boolean => address.includes("?");

/** The links to saved filters, and the forms that keep this one and remove them. */
export function savedFilters(
  { member: { role } }: Desk,
  { items }: SavedFiltersView,
  list: FilteredList,
  failure: FormFailure | undefined,
): Html {
  const addressed = items.map((one) => ({ ...one, address: list.addressOf(new URLSearchParams(one.query)) }));
  const link = ({ address, name, shared }: (typeof addressed)[number]): Html =>
    html`<a href="${address}"${address === list.here ? html` aria-current="true"` : ""}><bdi>${name}</bdi>${shared ? html` <span class="badge">${words.sharedMark}</span>` : ""}</a> `;
  const removable = items.filter(({ own }) => own || can(role, "content.publish"));
  const links =
    items.length === 0 ? "" : html`<nav class="filter" aria-label="${words.title}">${addressed.map(link)}</nav>`;
  const alerts = html`${alert(failure, "save-filter")}${alert(failure, "remove-filter")}`;
  if (!isFiltered(list.here) && items.length === 0) return alerts;
  const keeping = isFiltered(list.here) ? saving(list, failure) : html`<p class="help">${words.filterFirst}</p>`;
  return html`${alerts}<div class="tools">${links}<details class="saving"${failure?.form === "save-filter" ? " open" : ""}><summary>${words.manage}</summary>${keeping}${removable.map((one) => removing(list, one))}</details></div>`;
}

function saving({ name, here }: FilteredList, failure: FormFailure | undefined): Html {
  const fields = new DrawnFields("save-filter", failure);
  const hidden = html`<input type="hidden" name="list" value="${name}"><input type="hidden" name="query" value="${queryOf(here)}">`;
  return drawnForm(
    "save-filter",
    here,
    html`${hidden}${fields.text("name", words.name, "", { required: true, max: SAVED_FILTER_NAME_MAX_CHARS })}
${fields.tick("shared", words.shared, false)}<p class="acts"><button type="submit" class="quiet">${words.keep}</button></p>`,
  );
}

const removing = ({ here }: FilteredList, { filter, name }: Saved): Html =>
  drawnForm(
    "remove-filter",
    here,
    html`<input type="hidden" name="filter" value="${filter}"><button type="submit" class="quiet danger">${say(words.remove, { name: oneWay(name) })}</button>`,
  );

/** The columns that a member sees, in the order of the list. */
export function shownColumns<T extends ListColumn>(all: readonly T[], chosen: readonly string[] | null): readonly T[] {
  return chosen === null ? all : all.filter(({ name }) => chosen.includes(name));
}

/** The form that chooses columns. */
export function columnsForm(
  { name, here }: Pick<FilteredList, "name" | "here">,
  all: readonly ListColumn[],
  chosen: readonly string[] | null,
): Html | string {
  if (all.length < 2) return "";
  const tick = (column: ListColumn, index: number): Html =>
    html`<p class="tick"><input type="checkbox" id="column-${index}" name="column-${index}" value="${column.name}"${chosen === null || chosen.includes(column.name) ? " checked" : ""}> <label for="column-${index}"><bdi>${column.title}</bdi></label></p>`;
  const content = html`<input type="hidden" name="list" value="${name}"><input type="hidden" name="count" value="${all.length}">${all.map(tick)}<p class="acts"><button type="submit" class="quiet">${words.showColumns}</button></p>`;
  return html`<details class="saving"><summary>${words.columns}</summary>${drawnForm("columns", here, content)}</details>`;
}

/** The same page again, with a report. */
const again =
  (done: string): Action["after"] =>
  ({ request }) => {
    const { pathname, searchParams } = new URL(request.url);
    return withQuery(pathname, { ...Object.fromEntries(searchParams), done });
  };

const columnsIn = (fields: Fields): readonly string[] =>
  [...fields].flatMap(([name, value]) => (COLUMN_FIELD.test(name) ? [value] : []));

const COLUMN_FIELD = /^column-\d{1,2}$/;

export const SAVED_ACTIONS: PageActions = {
  "save-filter": {
    route: findCommandRoute("filter.save"),
    fields: ["list", "name", "query", "shared"],
    ask: (_, fields) => ({
      body: {
        list: typedIn(fields, "list"),
        name: typedIn(fields, "name"),
        query: fields.get("query") ?? "",
        shared: fields.get("shared") === "true",
      },
    }),
    after: again("filterSaved"),
  },
  "remove-filter": {
    route: findCommandRoute("filter.remove"),
    fields: ["filter"],
    ask: (_, fields) => ({ segments: { filter: typedIn(fields, "filter") } }),
    after: again("filterRemoved"),
  },
  columns: {
    route: findCommandRoute("columns.put"),
    fields: ["list", "count"],
    more: COLUMN_FIELD,
    ask(_, fields) {
      const columns = columnsIn(fields);
      const isAll = columns.length === Number(typedIn(fields, "count"));
      return { body: { list: typedIn(fields, "list"), columns: isAll ? null : columns } };
    },
    after: again("columnsChosen"),
  },
};
