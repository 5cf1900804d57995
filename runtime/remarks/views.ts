/** The inputs and answers of the API about remarks. */
import * as z from "zod/mini";
import {
  GUEST_NAME_MAX_CHARS,
  REMARK_MENTIONS_MAX,
  REMARK_POINTER_MAX_CHARS,
  REMARK_QUOTE_MAX_CHARS,
  REMARK_WORDS_MAX_CHARS,
} from "../../manifests/bounds/publishing.ts";
import { described } from "../commands/described.ts";
import { documentId } from "../documents/content/section.ts";
import { actor, count, moment, shownSectionId } from "../documents/content/viewShapes.ts";
import { identity } from "../reviews/rules.ts";

export const remarkId = z.string().check(z.regex(/^[A-Za-z0-9-]{1,64}$/, "the id of a remark"));

/** Text of several lines, without control characters. */
const text = (most: number) =>
  z.string().check(z.maxLength(most), z.regex(/^(?:[^\p{Cc}]|[\n\t])*$/u, "no control characters"));
const words = text(REMARK_WORDS_MAX_CHARS).check(z.regex(/\S/u, "words that say something"));
const spoken = {
  words: described(words, "Your words."),
  mentions: described(
    z.optional(z.array(identity).check(z.maxLength(REMARK_MENTIONS_MAX))),
    "Ids of members who get a letter about it.",
  ),
};

const place = {
  page: described(documentId, "Id of the page."),
  section: described(z.optional(shownSectionId), "Id of a section of the page."),
  pointer: described(
    z.optional(z.string().check(z.maxLength(REMARK_POINTER_MAX_CHARS), z.regex(/^\//, "a JSON pointer"))),
    "JSON pointer into the section's fields, such as /title.",
  ),
  quote: described(z.optional(text(REMARK_QUOTE_MAX_CHARS)), "The text that you mean."),
};

export const addRemark = z.strictObject({ ...place, ...spoken });
export const answerRemark = z.strictObject({ remark: remarkId, ...spoken });
export const settleRemark = z.strictObject({
  remark: remarkId,
  resolved: described(z.boolean(), "False opens it again."),
});
export const removeRemark = z.strictObject({ remark: remarkId });

/** The name that a guest types: one line that is not empty. */
const guestName = z
  .string()
  .check(z.maxLength(GUEST_NAME_MAX_CHARS), z.regex(/^(?=.*\S)[^\p{C}]*$/u, "one line that is not empty"));

/** A guest's own part of a remark. */
export const guestSaid = z.strictObject({ name: guestName, quote: text(REMARK_QUOTE_MAX_CHARS), words });

export const leaveRemark = z.strictObject({ ...place, name: guestName, words, link: z.string() });

export const REMARK_STATES = ["open", "resolved"] as const;
export type RemarkState = (typeof REMARK_STATES)[number];

export const remarkChangedView = z.strictObject({ remark: remarkId, page: documentId, state: z.enum(REMARK_STATES) });
export type RemarkChanged = z.infer<typeof remarkChangedView>;

export const remarkView = z.strictObject({
  remark: remarkId,
  number: count,
  state: z.enum(REMARK_STATES),
  page: documentId,
  title: z.nullable(z.string()),
  path: z.nullable(z.string()),
  section: z.nullable(z.string()),
  pointer: z.nullable(z.string()),
  quote: z.string(),
  /** The place that the remark means: it is there, or its text, section or page is gone from the draft. */
  anchor: z.enum(["there", "text_gone", "section_gone", "page_gone"]),
  resolvedBy: z.nullable(actor),
  resolvedAt: z.nullable(moment),
  words: z.array(
    z.strictObject({
      by: actor,
      /** The name that a guest typed. Null for members. */
      name: z.nullable(z.string()),
      at: moment,
      words: z.string(),
      mentions: z.array(identity),
    }),
  ),
});
export type RemarkView = z.infer<typeof remarkView>;

/** Remarks, the newest first. */
export const remarksView = z.strictObject({ items: z.array(remarkView), next: z.nullable(count), open: count });
export type RemarksView = z.infer<typeof remarksView>;
