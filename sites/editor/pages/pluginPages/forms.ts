/** The forms of a plugin's page. Their fields come from the schema of the plugin's route. */
import { html } from "hono/html";
import type { MemberPageView } from "../../../../runtime/plugins/pages/views.ts";
import type { FormFailure } from "../desk/failure.ts";
import { DrawnFields } from "../drawing/fields.ts";
import { alert, drawnForm } from "../drawing/form.ts";
import type { Html } from "../drawing/html.ts";
import { drawnField, PLAIN_FIELD, schemaFields } from "../drawing/schemaFields.ts";
import { untrustedText } from "../library/untrustedText.ts";
import { pluginPageAt } from "./area.ts";

/** The values of a form that the page no longer has, for their writer to copy. */
export function unplaced({ forms }: MemberPageView, failure: FormFailure | undefined): Html | string {
  if (failure === undefined || forms.some(({ name }) => name === failure.typed.get("form"))) return "";
  const typed = [...failure.typed].filter(([name]) => name.startsWith(PLAIN_FIELD));
  const copies = typed.map(
    ([name, value]) =>
      html`<p class="field"><label>${untrustedText(name.slice(PLAIN_FIELD.length))} <textarea readonly rows="4" dir="auto">${value}</textarea></label></p>`,
  );
  return alert(failure, "fill", html`${copies}`);
}

export const drawnForms = (
  { page, list, forms }: MemberPageView,
  entry: string | undefined,
  failure: FormFailure | undefined,
): Html[] =>
  forms.map(({ name, title, schema, values }) => {
    const refused = failure?.typed.get("form") === name ? failure : undefined;
    const { shown } = schemaFields(schema);
    const pointers = Object.fromEntries(shown.map((field) => [`${PLAIN_FIELD}${field.name}`, `/${field.name}`]));
    const fields = new DrawnFields("fill", refused, pointers, name);
    const content = html`<input type="hidden" name="form" value="${name}"><input type="hidden" name="list" value="${list}">${entry === undefined ? "" : html`<input type="hidden" name="entry" value="${entry}">`}${shown.map((field) => drawnField(field, fields, values[field.name]))}
<button type="submit">${untrustedText(title)}</button>`;
    return html`<details class="wide"${refused || entry !== undefined ? " open" : ""}><summary>${untrustedText(title)}</summary><div class="work">${alert(refused, "fill")}${drawnForm("fill", pluginPageAt(page), content)}</div></details>`;
  });
