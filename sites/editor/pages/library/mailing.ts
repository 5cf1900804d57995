/** The form that sends a new link by mail, where the site has a mail server. */
import { html } from "hono/html";
import { MAIL_ADDRESS_MAX_CHARS } from "../../../../manifests/bounds/forms.ts";
import { expectValue } from "../../../../runtime/commands/answer.ts";
import { WORDS } from "../../../words/words.ts";
import type { Desk } from "../desk/desk.ts";
import { DrawnFields } from "../drawing/fields.ts";
import { drawnForm } from "../drawing/form.ts";
import type { Html } from "../drawing/html.ts";

/** `page` is the path of the page whose action `letter` sends it. */
export function mailing(link: string, page: string): Html {
  const { people: words } = WORDS;
  const fields = new DrawnFields("letter", undefined);
  const content = html`<input type="hidden" name="link" value="${link}">
${fields.text("address", words.letterTo, "", { required: true, type: "email", max: MAIL_ADDRESS_MAX_CHARS, help: words.letterHelp })}
<button type="submit">${words.letter}</button>`;
  return drawnForm("letter", page, content);
}

export async function sendsMail({ workspace, member }: Desk): Promise<boolean> {
  return expectValue(await workspace.read("mail", member.site, { member: member.identity, isReader: false })).sends;
}
