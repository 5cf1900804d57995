/** The part of a file's page that sets which readers get the file. */
import { html } from "hono/html";
import type { MediaDetailView } from "../../../../runtime/media/views.ts";
import { WORDS } from "../../../words/words.ts";
import { GROUPS_MAX_CHARS } from "../../looks/audienceText.ts";
import type { FormFailure } from "../desk/failure.ts";
import { alert, drawnForm } from "../drawing/form.ts";
import type { Html } from "../drawing/html.ts";

export function audienceForm({ audience, version }: MediaDetailView, here: string, failure?: FormFailure): Html {
  const { media: words, everyPage } = WORDS;
  const failed = failure?.form === "audience" ? failure : undefined;
  const groups = failed?.typed.get("audience") ?? audience?.join(", ") ?? "";
  const content = html`<input type="hidden" name="version" value="${version}">
<p><label for="audience">${words.audience}</label> <input type="text" id="audience" name="audience" maxlength="${GROUPS_MAX_CHARS}" autocapitalize="none" aria-describedby="audience-help" value="${groups}">
<span class="help" id="audience-help">${words.audienceHelp}</span></p>
<button type="submit">${everyPage.save}</button>`;
  return html`<section aria-labelledby="audience-title"><h2 id="audience-title">${words.audienceTitle}</h2>${alert(failure, "audience")}
${drawnForm("audience", here, content)}</section>`;
}
