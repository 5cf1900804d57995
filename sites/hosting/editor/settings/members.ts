/** The members of the settings that the form has, by the names of its fields. */
import type { Settings } from "../../../../runtime/documents/content.ts";

/** Members that hold one text; an empty field takes the member away, but for those that the site needs. */
export const TEXTS = ["name", "language", "timeZone", "tagline", "description"] as const;
export const NEEDED = ["name", "language"] as const;
export const ORGANIZATION = ["legalName", "email", "telephone", "address"] as const;
export const PICTURES = ["logo", "icon"] as const;

const SPARE_ENTRIES = 3;
/** Entries that the form has fields for: those there are, and some more. */
export const MOST_ENTRIES = 12;

export const entriesShown = ({ social = [] }: Settings): number =>
  Math.min(MOST_ENTRIES, social.length + SPARE_ENTRIES);

export const SOCIAL_FIELD = /^(?:label|link)-\d{1,2}$/;
