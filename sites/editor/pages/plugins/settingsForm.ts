/** The form of a plugin's settings. It never shows a secret, not even a typed one after a refusal. */
import { html } from "hono/html";
import type { PluginSettingsView } from "../../../../runtime/plugins/management/views.ts";
import { say } from "../../../words/shape/say.ts";
import { WORDS } from "../../../words/words.ts";
import type { FormFailure } from "../desk/failure.ts";
import { SECRET_FIELD } from "../desk/sent.ts";
import { DrawnFields } from "../drawing/fields.ts";
import { alert, drawnForm } from "../drawing/form.ts";
import type { Html } from "../drawing/html.ts";
import { type SchemaField, drawnField, PLAIN_FIELD, schemaFields } from "../drawing/schemaFields.ts";
import { versionField } from "../drawing/versionField.ts";
import { spoken } from "../../../words/spoken.ts";
import { untrustedText } from "../library/untrustedText.ts";
import { NO_SECRET } from "./settingValues.ts";

const { plugins: words } = WORDS;

export function settingsForm(settings: PluginSettingsView, here: string, failure: FormFailure | undefined): Html {
  const { shown, others } = schemaFields(settings.schema);
  if (shown.length + others.length === 0) return html`<p>${words.noSettings}</p>`;
  const pointers = Object.fromEntries(shown.map(({ name }) => [`${PLAIN_FIELD}${name}`, `/values/${name}`]));
  const fields = new DrawnFields("settings", failure, pointers);
  const content = html`${versionField(settings.version)}${shown.map((field) => (field.kind === "secret" ? secret(field, settings) : drawnField(field, fields, settings.values[field.name])))}
<button type="submit">${WORDS.everyPage.save}</button>`;
  return html`${issues(settings)}${alert(failure, "settings")}${shown.length === 0 ? "" : drawnForm("settings", here, content)}
${others.length === 0 ? "" : html`<p class="help"><bdi>${say(words.unshown, { names: others.join(", ") })}</bdi></p>`}`;
}

const issues = ({ issues: found }: PluginSettingsView): Html | string =>
  found.length === 0
    ? ""
    : html`<div class="warning"><p>${words.settingsIssues}</p><ul>${(spoken({ issues: found }).issues ?? []).map(
        ({ pointer, allowed }) => html`<li>${untrustedText(`${pointer.slice(1)}: ${allowed}`)}</li>`,
      )}</ul></div>`;

function secret({ name, title, help }: SchemaField, { secrets }: PluginSettingsView): Html {
  const isSet = secrets.some((one) => one.name === name && one.set);
  const id = `settings-${SECRET_FIELD}${name}`;
  const none = `${NO_SECRET}${name}`;
  const away = html`<p class="tick"><input type="checkbox" id="settings-${none}" name="${none}" value="true"> <label for="settings-${none}">${words.secretNone}${WORDS.everyPage.colon}<bdi>${title}</bdi></label></p>`;
  return html`<p class="field"><label for="${id}">${title}</label> <input type="password" id="${id}" name="${SECRET_FIELD}${name}" autocomplete="off" aria-describedby="${id}-help"> <span class="help" id="${id}-help">${help} ${isSet ? words.secretSet : words.secretUnset}</span></p>${isSet ? away : ""}`;
}
