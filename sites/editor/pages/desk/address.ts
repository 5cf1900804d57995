import { EDIT_MARKER } from "../../../../runtime/serving/editMarker.ts";

/** An address of this site with a query, in the given order. Empty values are left out. */
export function withQuery(path: string, known: Readonly<Record<string, string | number | null | undefined>>): string {
  const given = Object.entries(known).flatMap(([name, value]): [string, string][] =>
    value === null || value === undefined || value === "" ? [] : [[name, String(value)]],
  );
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given).toString()}`;
}

/** The address of a page's draft. */
export const draftOf = (path: string): string => `${path}?${EDIT_MARKER}`;
