/** The form in which a member chooses the language of the editor. Their browser keeps it: it is no one else's business. */
import { html } from "hono/html";
import { LANGUAGE_KEPT_MS } from "../../../../manifests/bounds/editor.ts";
import { LANGUAGES, isLanguage } from "../../../shared/editor/words/languages.ts";
import { WORDS } from "../../../shared/editor/words/words.ts";
import { seeOther } from "../../answers.ts";
import { dropCookie, keepCookie } from "../../auth/cookies.ts";
import type { ContinueAction } from "../desk/action.ts";
import { notInForm } from "../desk/through.ts";
import type { SelectOption } from "../drawing/fields.ts";
import { DrawnFields } from "../drawing/fields.ts";
import type { Html } from "../drawing/html.ts";
import { languageChosenIn, LANGUAGE_COOKIE } from "../../../shared/editor/words/asked.ts";

const { account: words } = WORDS;

/** Leads back to the page of its form, which then speaks the language. */
export const choosingLanguage = (here: string): ContinueAction => ({
  fields: ["language"],
  turn(_, fields) {
    const wanted = fields.get("language") ?? "";
    if (wanted !== "" && !isLanguage(wanted)) throw notInForm("language", Object.keys(LANGUAGES).join(", "));
    const response = seeOther(`${here}?done=language`);
    const cookie = wanted === "" ? dropCookie(LANGUAGE_COOKIE) : keepCookie(LANGUAGE_COOKIE, wanted, LANGUAGE_KEPT_MS);
    response.headers.append("Set-Cookie", cookie);
    return response;
  },
});

const CHOICES: readonly SelectOption[] = Object.entries(LANGUAGES).map(([language, { name }]) => [language, name]);

/** No script sends this form in place: everything around it changes as well. */
export function languageForm(request: Request, here: string): Html {
  const fields = new DrawnFields("language", undefined);
  const choices: readonly SelectOption[] = [["", words.asBrowser], ...CHOICES];
  return html`<div class="work narrow"><section aria-labelledby="language-title"><h2 id="language-title">${words.languageTitle}</h2>
<form method="post" action="${here}"><input type="hidden" name="do" value="language">
${fields.choice("language", words.language, languageChosenIn(request) ?? "", choices, words.languageHelp)}
<button type="submit">${WORDS.frame.save}</button></form></section></div>`;
}
