/** The page of the site's settings. */
import { html } from "hono/html";
import { TEXT_MAX_CHARS, TITLE_MAX_CHARS } from "../../../../manifests/bounds/documents.ts";
import { LINK_MAX_CHARS } from "../../../../manifests/bounds/fields.ts";
import { expectValue } from "../../../../runtime/commands/answer.ts";
import type { Settings } from "../../../../runtime/documents/content.ts";
import { TIME_ZONE_MAX_CHARS } from "../../../../runtime/documents/timeZone.ts";
import { say } from "../../../shared/editor/words/say.ts";
import { WORDS } from "../../../shared/editor/words/words.ts";
import type { Desk } from "../desk/desk.ts";
import type { PageState } from "../desk/page.ts";
import { FormFields } from "../drawing/fields.ts";
import { alert, form } from "../drawing/form.ts";
import { framed } from "../drawing/frame.ts";
import type { Html } from "../drawing/html.ts";
import { publishBar } from "../drawing/publishBar.ts";
import { doneIn, status } from "../drawing/status.ts";
import { versionField } from "../drawing/versionField.ts";
import { linkedPages, typedFor } from "../menu/targets.ts";
import { pictureChoices } from "../pages/sharePicture.ts";
import { SETTINGS_AREA } from "./area.ts";
import { entriesShown, ORGANIZATION, PICTURES, TEXTS } from "./members.ts";

const { settings: words } = WORDS;
const HERE = SETTINGS_AREA.path;

/** Id of the list of zones that the field suggests. */
const ZONES = "zones";

const POINTERS = Object.fromEntries([
  ...[...TEXTS, ...PICTURES].map((name) => [name, `/body/${name}`]),
  ...ORGANIZATION.map((name) => [name, `/body/organization/${name}`]),
]) as Record<string, string>;

export async function settingsPage(desk: Desk, { failure }: PageState): Promise<Response> {
  const { version, body } = expectValue(await desk.workspace.read("settings", desk.member.site));
  const fields = new FormFields("settings", failure, POINTERS);
  const content = html`${versionField(version)}${siteFields(fields, body)}${await pictures(desk, fields, body)}
<fieldset><legend>${words.organization}</legend>${organization(fields, body)}</fieldset>
<fieldset><legend>${words.social}</legend><p class="help">${words.socialHelp}</p>${await elsewhere(desk, fields, body)}</fieldset>
${fields.tick("editorEntry", words.entry, body.editorEntry !== false, words.entryHelp)}
<button type="submit">${WORDS.frame.save}</button>`;
  const query = new URL(desk.request.url).searchParams;
  return framed(desk, {
    title: words.title,
    content: html`<h1>${words.title}</h1>
${status(doneIn(query, words.done))}
${publishBar(desk, HERE, failure)}
<div class="work narrow"><section aria-labelledby="site-title"><h2 id="site-title">${words.site}</h2>${alert(failure, "settings")}${form("settings", HERE, content)}</section></div>`,
    refusal: failure?.refusal,
  });
}

const siteFields = (
  fields: FormFields,
  { name, tagline = "", description = "", language, timeZone = "" }: Settings,
): Html =>
  html`${fields.text("name", words.name, name, { required: true, max: TITLE_MAX_CHARS })}
${fields.text("tagline", words.tagline, tagline, { max: TITLE_MAX_CHARS })}
${fields.text("description", words.description, description, { max: TEXT_MAX_CHARS, lines: 3, help: words.descriptionHelp })}
${fields.text("language", words.language, language, { required: true, max: 35, help: words.languageHelp })}
${fields.text("timeZone", words.timeZone, timeZone, { max: TIME_ZONE_MAX_CHARS, help: words.timeZoneHelp, list: ZONES })}
<datalist id="${ZONES}">${Intl.supportedValuesOf("timeZone").map((zone) => html`<option>${zone}</option>`)}</datalist>`;

async function pictures(desk: Desk, fields: FormFields, body: Settings): Promise<Html> {
  const [logo, icon] = await Promise.all([pictureChoices(desk, body.logo), pictureChoices(desk, body.icon)]);
  return html`${fields.choice("logo", words.logo, logo.chosen, logo.choices, words.logoHelp)}
${fields.choice("icon", words.icon, icon.chosen, icon.choices, words.iconHelp)}`;
}

const organization = (fields: FormFields, { organization: known = {} }: Settings): Html =>
  html`${fields.text("legalName", words.legalName, known.legalName ?? "", { max: TITLE_MAX_CHARS })}
${fields.text("email", words.email, known.email ?? "", { max: TITLE_MAX_CHARS, type: "email" })}
${fields.text("telephone", words.telephone, known.telephone ?? "", { max: TITLE_MAX_CHARS, type: "tel", help: words.telephoneHelp })}
${fields.text("address", words.address, known.address ?? "", { max: TEXT_MAX_CHARS, help: words.addressHelp })}`;

async function elsewhere(desk: Desk, fields: FormFields, body: Settings): Promise<Html> {
  const { social = [] } = body;
  const known = await linkedPages(
    desk,
    social.map(({ link }) => link),
  );
  const rows = Array.from({ length: entriesShown(body) }, (_, index) => {
    const { label = "", link = "" } = social[index] ?? {};
    return html`<div class="pair" role="group" aria-label="${say(words.socialEntry, { n: index + 1 })}">${fields.text(`label-${index}`, words.label, label, { max: TITLE_MAX_CHARS })}${fields.text(`link-${index}`, words.link, typedFor(link, known), { max: LINK_MAX_CHARS })}</div>`;
  });
  return html`${rows}`;
}
