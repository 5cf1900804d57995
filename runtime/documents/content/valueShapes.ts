/** The shapes of values that several kinds of documents have. */
import * as z from "zod/mini";
import { TEXT_MAX_CHARS } from "../../../manifests/bounds/documents.ts";
import { IMAGE_MAX_SIDE, LINK_MAX_CHARS } from "../../../manifests/bounds/fields.ts";
import { described } from "../../commands/described.ts";

/** A line of text that is there. */
export const line = (max: number) =>
  z.string().check(z.minLength(1), z.maxLength(max), z.regex(/^[^\p{Cc}]*$/u, "no control characters"));
export const optionalLine = (max: number) => z.optional(line(max));

export const LINK_SAYS = "page:<page id>, a path of the site, an https address, mailto:, tel: or #anchor.";

/** A link: `page:<page id>`, a path on this site, `https:`/`http:`, `mailto:`, `tel:` or `#anchor`. */
export const link = z
  .string()
  .check(
    z.maxLength(LINK_MAX_CHARS),
    z.regex(
      /^(?:page:[a-z0-9][a-z0-9-]*(?:#[\w%.\p{L}\p{M}\p{N}-]+)?|\/(?!\/)[^\s\\\p{Cc}]*|https?:\/\/[^\s\\\p{Cc}]+|mailto:[^\s\p{Cc}]+|tel:[0-9+() .-]+|#[\w%.\p{L}\p{M}\p{N}-]*)$/u,
      "a link",
    ),
  );

const share = z.number().check(z.gte(0), z.lte(1));
/** The point of a picture that a crop keeps, from 0 at its left or top to 1. */
export const focal = z.strictObject({
  x: described(share, "0 at the left, 1 at the right."),
  y: described(share, "0 at the top, 1 at the bottom."),
});

const side = z.int().check(z.gte(1), z.lte(IMAGE_MAX_SIDE));

const imageText = z.string().check(z.maxLength(TEXT_MAX_CHARS));

export const image = z.strictObject({
  src: described(
    z
      .string()
      .check(z.maxLength(512), z.regex(/^\/media\/(?!.*\.\.)[A-Za-z0-9._~/-]+$/, "a path under /media/ without ..")),
    "Path of a media file, from the list of media.",
  ),
  alt: described(imageText, "Alternative text, for people who do not see the picture. Empty until a member writes it."),
  decorative: described(
    z.optional(z.boolean()),
    "True if the picture only decorates, so that an empty description is correct.",
  ),
  width: described(side, "The width of the file, in pixels."),
  height: described(side, "The height of the file, in pixels."),
  focal: described(z.optional(focal), "The point to keep when the picture is cropped. Default: the middle."),
  caption: described(z.optional(imageText), "Caption that visitors read."),
  credit: described(z.optional(imageText), "The maker or owner of the picture."),
});

/** The content type of a page: a plugin's, or one that the owner of the site made. */
export const entryType = z
  .string()
  .check(
    z.maxLength(160),
    z.regex(/^(?:site|[a-z0-9-]+(?:\.[a-z0-9-]+)+)\/[a-z0-9-]+$/, "<plugin id>/<name>, or site/<name>"),
  );
