import { html } from "hono/html";
import type { ConflictName } from "../../../../manifests/refusals/conflicts.ts";
import { FORCED, isForced } from "../desk/action.ts";
import type { FormFailure } from "../desk/failure.ts";
import { alert, drawnForm } from "../drawing/form.ts";
import type { Html } from "../drawing/html.ts";
import { WORDS } from "../../../words/words.ts";

interface Removal {
  readonly name: string;
  readonly here: string;
  /** The address for a member who cancels. */
  readonly back: string;
  /** Hidden fields that name what is removed. */
  readonly of: Html | string;
  readonly first: { readonly help: Html | string; readonly button: string };
  /** The question and the button of the confirmation. */
  readonly second: { readonly question: Html | string; readonly button: string };
  readonly failure: FormFailure | undefined;
}

/** Conflicts that a confirmation ends. */
const ASKING: readonly (ConflictName | undefined)[] = ["confirmation_missing", "file_used"];

/** Tells whether a refusal only asks for confirmation. After a confirmation, the same name has another reason. */
export const isAsked = (failure: FormFailure | undefined, name: string): boolean =>
  failure?.form === name && ASKING.includes(failure.refusal.detail.conflict) && !isForced(failure.typed);

/** Removes irrecoverable content in two steps: the first form asks, and the second removes. */
export function removal({ name, here, back, of, first, second, failure }: Removal): Html {
  if (!isAsked(failure, name))
    return html`${alert(failure, name)}
${drawnForm(name, here, html`${of}${first.help}<button type="submit" class="danger">${first.button}</button>`)}`;
  const content = html`${of}<input type="hidden" name="${FORCED}" value="true">
<p class="acts"><button type="submit" class="danger">${second.button}</button> <a href="${back}">${WORDS.everyPage.keep}</a></p>`;
  return html`<div class="alert" role="alert">${second.question}</div>
${drawnForm(name, here, content)}`;
}
