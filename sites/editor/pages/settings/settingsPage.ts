import { html } from "hono/html";
import { TEXT_MAX_CHARS, TITLE_MAX_CHARS } from "../../../../manifests/bounds/documents.ts";
import { LINK_MAX_CHARS } from "../../../../manifests/bounds/fields.ts";
import { expectValue } from "../../../../runtime/commands/answer.ts";
import type { Settings } from "../../../../runtime/documents/content/settings.ts";
import { TIME_ZONE_MAX_CHARS } from "../../../../runtime/documents/content/timeZone.ts";
import { say } from "../../../words/shape/say.ts";
import { suggestedLanguages, suggestedName, suggestedZones } from "../../../words/suggestions.ts";
import { WORDS } from "../../../words/words.ts";
import type { Desk } from "../desk/desk.ts";
import { isSelf } from "../desk/names.ts";
import { wasField } from "../drawing/wasField.ts";
import type { DeskPageState } from "../desk/page.ts";
import type { Fields } from "../desk/sent.ts";
import { type DrawnFields, drawnSuggestions, type SelectOption } from "../drawing/fields.ts";
import { alert, drawnForm } from "../drawing/form.ts";
import { editorPage } from "../drawing/editorPage.ts";
import type { Html } from "../drawing/html.ts";
import { type MergedForm, type Theirs, mergedFields } from "../pages/mergedFields.ts";
import { pictured } from "../drawing/pictured.ts";
import { publishBar } from "../drawing/publishBar.ts";
import { doneIn, status } from "../drawing/status.ts";
import { menuTargets, shownTarget } from "../desk/links.ts";
import { type PictureChoices, pictureChoices } from "../pages/sharePicture.ts";
import { SETTINGS_AREA } from "./area.ts";
import { ORGANIZATION, PICTURES, SOCIAL_FIELD, TEXTS } from "./members.ts";
import { entriesIn, stateLinks, statesIn, readStates } from "./states.ts";

const { settings: words } = WORDS;
const HERE = SETTINGS_AREA.path;

/** The ids of the lists of suggestions. */
const ZONES = "zones";
const LANGUAGES = "languages";

/** The ways to count visits. The words are those of the page's reader, so each page asks for them. */
const waysToCount = () =>
  [
    ["", words.visitsCounted],
    ["script", words.visitsByScript],
    ["off", words.visitsOff],
  ] as const;

/** The people who may have a reader's account. */
const readersWho = () =>
  [
    ["", words.readersAll],
    ["invited", words.readersInvited],
  ] as const;

const POINTERS = Object.fromEntries([
  ...[...TEXTS, ...PICTURES].map((name) => [name, `/body/${name}`]),
  ...ORGANIZATION.map((name) => [name, `/body/organization/${name}`]),
]) as Record<string, string>;

export async function settingsPage(desk: Desk, { failure }: DeskPageState): Promise<Response> {
  const { body, changedBy } = expectValue(await desk.workspace.read("settings", desk.member.site));
  const states = await readStates(desk, body);
  const typed = failure?.form === "settings" ? failure.typed : undefined;
  const { fields, theirs } = mergedFields(FORM, failure, states, isSelf(desk, changedBy));
  const content = html`${wasField(states)}${siteFields(fields, body, theirs)}${await pictures(desk, fields, body, theirs)}
<fieldset><legend>${words.organization}</legend>${organization(fields, body, theirs)}</fieldset>
<fieldset><legend>${words.social}</legend><p class="help">${theirs("social", words.socialHelp)}</p>${await elsewhere(desk, fields, body, typed)}</fieldset>
${fields.choice("readers", words.readers, body.readers ?? "", readersWho(), theirs("readers"))}
${fields.choice("visits", words.visits, body.visits ?? "", waysToCount(), theirs("visits", words.visitsHelp))}
${fields.tick("editorEntry", words.entry, body.editorEntry !== false, theirs("editorEntry", words.entryHelp))}
<button type="submit">${WORDS.everyPage.save}</button>`;
  const query = new URL(desk.request.url).searchParams;
  return editorPage(desk, {
    title: words.title,
    content: html`<h1>${words.title}</h1>
${status(doneIn(query, words.done))}
${publishBar(desk, HERE, failure)}
<div class="work narrow"><section aria-labelledby="site-title"><h2 id="site-title">${words.site}</h2>${alert(failure, "settings")}${drawnForm("settings", HERE, content)}</section></div>`,
    refusal: failure?.refusal,
  });
}

