import { html } from "hono/html";
import { can } from "../../../runtime/permissions.ts";
import { say, WORDS } from "../../shared/editor/words.ts";
import { draftOf } from "./address.ts";
import type { Desk } from "./desk.ts";
import type { Failure } from "./failure.ts";
import { alert, form } from "./form.ts";
import type { Html } from "./html.ts";

/** For those who may publish, as soon as there is something to; everybody sees that there is. */
export function publishBar(desk: Desk, here: string, failure: Failure | undefined): Html | string {
  const { context: { unpublished, change }, member: { role } } = desk;
  if (unpublished === 0 && failure?.form !== "publish") return "";
  const button = html`<input type="hidden" name="change" value="${change}"><button type="submit">${WORDS.publish}</button>`;
  return html`<section class="publish" aria-label="${WORDS.publish}">${alert(failure, "publish")}
<p>${say(WORDS.unpublished, { n: unpublished })} <a href="${draftOf("/")}">${WORDS.preview}</a></p>
${can(role, "content.publish") ? form("publish", here, button) : ""}</section>`;
}
