/** What is taken and answered about submissions. */
import * as z from "zod/mini";
import { DOCUMENT_ID_MAX_CHARS, FORM_VALUES_MAX } from "../../manifests/bounds.ts";
import { mediaId } from "../media/views.ts";

const part = `[a-z0-9][a-z0-9-]{0,${DOCUMENT_ID_MAX_CHARS - 1}}`;
export const formIdShape = z.string().check(z.regex(new RegExp(`^${part}\\.${part}$`), "<page id>.<section id>"));
const submissionId = z.int().check(z.gte(1));
const count = z.int().check(z.gte(0));

export const markSubmission = z.strictObject({ form: formIdShape, submission: submissionId, read: z.boolean() });
export const deleteSubmission = z.strictObject({ form: formIdShape, submission: submissionId });

/** Of a file, what is said of it; its bytes are asked for by its number. */
const fileAnswer = z.strictObject({ file: z.int().check(z.gte(1)), name: z.string(), type: z.string(), bytes: count });
const answer = z.union([z.string(), z.number(), z.boolean(), fileAnswer, z.array(z.string()), z.array(fileAnswer)]);

export const fileNumber = z.int().check(z.gte(1), z.lte(FORM_VALUES_MAX));
export const fileOfSubmission = z.strictObject({ form: formIdShape, submission: submissionId, file: fileNumber });
/** `file` is the number of one that is not kept any more. */
export const rejectedFileView = z.strictObject({ id: submissionId, file: fileNumber });
export type RejectedFileView = z.infer<typeof rejectedFileView>;

/** Where a file of a submission is: in quarantine, among the site's media under that id, or nowhere any more. */
const fileView = z.strictObject({ file: fileNumber, field: z.string(), state: z.enum(["held", "accepted", "gone"]), media: z.nullable(mediaId) });

/** What a program sends. */
export const submitForm = z.strictObject({ fields: z.record(z.string(), z.unknown()), token: z.optional(z.nullable(z.string())), challenge: z.optional(z.string()) });
/** `next` is the path of what a visitor is shown then. */
export const formSentView = z.strictObject({ message: z.string(), next: z.string() });
export const formTokenView = z.strictObject({ token: z.string(), minSeconds: z.int().check(z.gte(0)) });

export const submissionView = z.strictObject({
  id: submissionId,
  /** `<plugin id>/<name>` of the form as it was when it was sent. */
  type: z.string(),
  at: z.int(),
  /** When it is deleted by itself. */
  expiresAt: z.int(),
  read: z.boolean(),
  fields: z.record(z.string(), answer),
  files: z.array(fileView),
});

/** What a form asks, in the words of its plugin and in its order. */
const askedView = z.strictObject({
  type: z.string(),
  title: z.string(),
  questions: z.array(z.strictObject({ name: z.string(), label: z.string(), choices: z.array(z.strictObject({ value: z.string(), title: z.string() })) })),
});
export type AskedView = z.infer<typeof askedView>;

export const submissionsView = z.strictObject({
  items: z.array(submissionView),
  /** Of each type among the items, as its plugin has it now; nothing of one whose plugin takes no part any more. */
  asked: z.array(askedView),
  /** A search looks through some thousands at a time: it may find nothing and still have to go on. */
  next: z.nullable(submissionId),
  total: count,
  unread: count,
});
export type SubmissionsView = z.infer<typeof submissionsView>;

/** Where a form stands in the draft. */
const standsOn = z.strictObject({ path: z.string(), title: z.string() });

/** Forms something was sent with, the latest first; `form` is `<page id>.<section id>`, `page` null when that page is gone. */
export const formsView = z.strictObject({
  items: z.array(
    z.strictObject({ form: formIdShape, type: z.string(), title: z.string(), page: z.nullable(standsOn), total: count, unread: count, lastAt: z.int() }),
  ),
});
export type FormsView = z.infer<typeof formsView>;

export const markedView = z.strictObject({ id: submissionId, read: z.boolean() });
export type MarkedView = z.infer<typeof markedView>;
export const deletedView = z.strictObject({ id: submissionId });
export type DeletedView = z.infer<typeof deletedView>;
