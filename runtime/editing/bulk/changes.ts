/** The operations of one page in a change of many. */
import { Refusal } from "../../../manifests/refusals/refusal.ts";
import type { Page } from "../../documents/content/content.ts";
import { ENTRY } from "../../documents/content/entry.ts";
import type { PageOperation } from "../operations/pageOperation.ts";
import type { PagesChange } from "./inputs.ts";

type Operations = {
  readonly [Do in Exclude<PagesChange["do"], "delete">]: (
    page: Page,
    change: PagesChange & { do: Do },
  ) => readonly PageOperation[];
};

const members = (changes: Readonly<Record<string, unknown>>): readonly PageOperation[] => [{ op: "page", changes }];

const value = (page: Page, field: string, now: unknown): readonly PageOperation[] => [
  { op: "set", section: ENTRY, fields: { [field]: now }, was: { [field]: page.values?.[field] ?? null } },
];

const listIn = ({ values }: Page, field: string): readonly unknown[] => {
  const found = values?.[field];
  return Array.isArray(found) ? found : [];
};

const OPERATIONS: Operations = {
  hold: ({ held }) => (held === true ? [] : members({ held: true })),
  release: ({ held }) => (held === true ? members({ held: null }) : []),
  collect: (page, { collection }) => ((page.collection ?? null) === collection ? [] : members({ collection })),
  put: (page, { field, value: added }) =>
    listIn(page, field).includes(added) ? [] : value(page, field, [...listIn(page, field), added]),
  take: (page, { field, value: taken }) =>
    listIn(page, field).includes(taken)
      ? value(
          page,
          field,
          listIn(page, field).filter((one) => one !== taken),
        )
      : [],
  set: (page, { field, value: wanted }) =>
    (page.values?.[field] ?? null) === wanted ? [] : value(page, field, wanted),
  move: (page, change) => {
    const path = movedPath(page.path, change);
    return path === page.path ? [] : members({ path });
  },
};

/** The operations of one page. None if it is like this already. */
export function bulkOperations(page: Page, change: Exclude<PagesChange, { do: "delete" }>): readonly PageOperation[] {
  const make = OPERATIONS[change.do] as (page: Page, change: PagesChange) => readonly PageOperation[];
  return make(page, change);
}

/** A path with another beginning. Throws if it does not have the named one. */
function movedPath(path: string, { from, to }: PagesChange & { do: "move" }): string {
  if (from !== "/" && path !== from && !path.startsWith(`${from}/`))
    throw new Refusal("INVALID_REQUEST", {
      issues: [{ pointer: "/change/from", found: path, allowed: `a path that begins with ${from}` }],
    });
  const rest = from === "/" ? path : path.slice(from.length);
  const moved = to === "/" ? rest : to + (rest === "/" ? "" : rest);
  return moved === "" ? "/" : moved;
}
