import { html } from "hono/html";
import { say } from "../../../words/shape/say.ts";
import { WORDS } from "../../../words/words.ts";
import type { Action } from "../desk/action.ts";
import { withQuery } from "../desk/address.ts";
import { findCommandRoute } from "../desk/area.ts";
import { drawnForm } from "../drawing/form.ts";
import type { Html } from "../drawing/html.ts";
import { versionField } from "../drawing/versionField.ts";

const { translations: words } = WORDS;

interface RightPage {
  readonly id: string;
  readonly title: string;
  readonly version: number;
}

/**
 * The form that says that a translation is right for the version of the source that the member saw. A change of the
 * source since then stays a change.
 */
export const stillRight = (here: string, { id, title, version }: RightPage, source: number): Html =>
  drawnForm(
    "still-right",
    here,
    html`${versionField(version)}<input type="hidden" name="page" value="${id}"><input type="hidden" name="source" value="${source}">
<button type="submit" class="quiet" title="${words.stillRightHelp}" aria-label="${say(words.ofPage, { what: words.stillRight, title })}">${words.stillRight}</button>`,
  );

export const STILL_RIGHT: Action = {
  route: findCommandRoute("translation.confirm"),
  fields: ["version", "page", "source"],
  ask: (_, fields) => ({
    segments: { page: fields.get("page") ?? "" },
    version: fields.get("version") ?? "",
    body: { source: Number(fields.get("source")) },
  }),
  after: ({ request }) => {
    const { pathname, searchParams } = new URL(request.url);
    searchParams.set("done", "stamped");
    return withQuery(pathname, Object.fromEntries(searchParams));
  },
};
