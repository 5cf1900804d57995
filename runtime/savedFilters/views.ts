/** Saved filters and columns of the editor's lists, as the API takes and answers them. */
import * as z from "zod/mini";
import {
  LIST_COLUMNS_MAX,
  SAVED_FILTER_NAME_MAX_CHARS,
  SAVED_FILTER_QUERY_MAX_CHARS,
} from "../../manifests/bounds/editor.ts";
import { SEEN_SAYS, isSeen } from "../../manifests/shapes/plainText.ts";
import { described } from "../commands/described.ts";

/** The list of all pages, or the list of one content type's entries. */
export const listName = z
  .string()
  .check(
    z.maxLength(176),
    z.regex(/^(?:pages|entries:(?:site|[a-z0-9-]+(?:\.[a-z0-9-]+)+)\/[a-z0-9-]+)$/, "pages, or entries:<content type>"),
  );
export const filterId = z.string().check(z.regex(/^[A-Za-z0-9-]{1,64}$/, "the id of a saved filter"));

const list = described(listName, "The list: pages, or entries: and a content type.");
const name = z.string().check(
  z.minLength(1),
  z.maxLength(SAVED_FILTER_NAME_MAX_CHARS),
  z.refine(isSeen, SEEN_SAYS),
  z.refine((text) => text.trim() === text, "no space at its ends"),
);

export const saveFilter = z.strictObject({
  list,
  name: described(name, "The name. A filter of yours with this name is replaced."),
  query: described(
    z.string().check(z.maxLength(SAVED_FILTER_QUERY_MAX_CHARS)),
    "The query of the list's address, such as state=changed.",
  ),
  shared: described(z.boolean(), "True if all members of the site may use it."),
});
export const removeFilter = z.strictObject({ filter: described(filterId, "Id of the saved filter.") });
export const putColumns = z.strictObject({
  list,
  columns: described(
    z.nullable(z.array(z.string().check(z.minLength(1), z.maxLength(64))).check(z.maxLength(LIST_COLUMNS_MAX))),
    "The columns that you see, in their order. null shows all.",
  ),
});

export const filterChangedView = z.strictObject({ filter: z.string() });
export const columnsView = z.strictObject({ columns: z.nullable(z.array(z.string())) });
export const savedFiltersView = z.strictObject({
  items: z.array(
    z.strictObject({
      filter: z.string(),
      name: z.string(),
      query: z.string(),
      shared: z.boolean(),
      own: described(z.boolean(), "True if it is yours."),
    }),
  ),
  columns: described(z.nullable(z.array(z.string())), "The columns that you chose. Null for all."),
});
export type SavedFiltersView = z.infer<typeof savedFiltersView>;
