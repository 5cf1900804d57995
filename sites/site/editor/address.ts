import { EDIT_MARKER } from "../public/hit.ts";

/** An address of this site with what is known of its query, in that order. */
export function withQuery(path: string, known: Readonly<Record<string, string | number | null | undefined>>): string {
  const given = Object.entries(known).flatMap(([name, value]): [string, string][] => (value === null || value === undefined || value === "" ? [] : [[name, String(value)]]));
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given).toString()}`;
}

/** Where the draft of a page is looked at. */
export const draftOf = (path: string): string => `${path}?${EDIT_MARKER}`;
