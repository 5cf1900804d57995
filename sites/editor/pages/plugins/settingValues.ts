/** Reads a plugin's settings from a form. Settings that the form does not show stay unchanged. */
import type { PluginSettingsView } from "../../../../runtime/plugins/management/views.ts";
import { type Fields, SECRET_FIELD } from "../desk/sent.ts";
import { PLAIN_FIELD, schemaFields, typedValue } from "../drawing/schemaFields.ts";

/** The prefix of checkboxes that remove a secret. */
export const NO_SECRET = "none.";
export const SETTING_FIELD = /^(?:set|secret|none)\.[A-Za-z0-9_-]{1,40}$/;

/** All settings after the form: an empty field removes its setting, and an empty secret keeps the stored one. */
export function settingsFrom(present: PluginSettingsView, fields: Fields): Readonly<Record<string, unknown>> {
  const values: Record<string, unknown> = { ...present.values };
  for (const { name, kind } of schemaFields(present.schema).shown) {
    const typed = fields.get(`${kind === "secret" ? SECRET_FIELD : PLAIN_FIELD}${name}`);
    if (kind === "secret" && fields.get(`${NO_SECRET}${name}`) === "true") values[name] = null;
    else if (typed !== undefined && typed !== "") values[name] = typedValue(kind, typed);
    else if (typed === "" && kind !== "secret") delete values[name];
  }
  return values;
}
