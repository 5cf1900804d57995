import { html } from "hono/html";
import { can } from "../../../../runtime/commands/permissions.ts";
import { say } from "../../../words/shape/say.ts";
import { WORDS } from "../../../words/words.ts";
import { draftOf } from "../desk/address.ts";
import { PUBLISH_PATH } from "../desk/documentAddress.ts";
import type { Desk } from "../desk/desk.ts";
import type { FormFailure } from "../desk/failure.ts";
import { alert, drawnForm } from "./form.ts";
import type { Html } from "./html.ts";

/**
 * Shows whether there is something to publish, with a button for members who may publish at once. Others get a link to
 * the page where they ask.
 */
export function publishBar(desk: Desk, here: string, failure: FormFailure | undefined): Html | string {
  const {
    context: { unpublished, change, review },
    member: { role },
  } = desk;
  if (unpublished === 0 && failure?.form !== "publish") return "";
  const button = html`<input type="hidden" name="change" value="${change}"><button type="submit">${WORDS.publishing.publish}</button>`;
  return html`<section class="publish" aria-label="${WORDS.publishing.publish}">${alert(failure, "publish")}
<p>${say(WORDS.publishing.unpublished, { n: unpublished })} <a href="${draftOf("/")}">${WORDS.publishing.preview}</a></p>
${can(role, "content.publish") && !review ? drawnForm("publish", here, button) : html`<p class="acts"><a href="${PUBLISH_PATH}">${WORDS.publishing.see}</a></p>`}</section>`;
}
