/** The pattern of an entry's path: fixed parts, and placeholders for the entry's slug and parts of its dates. */
import { ENTRY_ADDRESS_MAX_CHARS } from "../bounds/manifest.ts";
import { isPagePath } from "./pagePath.ts";

const PLACEHOLDER = /\{(?:slug|(?:([a-z][A-Za-z0-9_]*)\.)?(year|month|day))\}/g;
/** Stands for a placeholder while the fixed parts are checked. */
const FILLED = "1";

export const ADDRESS_SAYS =
  "a path with {slug}, such as /events/{slug} or /journal/{year}/{month}/{slug}; {start.year} takes the year of the field start";

export const isEntryAddress = (address: string): boolean =>
  address.length <= ENTRY_ADDRESS_MAX_CHARS &&
  address.split("{slug}").length === 2 &&
  isPagePath(address.replace(PLACEHOLDER, FILLED));

/** The pattern of the paths of a type whose entries have no page. Members find an entry by its path, and visitors do not. */
export const innerAddress = (type: string): string => `/${type.slice(type.indexOf("/") + 1)}/{slug}`;

/** The names of the fields whose dates an address uses. The page's own date has no name. */
export const datesOfAddress = (address: string): string[] =>
  [...address.matchAll(PLACEHOLDER)].flatMap(([, field]) => (field === undefined ? [] : [field]));

/** Tells whether an address takes a part of the page's own date. */
export const needsPageDate = (address: string): boolean => /\{(?:year|month|day)\}/.test(address);

/** Positions of the parts of an ISO date, such as 2026-03-12. */
const PARTS = { year: [0, 4], month: [5, 7], day: [8, 10] } as const;

/** The path of an entry. Undefined if a date that the address needs is missing. `dateOf` reads a field, or the page's date. */
export function entryPath(
  address: string,
  slug: string,
  dateOf: (field: string | undefined) => string | undefined,
): string | undefined {
  let isWhole = true;
  const path = address.replace(PLACEHOLDER, (_all, field: string | undefined, part?: keyof typeof PARTS) => {
    if (part === undefined) return slug;
    const text = dateOf(field)?.slice(...PARTS[part]) ?? "";
    isWhole &&= /^\d+$/.test(text);
    return text;
  });
  return isWhole ? path : undefined;
}
