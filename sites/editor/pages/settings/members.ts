/** The settings in the form, by the names of its fields. */
import type { Settings } from "../../../../runtime/documents/content/settings.ts";

/** Settings that hold one text. An empty field removes a setting, except those that a site needs. */
export const TEXTS = ["name", "language", "timeZone", "tagline", "description", "readers", "visits"] as const;
export const NEEDED = ["name", "language"] as const;
export const ORGANIZATION = ["legalName", "email", "telephone", "address"] as const;
export const PICTURES = ["logo", "icon"] as const;

const SPARE_ENTRIES = 3;
/** The most entries with fields in the form: the stored ones and some empty ones. */
export const MOST_ENTRIES = 12;

export const entriesShown = ({ social = [] }: Settings): number =>
  Math.min(MOST_ENTRIES, social.length + SPARE_ENTRIES);

export const SOCIAL_FIELD = /^(?:label|link)-\d{1,2}$/;
