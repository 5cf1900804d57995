/** The form for the editor's language. The choice is stored in the member's browser only. */
import { html } from "hono/html";
import { LANGUAGE_KEPT_MS } from "../../../../manifests/bounds/editor.ts";
import { LANGUAGES, isLanguage } from "../../../words/shape/languages.ts";
import { WORDS } from "../../../words/words.ts";
import { seeOther } from "../../../web/http/answers.ts";
import { dropCookie, keepCookie } from "../../../web/auth/cookies.ts";
import type { ContinueAction } from "../desk/action.ts";
import { notInForm } from "../desk/through.ts";
import { type SelectOption, DrawnFields } from "../drawing/fields.ts";
import type { Html } from "../drawing/html.ts";
import { languageChosenIn, LANGUAGE_COOKIE } from "../../../words/asked.ts";

const { account: words } = WORDS;

/** Stores the language in a cookie, and redirects to the form's page. */
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

/** The script does not send this form in place, because the whole page changes its language. */
export function languageForm(request: Request, here: string): Html {
  const fields = new DrawnFields("language", undefined);
  const choices: readonly SelectOption[] = [["", words.asBrowser], ...CHOICES];
  return html`<div class="work narrow"><section aria-labelledby="language-title"><h2 id="language-title">${words.languageTitle}</h2>
<form method="post" action="${here}"><input type="hidden" name="do" value="language">
${fields.choice("language", words.language, languageChosenIn(request) ?? "", choices, words.languageHelp)}
<button type="submit">${WORDS.everyPage.save}</button></form></section></div>`;
}
