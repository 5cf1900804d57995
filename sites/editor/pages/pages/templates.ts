/** The forms about page templates: save a page as one, and let new entries of its type begin with one. */
import { html } from "hono/html";
import { TITLE_MAX_CHARS } from "../../../../manifests/bounds/documents.ts";
import { expectValue } from "../../../../runtime/commands/answer.ts";
import { can } from "../../../../runtime/commands/permissions.ts";
import type { Settings } from "../../../../runtime/documents/content/settings.ts";
import type { CatalogueView } from "../../../../runtime/editing/views.ts";
import { say } from "../../../words/shape/say.ts";
import { WORDS } from "../../../words/words.ts";
import type { Action } from "../desk/action.ts";
import { withQuery } from "../desk/address.ts";
import { findCommandRoute } from "../desk/area.ts";
import type { Desk } from "../desk/desk.ts";
import { settingsOf } from "../desk/documentAddress.ts";
import { newIdIn } from "../desk/newId.ts";
import { notInForm } from "../desk/through.ts";
import { DrawnFields } from "../drawing/fields.ts";
import { alert, drawnForm } from "../drawing/form.ts";
import type { Html } from "../drawing/html.ts";
import { canvasAt } from "./area.ts";
import { catalogueFor } from "./beginnings.ts";
import type { ShownPage } from "./shownPage.ts";

const { pages: words } = WORDS;

type TypeChoice = CatalogueView["contentTypes"][number];

const PUT_SETTINGS = findCommandRoute("settings.put");

/** The form that makes a template of the page. On a template, the form that lets new entries begin with it. */
export async function templateForm(desk: Desk, shown: ShownPage): Promise<Html | string> {
  const { contentTypes } = await catalogueFor(desk);
  const kinds = contentTypes.filter(({ begins }) => begins !== undefined);
  if (kinds.length === 0) return "";
  const kind = kinds.find(({ type }) => type === shown.body.type);
  return kind ? usualForm(desk, shown, typeBegun(shown.body.values, kind, contentTypes)) : makingForm(shown);
}

function makingForm({ body, here, failure }: ShownPage): Html {
  const fields = new DrawnFields("template", failure, { title: "/body/title" });
  const content = html`${fields.text("title", words.templateName, body.title, { required: true, max: TITLE_MAX_CHARS })}
<button type="submit">${words.makeTemplate}</button>`;
  return section(
    html`<p>${words.templateHelp}</p>${alert(failure, "template")}${drawnForm("template", here, content)}`,
  );
}

const section = (content: Html): Html =>
  html`<section aria-labelledby="template-heading"><h2 id="template-heading">${words.template}</h2>${content}</section>`;

/** The type whose entries begin with a template. Undefined for a template of pages without a type. */
const typeBegun = (
  values: Readonly<Record<string, unknown>> | undefined,
  { begins = "" }: TypeChoice,
  types: readonly TypeChoice[],
): TypeChoice | undefined => types.find(({ type }) => type === values?.[begins]);

/** New entries of a type begin with one template at most. */
function usualForm(
  { member, subject }: Desk,
  { here, failure }: ShownPage,
  type: TypeChoice | undefined,
): Html | string {
  if (!type) return "";
  const isUsual = type.template === subject;
  const says = say(isUsual ? words.usual : words.notUsual, { plural: type.plural });
  const button = html`<input type="hidden" name="usual" value="${isUsual ? "no" : "yes"}"><button type="submit">${isUsual ? words.endUsual : words.makeUsual}</button>`;
  const form = can(member.role, PUT_SETTINGS.permission) ? drawnForm("usual", here, button) : "";
  return section(html`<p>${says}</p>${alert(failure, "usual")}${form}`);
}

export const MAKE_TEMPLATE: Action = {
  route: findCommandRoute("page.create"),
  fields: ["title"],
  async ask(desk, fields) {
    const { workspace, member, subject } = desk;
    const { body } = expectValue(await workspace.read("page", member.site, { page: subject ?? "" }));
    const { type, begins = "" } = (await catalogueFor(desk)).contentTypes.find((one) => one.begins) ?? {};
    const { language, sections } = body;
    const values = body.type === undefined ? {} : { [begins]: body.type };
    return { body: { body: { title: fields.get("title") ?? "", type, values, sections, language } } };
  },
  after: (_, __, answer) => canvasAt(newIdIn(answer)),
};

/** Chooses the template for its type in the settings of the site, or takes the choice back. */
export const CHOOSE_TEMPLATE: Action = {
  route: PUT_SETTINGS,
  fields: ["usual"],
  async ask(desk, fields) {
    const { workspace, member } = desk;
    const page = desk.subject ?? "";
    const { body } = expectValue(await workspace.read("page", member.site, { page }));
    const { contentTypes } = await catalogueFor(desk);
    const kind = contentTypes.find(({ type, begins }) => begins !== undefined && type === body.type);
    const type = kind && typeBegun(body.values, kind, contentTypes);
    if (!type) throw notInForm("usual", "a template of a content type");
    const settings = expectValue(await workspace.read("settings", member.site));
    const changed = withTemplate(settings.body, type.type, fields.get("usual") === "yes" ? page : undefined);
    return { version: String(settings.version), body: { body: changed } };
  },
  after: ({ subject }, fields) =>
    withQuery(settingsOf(subject ?? ""), { done: fields.get("usual") === "yes" ? "usual" : "unusual" }),
};

function withTemplate({ templates, ...settings }: Settings, type: string, page: string | undefined): Settings {
  const { [type]: _before, ...others } = templates ?? {};
  const all = page === undefined ? others : { ...others, [type]: page };
  return Object.keys(all).length === 0 ? settings : { ...settings, templates: all };
}
