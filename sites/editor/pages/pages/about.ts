import { html } from "hono/html";
import { TEXT_MAX_CHARS, TITLE_MAX_CHARS } from "../../../../manifests/bounds/documents.ts";
import { say } from "../../../words/shape/say.ts";
import { WORDS } from "../../../words/words.ts";
import { GROUPS_MAX_CHARS } from "../../looks/audienceText.ts";
import type { SelectOption } from "../drawing/fields.ts";
import { alert, drawnForm } from "../drawing/form.ts";
import type { Html } from "../drawing/html.ts";
import { type MergedForm, mergedFields } from "./mergedFields.ts";
import { wasField } from "../drawing/wasField.ts";
import { ABOUT_TEXTS, ABOUT_TICKS, ABOUT_TIMES, aboutIn, aboutOf } from "./aboutStates.ts";
import type { ShownPage } from "./shownPage.ts";

const { pages: words } = WORDS;

const FORM: MergedForm = {
  name: "about",
  pointers: {
    ...Object.fromEntries([...ABOUT_TEXTS, ...ABOUT_TICKS, ...ABOUT_TIMES].map((name) => [name, `/changes/${name}`])),
    audience: "/changes/audience",
    picture: "/changes/image",
  },
  statesIn: aboutIn,
  ticks: ABOUT_TICKS,
  wordless: ["picture"],
};

/** The form of the page's title, description, picture and similar facts. */
export function about(
  { body, here, failure, isOwn }: ShownPage,
  picture: { readonly chosen: string; readonly choices: readonly SelectOption[] },
  timeZone: string,
): Html {
  const now = aboutOf(body, timeZone);
  const zone = say(words.zone, { zone: timeZone });
  const { fields, theirs } = mergedFields(FORM, failure, now, isOwn);
  const content = html`${wasField(now)}
${fields.text("title", words.pageTitle, body.title, { required: true, max: TITLE_MAX_CHARS, help: theirs("title", words.titleHelp), shownIn: "shown-title" })}
${fields.text("description", words.description, body.description ?? "", { max: TEXT_MAX_CHARS, lines: 3, help: theirs("description", words.descriptionHelp), shownIn: "shown-description" })}
${fields.choice("picture", words.picture, picture.chosen, picture.choices, theirs("picture", words.pictureHelp))}
${fields.text("collection", words.collection, body.collection ?? "", { max: 64, help: theirs("collection", words.collectionHelp) })}
${fields.text("date", words.date, body.date ?? "", { max: 24, help: theirs("date", words.dateHelp) })}
${fields.text("author", words.author, body.author ?? "", { max: TITLE_MAX_CHARS, help: theirs("author") })}
${fields.text("audience", words.audience, now["audience"] ?? "", { max: GROUPS_MAX_CHARS, help: theirs("audience", words.audienceHelp) })}
${fields.tick("teaser", words.teaser, body.teaser === true, theirs("teaser"))}
${fields.tick("noindex", words.noindex, body.noindex === true, theirs("noindex"))}
${fields.tick("held", words.held, body.held === true, theirs("held", words.heldHelp))}
${fields.text("from", words.from, now["from"] ?? "", { type: "datetime-local", help: theirs("from", `${words.fromHelp} ${zone}`) })}
${fields.text("until", words.until, now["until"] ?? "", { type: "datetime-local", help: theirs("until", zone) })}
<button type="submit">${WORDS.everyPage.save}</button>`;
  return html`<section aria-labelledby="about-title-heading"><h2 id="about-title-heading">${words.about}</h2>${alert(failure, "about")}${drawnForm("about", here, content)}</section>`;
}
