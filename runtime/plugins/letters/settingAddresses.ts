/** The addresses that an owner wrote into a plugin's setting. */
import { MAIL_PLUGIN_ADDRESSES_MAX } from "../../../manifests/bounds/forms.ts";
import { isMailAddress } from "../../forms/mailAddress.ts";

/** The form that a letter is about. */
interface AboutForm {
  readonly form: string;
  readonly title: string;
}

interface Entry {
  readonly address: string;
  /** The id or the title of a form. Empty for every form. */
  readonly form: string;
}

const text = (value: unknown): string => (typeof value === "string" ? value.trim() : "");

/** A text is an address, or the title or id of a form, a colon, and an address. */
function entryOfText(value: string): Entry {
  const colon = value.lastIndexOf(":");
  return { address: value.slice(colon + 1).trim(), form: value.slice(0, Math.max(0, colon)).trim() };
}

function entryOf(value: unknown): Entry {
  if (typeof value !== "object" || value === null) return entryOfText(text(value));
  const { address, form } = value as { readonly address?: unknown; readonly form?: unknown };
  return { address: text(address), form: text(form) };
}

/** The entries with a plain mail address. */
export const addressEntries = (value: unknown): Entry[] =>
  (Array.isArray(value) ? value.map(entryOf) : []).filter(({ address }) => isMailAddress(address));

const isAbout = ({ form }: Entry, about: AboutForm | undefined): boolean =>
  form === "" ||
  (about !== undefined && (form === about.form || form.toLowerCase() === about.title.trim().toLowerCase()));

/**
 * The addresses for a letter, each once, at most MAIL_PLUGIN_ADDRESSES_MAX. Whatever is no plain address is left out. An
 * entry with a form gets letters about this form alone.
 */
export function settingAddresses(value: unknown, about: AboutForm | undefined): string[] {
  const wanted = addressEntries(value).filter((entry) => isAbout(entry, about));
  return [...new Set(wanted.map(({ address }) => address))].slice(0, MAIL_PLUGIN_ADDRESSES_MAX);
}
