/** The API's requests and answers about actions. */
import * as z from "zod/mini";
import { documentId } from "../documents/content/section.ts";
import { described } from "../commands/described.ts";
import { mediaId } from "../media/views.ts";

const plugin = { id: z.string(), version: z.string() };
const version = described(z.int().check(z.gte(1)), "Version of the page or file that you have read.");
const input = described(
  z.optional(z.record(z.string(), z.unknown())),
  "The values of the action's form, as its schema describes.",
);

/** A section of a page, a page, or a picture. */
const target = z.union([
  z.strictObject({
    page: described(documentId, "Id of the page."),
    section: described(z.optional(documentId), "Id of a section of the page. Default: the page itself."),
  }),
  z.strictObject({ media: described(mediaId, "Id of a picture.") }),
]);
export type RunTarget = z.infer<typeof target>;

export const runAction = z.strictObject({
  target: described(target, "Page, section or picture to run the action on."),
  version,
  input,
});
export type RunAction = z.infer<typeof runAction>;

export const actionView = z.strictObject({
  plugin: z.strictObject({ ...plugin, name: z.string() }),
  name: z.string(),
  title: z.string(),
  description: z.string(),
  /** JSON Schema of its form; null without one. */
  input: z.nullable(z.record(z.string(), z.unknown())),
  /**
   * The section types at which the action is offered; `types` is null for all of them. Null if it is not offered at
   * sections.
   */
  section: z.nullable(z.strictObject({ types: z.nullable(z.array(z.string())) })),
  page: z.boolean(),
  picture: z.boolean(),
});
export type ActionView = z.infer<typeof actionView>;
export const actionsView = z.strictObject({ items: z.array(actionView) });

const value = z.strictObject({
  section: z.nullable(z.strictObject({ id: z.string(), type: z.string() })),
  pointer: z.string(),
  was: z.unknown(),
  is: z.unknown(),
  isCut: z.boolean(),
});

/**
 * A proposal of an action, which is not stored. `operations` are for the page, `picture` for a file. Until `expiresAt`,
 * `proof` shows that this site sent these values to this member.
 */
export const proposalView = z.strictObject({
  plugin: z.strictObject(plugin),
  action: z.string(),
  title: z.string(),
  /** The plugin's own text, as plain text. */
  summary: z.nullable(z.string()),
  page: z.nullable(z.string()),
  section: z.nullable(z.string()),
  media: z.nullable(z.string()),
  version: z.int(),
  operations: z.array(z.record(z.string(), z.unknown())),
  picture: z.nullable(z.record(z.string(), z.unknown())),
  changes: z.array(value),
  /** The changed sections as HTML, before and after. Null where the HTML is too long. */
  shown: z.nullable(
    z.strictObject({
      root: z.record(z.string(), z.string()),
      stylesheet: z.string(),
      sections: z.array(
        z.strictObject({ id: z.string(), before: z.nullable(z.string()), after: z.nullable(z.string()) }),
      ),
    }),
  ),
  proof: z.string(),
  expiresAt: z.int(),
});
export type ProposalView = z.infer<typeof proposalView>;

export const cancelledView = z.strictObject({ cancelled: z.boolean() });
