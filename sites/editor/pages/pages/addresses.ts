import { html } from "hono/html";
import { PATH_MAX_CHARS, TITLE_MAX_CHARS } from "../../../../manifests/bounds/documents.ts";
import { say } from "../../../words/shape/say.ts";
import { WORDS } from "../../../words/words.ts";
import { DrawnFields } from "../drawing/fields.ts";
import { alert, drawnForm } from "../drawing/form.ts";
import type { Html } from "../drawing/html.ts";
import { versionField } from "../drawing/versionField.ts";
import type { ShownPage } from "./shownPage.ts";

const { pages: words } = WORDS;

/** The form that moves a page and the pages below it. A move leaves a redirect only if the page was published. */
export function addressForm({ body, version, below, published, here, failure }: ShownPage): Html {
  const fields = new DrawnFields("move", failure);
  const content = html`${versionField(version)}
${fields.text("path", words.path, body.path, { required: true, max: PATH_MAX_CHARS })}
${fields.tick("redirect", words.redirect, published !== null)}
${below === 0 || body.path === "/" ? "" : fields.tick("along", say(words.along, { n: below }), true)}
<button type="submit">${words.move}</button>`;
  return html`<section aria-labelledby="move-title"><h2 id="move-title">${words.address}</h2>${alert(failure, "move")}${drawnForm("move", here, content)}</section>`;
}

export function copyForm({ body, version, here, failure }: ShownPage): Html {
  const fields = new DrawnFields("copy", failure);
  const title = say(words.copyTitle, { title: body.title }).slice(0, TITLE_MAX_CHARS);
  const content = html`${versionField(version)}
${fields.text("title", words.pageTitle, title, { required: true, max: TITLE_MAX_CHARS })}
${fields.text("path", words.path, copyPath(body.path), { required: true, max: PATH_MAX_CHARS })}
<button type="submit">${words.makeCopy}</button>`;
  return html`<section aria-labelledby="copy-title-heading"><h2 id="copy-title-heading">${words.copy}</h2>${alert(failure, "copy")}${drawnForm("copy", here, content)}</section>`;
}

const copyPath = (path: string): string => (path === "/" ? "/home-2" : `${path}-2`).slice(0, PATH_MAX_CHARS);
