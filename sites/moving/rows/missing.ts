/** The pages that cells name and the site lacks. A member may create them, as entries of the type that the field wants. */
import type { CatalogueView } from "../../../runtime/editing/views.ts";
import { fold } from "../../../runtime/search/words.ts";
import { newEntry } from "./newEntry.ts";
import type { PlannedRow } from "./rowPlan.ts";

type TypeView = CatalogueView["contentTypes"][number];

export interface LackedPage {
  readonly title: string;
  /** The edit of the API that creates it. */
  readonly edit: object;
}

/** Each page once, in the order of the rows. Fields that take any page say no type, so nothing can be created for them. */
export function missingPages(
  planned: readonly PlannedRow[],
  types: readonly TypeView[],
  today: string,
): readonly LackedPage[] {
  const found = new Map<string, LackedPage>();
  for (const { faults } of planned)
    for (const { fault, found: title, of } of faults) {
      const type = fault === "unknownPage" ? types.find((one) => one.type === of) : undefined;
      const key = `${of} ${fold(title).trim()}`;
      // A path names a page that is gone, and is no title.
      if (!type || title.startsWith("/") || found.has(key)) continue;
      found.set(key, { title, edit: { do: "create", body: newEntry(type, title, today), anyPath: true } });
    }
  return [...found.values()];
}
