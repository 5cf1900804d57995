import { html } from "hono/html";
import { FORCED, isForced } from "./action.ts";
import type { Failure, FormName } from "./failure.ts";
import { alert, form } from "./form.ts";
import type { Html } from "./html.ts";
import { WORDS } from "../../shared/editor/words.ts";

interface Removal {
  readonly name: FormName;
  readonly here: string;
  /** Where whoever thinks better of it goes on. */
  readonly back: string;
  /** Hidden fields that say what is removed. */
  readonly of: Html | string;
  readonly first: { readonly help: Html | string; readonly button: string };
  /** What is asked before it is done. */
  readonly second: { readonly question: Html | string; readonly button: string };
  readonly failure: Failure | undefined;
}

/** What was refused for not having been asked about; where it was, something else is in the way. */
export const isAsked = (failure: Failure | undefined, name: FormName): boolean =>
  failure?.form === name && failure.refusal.code === "CONFLICT" && !isForced(failure.typed);

/** What cannot be brought back is removed by two forms: the first is answered with a question and the second. */
export function removal({ name, here, back, of, first, second, failure }: Removal): Html {
  if (!isAsked(failure, name)) return html`${alert(failure, name)}
${form(name, here, html`${of}${first.help}<button type="submit" class="danger">${first.button}</button>`)}`;
  const content = html`${of}<input type="hidden" name="${FORCED}" value="true">
<p class="acts"><button type="submit" class="danger">${second.button}</button> <a href="${back}">${WORDS.keep}</a></p>`;
  return html`<div class="alert" role="alert">${second.question}</div>
${form(name, here, content)}`;
}