const FORM: MergedForm = {
  name: "settings",
  pointers: POINTERS,
  statesIn,
  partOf: (field) => (SOCIAL_FIELD.test(field) ? "social" : field),
  ticks: ["editorEntry"],
  wordless: [...PICTURES, "readers", "visits"],
};

const siteFields = (
  fields: DrawnFields,
  { name, tagline = "", description = "", language, timeZone = "" }: Settings,
  theirs: Theirs,
): Html =>
  html`${fields.text("name", words.name, name, { required: true, max: TITLE_MAX_CHARS, help: theirs("name") })}
${fields.text("tagline", words.tagline, tagline, { max: TITLE_MAX_CHARS, help: theirs("tagline") })}
${fields.text("description", words.description, description, { max: TEXT_MAX_CHARS, lines: 3, help: theirs("description", words.descriptionHelp) })}
${fields.text("language", words.language, language, { required: true, max: 35, help: theirs("language", named(language, suggestedLanguages(), words.languageHelp)), list: LANGUAGES })}
${fields.text("timeZone", words.timeZone, timeZone, { max: TIME_ZONE_MAX_CHARS, help: theirs("timeZone", named(timeZone, suggestedZones(), words.timeZoneHelp)), list: ZONES })}
${drawnSuggestions(LANGUAGES, suggestedLanguages())}${drawnSuggestions(ZONES, suggestedZones())}`;

/** The help of a field, after the name of its value. */
const named = (value: string, suggested: readonly SelectOption[], help: string): Html | string => {
  const name = suggestedName(value, suggested);
  return name === undefined ? help : html`<b><bdi>${name}</bdi></b> · ${help}`;
};

async function pictures(desk: Desk, fields: DrawnFields, body: Settings, theirs: Theirs): Promise<Html> {
  const [logo, icon] = await Promise.all([pictureChoices(desk, body.logo), pictureChoices(desk, body.icon)]);
  const chosen = (name: (typeof PICTURES)[number], { chosen: stored, choices, addresses }: PictureChoices): Html =>
    pictured(
      fields.choice(name, words[name], stored, choices, theirs(name, words[`${name}Help`])),
      fields.value(name, stored),
      addresses,
    );
  return html`${chosen("logo", logo)}${chosen("icon", icon)}`;
}

const organization = (fields: DrawnFields, { organization: known = {} }: Settings, theirs: Theirs): Html =>
  html`${fields.text("legalName", words.legalName, known.legalName ?? "", { max: TITLE_MAX_CHARS, help: theirs("legalName") })}
${fields.text("email", words.email, known.email ?? "", { max: TITLE_MAX_CHARS, type: "email", help: theirs("email") })}
${fields.text("telephone", words.telephone, known.telephone ?? "", { max: TITLE_MAX_CHARS, type: "tel", help: theirs("telephone", words.telephoneHelp) })}
${fields.text("address", words.address, known.address ?? "", { max: TEXT_MAX_CHARS, help: theirs("address", words.addressHelp) })}`;

async function elsewhere(desk: Desk, fields: DrawnFields, body: Settings, typed: Fields = new Map()): Promise<Html> {
  const { social = [] } = body;
  const known = await menuTargets(
    desk,
    social.map(({ link }) => link),
  );
  const stored = stateLinks(body, known);
  const rows = Array.from({ length: Math.max(stored.length, entriesIn(typed).length) }, (_, index) => {
    const [label, link] = stored[index] ?? ["", ""];
    const { link: kept = "" } = social[index] ?? {};
    const help =
      known.get(kept)?.page === undefined
        ? ""
        : say(WORDS.everyPage.link.now, { target: shownTarget(kept, known).text });
    return html`<div class="pair" role="group" aria-label="${say(words.socialEntry, { n: index + 1 })}">${fields.text(`label-${index}`, words.label, label, { max: TITLE_MAX_CHARS })}${fields.text(`link-${index}`, words.link, link, { max: LINK_MAX_CHARS, help })}</div>`;
  });
  return html`${rows}`;
}
