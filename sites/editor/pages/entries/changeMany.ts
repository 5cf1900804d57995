/** The form that changes several entries, and the receipt of what it did. */
import { html } from "hono/html";
import type { infer as Infer } from "zod/mini";
import { Refusal } from "../../../../manifests/refusals/refusal.ts";
import { backEdits } from "../../../../runtime/editing/operations/backEdits.ts";
import type { PageView, pagesBatchView } from "../../../../runtime/editing/views.ts";
import { say } from "../../../words/shape/say.ts";
import { WORDS } from "../../../words/words.ts";
import type { Telling } from "../desk/action.ts";
import { withQuery } from "../desk/address.ts";
import { changingAt } from "../desk/area.ts";
import type { Desk } from "../desk/desk.ts";
import type { DeskPageState } from "../desk/page.ts";
import { notInForm } from "../desk/through.ts";
import type { SelectOption } from "../drawing/fields.ts";
import { alert, drawnForm } from "../drawing/form.ts";
import { editorPage } from "../drawing/editorPage.ts";
import type { Html } from "../drawing/html.ts";
import { canvasAt, PAGES_AREA } from "../pages/area.ts";
import { pageToken, publishOnly } from "../publish/chosen.ts";
import { CHANGE_MANY, entriesAt } from "./addresses.ts";
import { bulkEdit, type BulkName, editsIn } from "./bulkChange.ts";
import { CHOSEN_FIELD, readChosen, sentEntries, TICKED } from "./chosen.ts";
import type { Column, ListedType } from "./columns.ts";
import { listedType } from "./listedType.ts";
import { offeredFor } from "./titles.ts";
import { drawUses } from "./uses.ts";

const { entries: words, pages: pageWords } = WORDS;
const NAMES: readonly BulkName[] = ["hold", "release", "put", "take", "set", "delete"];

const route = changingAt("POST", "/api/pages/batch");
const hereAt = (type: string): string => withQuery(CHANGE_MANY, { type });

export const CHANGES_MANY: Telling = {
  route,
  fields: ["what", "field", "value"],
  more: CHOSEN_FIELD,
  async ask(desk, fields) {
    const type = await listedType(desk);
    const [what, field = "", value = ""] = ["what", "field", "value"].map((one) => fields.get(one));
    const name = NAMES.find((one) => one === what);
    if (name === undefined) throw notInForm("what", NAMES.join(", "));
    const chosen = sentEntries(fields);
    const views = await readChosen(
      desk,
      type.type,
      chosen.map(({ id }) => id),
    );
    const bodies = new Map(views.map(({ id, body }) => [id, body]));
    const edits = chosen.flatMap((one) => {
      const body = bodies.get(one.id);
      return (body && bulkEdit(one, body, { name, field, value })) ?? [];
    });
    if (edits.length === 0) throw new Refusal("CONFLICT", { conflict: "entries_unchanged" });
    return { body: { items: edits } };
  },
  tell: receipt,
};

export const TAKES_BACK: Telling = {
  route,
  fields: ["edits"],
  ask: (_, fields) => ({ body: { items: editsIn(fields.get("edits") ?? "") } }),
  tell: receipt,
};

/** Says what was done, and offers to take it back. */
async function receipt(desk: Desk, answer: unknown): Promise<Response> {
  const type = await listedType(desk);
  const batch = answer as Infer<typeof pagesBatchView>;
  const back = backEdits(batch);
  const all = batch.versions.length;
  const deleted = all - back.length;
  const undo = html`<input type="hidden" name="edits" value="${JSON.stringify(back)}"><button type="submit" class="quiet">${words.undo}</button>`;
  const content = html`<p><a href="${entriesAt(type.type)}"><bdi>${type.plural}</bdi></a></p><h1>${words.receipt}</h1>
<p class="status" role="status">${back.length === 0 ? "" : say(words.changedMany, { n: back.length })} ${deleted === 0 ? "" : say(words.deletedMany, { n: deleted })}</p>
${deleted === 0 ? "" : html`<p><a href="${PAGES_AREA.path}?state=deleted">${words.deletedWhere}</a></p>`}
${back.length === 0 ? "" : drawnForm("back", hereAt(type.type), undo)}`;
  return editorPage(desk, { title: words.receipt, content });
}

