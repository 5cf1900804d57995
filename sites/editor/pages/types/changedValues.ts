/** A list of values of entries before and after a change of their type. */
import { html } from "hono/html";
import type { KindChangeView } from "../../../../runtime/editing/comparing/kindChange.ts";
import { say } from "../../../words/shape/say.ts";
import { WORDS } from "../../../words/words.ts";
import { beforeAndAfter } from "../drawing/beforeAndAfter.ts";
import type { Html } from "../drawing/html.ts";

const words = WORDS.types;

export function changedValues(title: string, { total, listed }: KindChangeView["lost"]): Html | "" {
  if (total === 0) return "";
  const rows = listed.map(
    ({ title: entry, before, after }) =>
      html`<li><bdi>${entry}</bdi>${WORDS.everyPage.colon}${beforeAndAfter(before, after)}</li>`,
  );
  const more = total - listed.length;
  return html`<h3>${title}</h3><ul>${rows}${more > 0 ? html`<li>${say(words.kindMore, { n: more })}</li>` : ""}</ul>`;
}
