/** The inputs of the commands that change many pages at once, and take that back. */
import * as z from "zod/mini";
import { BULK_PAGES_MAX } from "../../../manifests/bounds/documents.ts";
import { described } from "../../commands/described.ts";
import { page } from "../../documents/content/content.ts";
import { documentId } from "../../documents/content/section.ts";

const version = z.int().check(z.gte(1));
const id = described(documentId, "Id of the page.");
const field = described(z.string().check(z.minLength(1), z.maxLength(64)), "A field of the entries.");
const { path, collection } = page.shape;

const change = z.discriminatedUnion("do", [
  z.strictObject({ do: described(z.literal("hold"), "Keeps the pages out of publications that do not name them.") }),
  z.strictObject({ do: described(z.literal("release"), "Keeps them out no longer.") }),
  z.strictObject({
    do: described(z.literal("collect"), "Puts the pages into a collection, or null: out of theirs."),
    collection: z.nullable(z.nonoptional(collection)),
  }),
  z.strictObject({
    do: described(z.literal("put"), "Adds a value to a list of each entry."),
    field,
    value: z.string(),
  }),
  z.strictObject({
    do: described(z.literal("take"), "Removes a value from a list of each entry."),
    field,
    value: z.string(),
  }),
  z.strictObject({
    do: described(z.literal("set"), "Sets a value of each entry. null removes it."),
    field,
    value: z.nullable(z.string()),
  }),
  z.strictObject({
    do: described(z.literal("move"), "Moves the pages from one path to another."),
    from: described(path, "The path that all of them have or begin with. / for any."),
    to: described(path, "The path in its place. / for none."),
    redirect: described(z.optional(z.boolean()), "True adds a redirect from each old path to its new path."),
  }),
  z.strictObject({ do: described(z.literal("delete"), "Deletes the pages.") }),
]);
export type PagesChange = z.infer<typeof change>;

export const changePages = z.strictObject({
  pages: described(
    z
      .array(z.strictObject({ page: id, expected: described(version, "The version that you read.") }))
      .check(z.minLength(1), z.maxLength(BULK_PAGES_MAX)),
    "The pages: all are changed, or none. One that is like this already stays as it is.",
  ),
  change: described(change, "The change of each page."),
});

/** Names the versions before and after a change. */
const span = {
  expected: described(z.int().check(z.gte(0)), "The version after the change, or 0 for a deleted page."),
  version: described(version, "The version before the change."),
};

export const takeBackPages = z.strictObject({
  pages: described(
    z.array(z.strictObject({ page: id, ...span })).check(z.minLength(1), z.maxLength(BULK_PAGES_MAX)),
    "The pages: `version` as in `pages` of the answer, `expected` as in its `versions`. All go back, or none.",
  ),
  redirects: described(z.optional(z.strictObject(span)), "The redirects before and after the change."),
});
export type PagesBack = z.infer<typeof takeBackPages>;
