import { html } from "hono/html";
import { can } from "../../../../runtime/commands/permissions.ts";
import { say, WORDS } from "../../../shared/editor/words.ts";
import { draftOf } from "../desk/address.ts";
import type { Desk } from "../desk/desk.ts";
import type { Failure } from "../desk/failure.ts";
import { alert, form } from "./form.ts";
import type { Html } from "./html.ts";

/** Says when there is something to publish, and shows the button to members who may publish. */
export function publishBar(desk: Desk, here: string, failure: Failure | undefined): Html | string {
  const {
    context: { unpublished, change },
    member: { role },
  } = desk;
  if (unpublished === 0 && failure?.form !== "publish") return "";
  const button = html`<input type="hidden" name="change" value="${change}"><button type="submit">${WORDS.publish}</button>`;
  return html`<section class="publish" aria-label="${WORDS.publish}">${alert(failure, "publish")}
<p>${say(WORDS.unpublished, { n: unpublished })} <a href="${draftOf("/")}">${WORDS.preview}</a></p>
${can(role, "content.publish") ? form("publish", here, button) : ""}</section>`;
}
