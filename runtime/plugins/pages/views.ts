import * as z from "zod/mini";
import { MEMBER_FIELD_KINDS } from "../../../manifests/manifest/memberPage.ts";

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
  columns: z.array(z.string()),
  entries: z.array(entry),
  /** The key after which the list goes on. Null at its end. */
  next: z.nullable(z.string()),
  /** Actions for these entries, each with the path of the plugin's route. */
  actions: z.array(
    z.strictObject({ name: z.string(), title: z.string(), path: z.string(), asks: z.nullable(z.string()) }),
  ),
});
export type MemberPageView = z.infer<typeof memberPageView>;
