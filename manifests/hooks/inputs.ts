/** The inputs of hooks. The kernel's types and the authors' types are both made of these shapes. */
import * as z from "zod/mini";
import { MEDIA_TYPES } from "../shapes/mediaTypes.ts";
import { titled } from "../shapes/shape.ts";

const says = <T extends z.ZodMiniType>(shape: T, description: string): T => shape.check(z.describe(description));

const pageChange = z.object({
  id: z.string(),
  change: z.enum(["added", "changed", "removed"]),
  path: says(z.nullable(z.string()), "Null for an entry that lives in lists alone."),
});

export const publicationShape = titled(
  z.object({
    site: z.string(),
    release: z.int(),
    change: z.int(),
    actor: says(
      z.enum(["member", "operator", "plugin", "system", "visitor"]),
      "The kind of actor. It never names a person.",
    ),
    pages: z.object({ total: z.int(), listed: z.array(pageChange) }),
    documents: z.array(z.enum(["navigation", "redirects", "settings", "theme", "types"])),
  }),
  "Publication",
  'What is about to be published. Its documents are read with `ctx.content` and `{ state: "draft" }`, if that was granted.',
);

export const releaseShape = titled(
  z.object({ release: z.int(), sequence: z.int(), publishedAt: z.string(), origin: z.string() }),
  "Release",
  "What visitors see from now on.",
);

const submittedFile = titled(
  z.object({
    file: says(z.int(), "Number of the file within its submission."),
    name: z.string(),
    type: z.string(),
    bytes: z.int(),
  }),
  "SubmittedFile",
  "What is told of a file a visitor has sent; its bytes are for members.",
);

const answer = z.union([
  z.string(),
  z.number(),
  z.boolean(),
  z.array(z.string()),
  submittedFile,
  z.array(submittedFile),
]);

export const submittedFormShape = titled(
  z.object({
    id: z.int(),
    form: says(z.string(), "`<page id>.<section id>`"),
    type: says(z.string(), "`<plugin id>/<name>`"),
    at: z.string(),
    fields: z.record(z.string(), answer),
    withheld: says(z.array(z.string()), "Names of answers that are there, and not for this plugin."),
  }),
  "SubmittedForm",
  "What a visitor has sent, with the personal answers only where an owner has granted those of this form.",
);

export const uploadedMediaShape = titled(
  z.object({
    id: says(z.string(), "The SHA-256 of its bytes."),
    path: z.string(),
    kind: z.string(),
    type: z.enum(MEDIA_TYPES),
    bytes: z.int(),
    width: z.nullable(z.int()),
    height: z.nullable(z.int()),
    name: z.string(),
  }),
  "UploadedMedia",
  "A file members have stored.",
);

export const momentShape = z.object({ at: z.string() });
