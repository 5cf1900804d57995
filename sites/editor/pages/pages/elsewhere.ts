/** Asks for another address when an earlier version of a page cannot have its own back. */
import { html } from "hono/html";
import { PATH_MAX_CHARS } from "../../../../manifests/bounds/documents.ts";
import { WORDS } from "../../../words/words.ts";
import type { FormFailure } from "../desk/failure.ts";
import { DrawnFields } from "../drawing/fields.ts";
import { drawnForm } from "../drawing/form.ts";
import type { Html } from "../drawing/html.ts";

const { pages: words } = WORDS;

/** The path that another page has, if that refused the form. */
const takenPath = ({ refusal: { detail } }: FormFailure): string | undefined =>
  detail.conflict === "path_taken" ? detail.issues?.[0]?.found : undefined;

/** The form, sent again with an address. Empty unless a taken address refused it. `kept` are its other fields. */
export function elsewhere(
  failure: FormFailure | undefined,
  form: string,
  here: string,
  kept: readonly string[],
): Html | string {
  const taken = failure?.form === form ? takenPath(failure) : undefined;
  if (failure === undefined || taken === undefined) return "";
  const fields = new DrawnFields(form, failure);
  const hidden = kept.map(
    (name) => html`<input type="hidden" name="${name}" value="${failure.typed.get(name) ?? ""}">`,
  );
  const content = html`${hidden}${fields.text("path", words.elsewhere, `${taken}-2`.slice(-PATH_MAX_CHARS), { required: true, max: PATH_MAX_CHARS, help: words.elsewhereHelp })}
<button type="submit">${words.restore}</button>`;
  return html`<div class="work narrow"><section>${drawnForm(form, here, content)}</section></div>`;
}
