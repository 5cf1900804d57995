/** The text of one letter, as its receiver would read it. */
import { html } from "hono/html";
import { Refusal } from "../../../../manifests/refusals/refusal.ts";
import { expectValue } from "../../../../runtime/commands/answer.ts";
import { can } from "../../../../runtime/commands/permissions.ts";
import { WORDS } from "../../../words/words.ts";
import type { Desk } from "../desk/desk.ts";
import { editorPage } from "../drawing/editorPage.ts";
import { MAIL_AREA } from "./area.ts";

export async function letterPage(desk: Desk): Promise<Response> {
  if (!can(desk.member.role, "forms.read")) throw new Refusal("FORBIDDEN");
  const letter = desk.subject ?? "";
  const { subject, text, replyTo } = expectValue(
    await desk.workspace.read("mail.letter", desk.member.site, { letter }),
  );
  const answer = replyTo === null ? "" : html`<p class="facts">${WORDS.mail.replyTo} <bdi>${replyTo}</bdi></p>`;
  const content = html`<p><a href="${MAIL_AREA.path}">${WORDS.mail.all}</a></p>
<h1><bdi>${subject}</bdi></h1>${answer}<pre class="letter" dir="auto">${text}</pre>`;
  return editorPage(desk, { title: subject, content });
}
