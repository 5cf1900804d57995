import { html } from "hono/html";
import { TEXT_MAX_CHARS, TITLE_MAX_CHARS } from "../../../../manifests/bounds/documents.ts";
import { WORDS } from "../../../shared/editor/words/words.ts";
import type { Choice } from "../drawing/fields.ts";
import { FormFields } from "../drawing/fields.ts";
import { alert, form } from "../drawing/form.ts";
import type { Html } from "../drawing/html.ts";
import { versionField } from "../drawing/versionField.ts";
import type { ShownPage } from "./shownPage.ts";

const { pages: words } = WORDS;

const NAMES = ["title", "description", "collection", "date", "author", "noindex"];
const POINTERS = Object.fromEntries(NAMES.map((name) => [name, `/changes/${name}`]));

/** The form of what browsers, lists and others are told of the page. */
export function about(
  { body, version, here, failure }: ShownPage,
  picture: { readonly chosen: string; readonly choices: readonly Choice[] },
): Html {
  const fields = new FormFields("about", failure, { ...POINTERS, picture: "/changes/image" });
  const content = html`${versionField(version)}
${fields.text("title", words.pageTitle, body.title, { required: true, max: TITLE_MAX_CHARS, help: words.titleHelp, shownIn: "shown-title" })}
${fields.text("description", words.description, body.description ?? "", { max: TEXT_MAX_CHARS, lines: 3, help: words.descriptionHelp, shownIn: "shown-description" })}
${fields.choice("picture", words.picture, picture.chosen, picture.choices, words.pictureHelp)}
${fields.text("collection", words.collection, body.collection ?? "", { max: 64, help: words.collectionHelp })}
${fields.text("date", words.date, body.date ?? "", { max: 24, help: words.dateHelp })}
${fields.text("author", words.author, body.author ?? "", { max: TITLE_MAX_CHARS })}
${fields.tick("noindex", words.noindex, body.noindex === true)}
<button type="submit">${WORDS.frame.save}</button>`;
  return html`<section aria-labelledby="about-title-heading"><h2 id="about-title-heading">${words.about}</h2>${alert(failure, "about")}${form("about", here, content)}</section>`;
}