export async function changeMany(desk: Desk, { failure }: DeskPageState): Promise<Response> {
  const type = await listedType(desk);
  const query = new URL(desk.request.url).searchParams;
  const ids = failure?.form === "change" ? sentEntries(failure.typed).map(({ id }) => id) : query.getAll(TICKED);
  const chosen = await readChosen(desk, type.type, ids);
  const content = html`<p><a href="${entriesAt(type.type)}"><bdi>${type.plural}</bdi></a></p>
<h1>${say(words.changeTitle, { n: chosen.length })}</h1>${alert(failure, "change")}${alert(failure, "back")}
${chosen.length === 0 ? html`<p class="none">${words.noneChosen}</p>` : await ways(desk, type, chosen)}`;
  return editorPage(desk, { title: words.changeMany, content, refusal: failure?.refusal });
}

async function ways(desk: Desk, type: ListedType, chosen: readonly PageView[]): Promise<Html> {
  const here = hereAt(type.type);
  const kept = chosen.map(
    ({ id, version }, index) => html`<input type="hidden" name="entry-${index}" value="${id} ${version}">`,
  );
  const form = (content: Html): Html => drawnForm("change", here, html`${kept}${content}`);
  const button = (what: BulkName, said: string, look = "quiet"): Html =>
    html`<button type="submit" name="what" value="${what}" class="${look}">${said}</button> `;
  const columns = type.columns.filter(({ kind, choices }) => kind === "page" || choices.length > 0);
  const terms = await Promise.all(
    columns.map(async (column) =>
      term(column, column.kind === "page" ? await offeredFor(desk, column) : column.choices),
    ),
  );
  return html`<ul class="rows">${chosen.map(chosenRow)}</ul>
<div class="work narrow"><section aria-labelledby="state-title"><h2 id="state-title">${words.state}</h2>
<p><a href="${publishOnly(chosen.map(({ id }) => pageToken(id)))}">${words.publishThese}</a></p>
${form(html`<p class="acts">${button("hold", words.hold)}${button("release", words.release)}</p>`)}</section>
${terms.map(({ title, fields, acts }) => html`<section aria-label="${title}"><h2>${title}</h2>${form(html`${fields}<p class="acts">${acts.map(([what, said]) => button(what, said))}</p>`)}</section>`)}
<section aria-labelledby="delete-title"><h2 id="delete-title">${words.deleteTitle}</h2>${await drawUses(desk, chosen)}
<p class="help">${pageWords.removeHelp}</p>${form(html`<p class="acts">${button("delete", say(words.deleteMany, { n: chosen.length }), "danger")}</p>`)}</section></div>`;
}

interface Term {
  readonly title: string;
  readonly fields: Html;
  readonly acts: readonly (readonly [BulkName, string])[];
}

/** The choice of a value for one field: a list gets or loses it, another field is set to it. */
function term({ name, title, isList }: Column, offered: readonly SelectOption[]): Term {
  const none: readonly SelectOption[] = isList ? [] : [["", words.noValue]];
  const options = [...none, ...offered].map(([value, said]) => html`<option value="${value}">${said}</option>`);
  return {
    title,
    fields: html`<input type="hidden" name="field" value="${name}"><p class="field"><label for="value-${name}">${title}</label> <select id="value-${name}" name="value">${options}</select></p>`,
    acts: isList
      ? [
          ["put", words.put],
          ["take", words.take],
        ]
      : [["set", words.set]],
  };
}

const chosenRow = ({ id, body }: PageView): Html =>
  html`<li class="row"><div class="what"><p class="name"><a href="${canvasAt(id)}"><bdi>${body.title}</bdi></a>${body.held === true ? html` <span class="badge is-held">${pageWords.held}</span>` : ""}</p><p class="facts"><bdi class="path">${body.path}</bdi></p></div></li>`;
