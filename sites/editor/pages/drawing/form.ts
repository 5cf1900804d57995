import { html } from "hono/html";
import { explained } from "../../../words/explained.ts";
import type { FormFailure } from "../desk/failure.ts";
import type { Html } from "./html.ts";
import { supportCode } from "./supportCode.ts";
import { wordsOf } from "../../../words/wordsOf.ts";

/** Shows a refusal beside its form. */
export function alert(failure: FormFailure | undefined, form: string, more: Html | string = ""): Html | string {
  if (failure?.form !== form) return "";
  const { code, detail } = failure.refusal;
  const lines = explained(detail).map((line) => html`<li><bdi>${line}</bdi></li>`);
  return html`<div class="alert" role="alert"><p>${wordsOf(code)}</p>${lines.length > 0 ? html`<ul>${lines}</ul>` : ""}${more}${supportCode(code)}</div>`;
}

/**
 * A form that posts to its own page. Its idempotency key makes a repeat harmless; a given key continues an earlier
 * form's work.
 */
export const drawnForm = (
  name: string,
  here: string,
  content: Html | string,
  key: string = crypto.randomUUID(),
): Html => html`<form method="post" action="${here}" data-form="${name}">
<input type="hidden" name="do" value="${name}"><input type="hidden" name="key" value="${key}">
${content}
</form>`;
