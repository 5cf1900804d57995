/** Looks at a change of several pages before it is made, makes it, and takes it back. */
import { html } from "hono/html";
import type { infer as Infer } from "zod/mini";
import type { pagesBackView, pagesChangedView } from "../../../../runtime/editing/bulk/views.ts";
import { say } from "../../../words/shape/say.ts";
import { WORDS } from "../../../words/words.ts";
import type { ContinueAction, PageActions, Telling } from "../desk/action.ts";
import { changingAt } from "../desk/area.ts";
import type { Desk } from "../desk/desk.ts";
import type { Fields } from "../desk/sent.ts";
import { through } from "../desk/through.ts";
import { drawnForm } from "../drawing/form.ts";
import { editorPage } from "../drawing/editorPage.ts";
import type { Html } from "../drawing/html.ts";
import { canvasAt } from "../pages/area.ts";
import { backToList, hereAt, listAt, pagesCount, listTypeOf } from "./bulkPage.ts";
import { CHANGE_FIELDS, type ChangeName, changeNamed, changeSent } from "./changing.ts";
import { backField, backSent, chosenSent } from "./chosen.ts";

const { bulk: words } = WORDS;

type Changed = Infer<typeof pagesChangedView>;
type ChangedPage = Changed["pages"][number];

const CHANGE = changingAt("POST", "/api/pages/change");
const BACK = changingAt("POST", "/api/pages/back");
const FIELDS = ["pages", ...CHANGE_FIELDS] as const;

/** Rows of a look that are shown. The others are counted. */
const ROWS = 100;

const bodyOf = (fields: Fields): object => ({
  pages: chosenSent(fields.get("pages") ?? "").map(({ id, version }) => ({ page: id, expected: version })),
  change: changeSent(fields),
});

/** Shows what the change would do. It is tried by the same command, which then stores nothing. */
const LOOKS: ContinueAction = {
  fields: FIELDS,
  async turn(desk, fields) {
    const tried = await through(desk, CHANGE, {
      query: "?dryRun=true",
      key: fields.get("key") ?? "",
      body: bodyOf(fields),
    });
    return look(desk, fields, tried as Changed);
  },
};

async function look(desk: Desk, fields: Fields, { pages, redirects }: Changed): Promise<Response> {
  const type = await listTypeOf(desk);
  const name = changeNamed(fields);
  const same = chosenSent(fields.get("pages") ?? "").length - pages.length;
  const kept = FIELDS.flatMap((one) =>
    fields.has(one) ? [html`<input type="hidden" name="${one}" value="${fields.get(one) ?? ""}">`] : [],
  );
  const more = pages.length - ROWS;
  const title = say(words.looks[name], { pages: pagesCount(pages.length) });
  const doing = html`${kept}<p class="acts"><button type="submit"${name === "delete" ? html` class="danger"` : ""}>${title}</button> <a href="${listAt(type)}">${words.leave}</a></p>`;
  const content = html`${backToList(type)}<h1>${title}</h1><p class="lead">${words.lookHelp}</p>
${same > 0 ? html`<p class="facts">${say(words.same, { pages: pagesCount(same) })}</p>` : ""}${redirects === null ? "" : html`<p class="facts">${words.withRedirects}</p>`}
<ul class="rows">${pages.slice(0, ROWS).map((page) => lookRow(page, name))}</ul>${more > 0 ? html`<p class="facts">${say(words.more, { pages: pagesCount(more) })}</p>` : ""}
${drawnForm("change", hereAt(type), doing)}`;
  return editorPage(desk, { title, content });
}

function lookRow({ page, title, from, path }: ChangedPage, name: ChangeName): Html {
  const places =
    name === "move" && path !== null
      ? html`<bdi class="path">${from}</bdi> ${words.becomes} <bdi class="path">${path}</bdi>`
      : html`<bdi class="path">${from}</bdi>`;
  return html`<li class="row"><div class="what"><p class="name"><a href="${canvasAt(page)}"><bdi>${title}</bdi></a></p><p class="facts">${places}</p></div></li>`;
}

const CHANGES: Telling = {
  route: CHANGE,
  fields: FIELDS,
  ask: (_, fields) => ({ body: bodyOf(fields) }),
  async tell(desk, answer) {
    const { versions, pages, redirects } = answer as Changed;
    const type = await listTypeOf(desk);
    const now = new Map(versions.map(({ id, version }) => [id, version]));
    const back = pages.map(({ page, path, version }) => ({
      id: page,
      version: path === null ? 0 : (now.get(page) ?? 0),
      before: version,
    }));
    const rules = versions.find(({ kind }) => kind === "redirects")?.version;
    const hidden = html`<input type="hidden" name="back" value="${backField(back)}">${redirects === null || rules === undefined ? "" : html`<input type="hidden" name="redirects" value="${rules}:${redirects}">`}`;
    const undo = html`${hidden}<button type="submit" class="quiet">${words.undo}</button>`;
    return receipt(
      desk,
      say(words.changed, { pages: pagesCount(pages.length) }),
      drawnForm("back", hereAt(type), undo),
    );
  },
};

const TAKES_BACK: Telling = {
  route: BACK,
  fields: ["back", "redirects"],
  ask(_, fields) {
    const pages = backSent(fields.get("back") ?? "").map(({ id, version, before }) => ({
      page: id,
      expected: version,
      version: before,
    }));
    const [, expected, version] = /^(\d{1,15}):(\d{1,15})$/.exec(fields.get("redirects") ?? "") ?? [];
    const redirects =
      expected === undefined ? {} : { redirects: { expected: Number(expected), version: Number(version) } };
    return { body: { pages, ...redirects } };
  },
  tell: (desk, answer) =>
    receipt(
      desk,
      say(words.wentBack, { pages: pagesCount((answer as Infer<typeof pagesBackView>).pages.length) }),
      html``,
    ),
};

async function receipt(desk: Desk, said: string, more: Html): Promise<Response> {
  const content = html`${backToList(await listTypeOf(desk))}<h1>${words.receipt}</h1><p class="status" role="status">${said} ${words.inDraft}</p>${more}`;
  return editorPage(desk, { title: words.receipt, content });
}

export const BULK_ACTIONS: PageActions = { look: LOOKS, change: CHANGES, back: TAKES_BACK };
