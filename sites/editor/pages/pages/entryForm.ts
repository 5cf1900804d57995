/** The form that makes a page an entry of a content type, or an entry one of another type. */
import { html } from "hono/html";
import { WORDS } from "../../../words/words.ts";
import { findCommandRoute } from "../desk/area.ts";
import type { Action } from "../desk/action.ts";
import { withQuery } from "../desk/address.ts";
import type { Desk } from "../desk/desk.ts";
import { settingsOf } from "../desk/documentAddress.ts";
import { notInForm } from "../desk/through.ts";
import { expectValue } from "../../../../runtime/commands/answer.ts";
import { DrawnFields } from "../drawing/fields.ts";
import { alert, drawnForm } from "../drawing/form.ts";
import type { Html } from "../drawing/html.ts";
import { versionField } from "../drawing/versionField.ts";
import { catalogueFor } from "./beginnings.ts";
import type { ShownPage } from "./shownPage.ts";

const { pages: words } = WORDS;

export async function entryForm(desk: Desk, { body, version, here, failure }: ShownPage): Promise<Html | string> {
  const { contentTypes } = await catalogueFor(desk);
  const others = contentTypes.filter(({ type }) => type !== body.type);
  if (others.length === 0) return "";
  const fields = new DrawnFields("entry", failure, { type: "/changes/type" });
  const choices = others.map(({ type, title }) => [type, title] as const);
  const content = html`${versionField(version)}
${fields.choice("type", words.entryOf, "", choices, words.entryHelp)}
<button type="submit">${words.makeEntry}</button>`;
  return html`<section aria-labelledby="entry-title"><h2 id="entry-title">${words.entry}</h2>${alert(failure, "entry")}${drawnForm("entry", here, content)}</section>`;
}

/** Values of the page stay, so that a type with the same fields shows them. The site refuses values that the type lacks. */
export const MAKE_ENTRY: Action = {
  route: findCommandRoute("page.update"),
  fields: ["version", "type"],
  async ask(desk, fields) {
    const { workspace, member, subject } = desk;
    const page = subject ?? "";
    const { contentTypes } = await catalogueFor(desk);
    const type = contentTypes.find((one) => one.type === fields.get("type"));
    if (!type) throw notInForm("changes/type", "one of the list");
    const { body } = expectValue(await workspace.read("page", member.site, { page }));
    const changes = { type: type.type, values: { ...type.start, ...body.values } };
    return { segments: { page }, version: fields.get("version") ?? "", body: { changes } };
  },
  after: ({ subject }) => withQuery(settingsOf(subject ?? ""), { done: "typed" }),
};
