/** The inputs and answers of the API about share links. */
import * as z from "zod/mini";
import {
  SHARE_LINK_DAYS_MAX,
  SHARE_LINK_NAME_MAX_CHARS,
  SHARE_LINK_PAGES_MAX,
} from "../../manifests/bounds/publishing.ts";
import { described } from "../commands/described.ts";
import { documentId } from "../documents/content/section.ts";

export const linkId = z.string().check(z.regex(/^[A-Za-z0-9-]{1,64}$/, "the id of a share link"));

export const createShareLink = z.strictObject({
  name: described(
    z
      .string()
      .check(z.maxLength(SHARE_LINK_NAME_MAX_CHARS), z.regex(/^(?=.*\S)[^\p{C}]*$/u, "one line that is not empty")),
    "The person or group that the link is for. Only members see it.",
  ),
  pages: described(
    z.optional(z.array(documentId).check(z.minLength(1), z.maxLength(SHARE_LINK_PAGES_MAX))),
    "Ids of the pages to show. Default: the whole draft.",
  ),
  remarks: described(
    z.optional(z.boolean()),
    "True lets people with the link leave remarks, under a name that they type. Default: false.",
  ),
  readers: described(z.optional(z.boolean()), "True shows pages for readers with an account, too. Default: false."),
  days: described(z.int().check(z.gte(1), z.lte(SHARE_LINK_DAYS_MAX)), "Days until the link ends."),
});

export const removeShareLink = z.strictObject({ link: linkId });

/** A new link. Its path has the secret, which is answered only here. */
export const shareLinkMade = z.strictObject({ id: linkId, path: z.string(), endsAt: z.int() });
export type ShareLinkMade = z.infer<typeof shareLinkMade>;

export const shareLinkRemoved = z.strictObject({ id: linkId });

const shareLinkView = z.strictObject({
  id: linkId,
  name: z.string(),
  /** The pages that the link shows; null for the whole draft. */
  pages: z.nullable(z.array(documentId)),
  /** The member who made the link, as audit names members. */
  madeBy: z.string(),
  madeAt: z.int(),
  endsAt: z.int(),
  /** The number of times that a browser has opened the link, and the last of these times. */
  opened: z.int().check(z.gte(0)),
  openedAt: z.nullable(z.int()),
  /** True if people with the link may leave remarks. */
  remarks: z.boolean(),
  /** True if the link shows pages for readers, too. */
  readers: z.boolean(),
});
export type ShareLinkView = z.infer<typeof shareLinkView>;

/** The links that have not ended, the newest first. */
export const shareLinksView = z.strictObject({ items: z.array(shareLinkView) });
export type ShareLinksView = z.infer<typeof shareLinksView>;
