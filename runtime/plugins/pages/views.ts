import * as z from "zod/mini";
import { MEMBER_FIELD_KINDS, MEMBER_LIST_LOOKS } from "../../../manifests/manifest/memberPage.ts";

const json = z.record(z.string(), z.unknown());
const count = z.int().check(z.minimum(0));

export const memberPagesView = z.strictObject({
  items: z.array(
    z.strictObject({
      /** `<plugin id>/<name>`. */
      page: z.string(),
      plugin: z.string(),
      title: z.string(),
      description: z.string(),
      lists: z.array(z.strictObject({ title: z.string(), total: count })),
      /** The number of entries that wait for a member. Null if the page counts none. */
      waiting: z.nullable(count),
    }),
  ),
});
export type MemberPagesView = z.infer<typeof memberPagesView>;

/** A stored value as text, number or truth. Null where the entry has none. */
const shownValue = z.strictObject({
  field: z.string(),
  title: z.string(),
  as: z.enum(MEMBER_FIELD_KINDS),
  value: z.nullable(z.union([z.string(), z.number(), z.boolean()])),
});
export type ShownValue = z.infer<typeof shownValue>;

const entry = z.strictObject({ key: z.string(), values: z.array(shownValue) });
export type MemberPageEntry = z.infer<typeof entry>;

export const memberPageView = z.strictObject({
  page: z.string(),
  plugin: z.string(),
  title: z.string(),
  description: z.string(),
  lists: z.array(z.strictObject({ name: z.string(), title: z.string(), total: count })),
  /** The list whose entries follow, by name. */
  list: z.string(),
  look: z.enum(MEMBER_LIST_LOOKS),
  columns: z.array(z.string()),
  entries: z.array(entry),
  /** The key after which the list goes on. Null at its end. A search may find nothing before it. */
  next: z.nullable(z.string()),
  /** Actions for these entries, each with the path of the plugin's route. */
  actions: z.array(
    z.strictObject({ name: z.string(), title: z.string(), path: z.string(), asks: z.nullable(z.string()) }),
  ),
  /** Forms for the list, or for the one entry, each with the path of the plugin's route. */
  forms: z.array(
    z.strictObject({
      name: z.string(),
      title: z.string(),
      path: z.string(),
      /** JSON Schema of the fields. */
      schema: json,
      /** The values that the entry has stored under the names of the fields. */
      values: json,
    }),
  ),
});
export type MemberPageView = z.infer<typeof memberPageView>;
