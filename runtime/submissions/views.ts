/** The inputs and answers of the API about submissions. */
import * as z from "zod/mini";
import { FORM_VALUES_MAX } from "../../manifests/bounds/forms.ts";
import { formIdShape } from "../forms/formIdShape.ts";
import { mediaId } from "../media/views.ts";

const submissionId = z.int().check(z.gte(1));
const count = z.int().check(z.gte(0));

export const markSubmission = z.strictObject({ form: formIdShape, submission: submissionId, read: z.boolean() });
export const deleteSubmission = z.strictObject({ form: formIdShape, submission: submissionId });

/** The description of a file. Its bytes are read by its number. */
const fileAnswer = z.strictObject({ file: z.int().check(z.gte(1)), name: z.string(), type: z.string(), bytes: count });
const answer = z.union([z.string(), z.number(), z.boolean(), fileAnswer, z.array(z.string()), z.array(fileAnswer)]);

export const fileNumber = z.int().check(z.gte(1), z.lte(FORM_VALUES_MAX));
export const fileOfSubmission = z.strictObject({ form: formIdShape, submission: submissionId, file: fileNumber });
/** `file` is the number of the removed file. */
export const rejectedFileView = z.strictObject({ id: submissionId, file: fileNumber });
export type RejectedFileView = z.infer<typeof rejectedFileView>;

/** The state of a submission's file: in quarantine, in the site's media under an id, or gone. */
const fileView = z.strictObject({
  file: fileNumber,
  field: z.string(),
  state: z.enum(["held", "accepted", "gone"]),
  media: z.nullable(mediaId),
});

/** The JSON body that a program sends. */
export const submitForm = z.strictObject({
  fields: z.record(z.string(), z.unknown()),
  token: z.optional(z.nullable(z.string())),
  challenge: z.optional(z.string()),
});
/** `next` is the path to show next. */
export const formSentView = z.strictObject({ message: z.string(), next: z.string() });
export const formTokenView = z.strictObject({ token: z.string(), minSeconds: z.int().check(z.gte(0)) });

export const submissionView = z.strictObject({
  id: submissionId,
  /** The form's `<plugin id>/<name>` at the time of sending. */
  type: z.string(),
  at: z.int(),
  /** The time at which the submission expires. */
  expiresAt: z.int(),
  read: z.boolean(),
  fields: z.record(z.string(), answer),
  files: z.array(fileView),
  /** The state of the confirmation of the visitor's address. Null if the form asked for none. */
  confirmation: z.nullable(z.enum(["waiting", "confirmed"])),
});

/** A form's questions, in the plugin's words and order. */
const askedView = z.strictObject({
  type: z.string(),
  title: z.string(),
  questions: z.array(
    z.strictObject({
      name: z.string(),
      label: z.string(),
      /** True if an answer is a moment in ISO 8601. */
      moment: z.boolean(),
      choices: z.array(z.strictObject({ value: z.string(), title: z.string() })),
    }),
  ),
});
export type AskedView = z.infer<typeof askedView>;

export const submissionsView = z.strictObject({
  items: z.array(submissionView),
  /** The forms of the items, one for each type, in their current version. Types of inactive plugins are left out. */
  asked: z.array(askedView),
  /**
   * The position to continue from. A search reads some thousand submissions at a time, so it may be incomplete even
   * without a match.
   */
  next: z.nullable(submissionId),
  total: count,
  unread: count,
});
export type SubmissionsView = z.infer<typeof submissionsView>;

/** The draft page with the form. */
const standsOn = z.strictObject({ path: z.string(), title: z.string() });

/**
 * Forms with submissions, the most recently used first. `form` is `<page id>.<section id>`. `page` is null if the page
 * no longer exists.
 */
export const formsView = z.strictObject({
  items: z.array(
    z.strictObject({
      form: formIdShape,
      type: z.string(),
      title: z.string(),
      page: z.nullable(standsOn),
      total: count,
      unread: count,
      lastAt: z.int(),
    }),
  ),
});
export type FormsView = z.infer<typeof formsView>;

export const markedView = z.strictObject({ id: submissionId, read: z.boolean() });
export type MarkedView = z.infer<typeof markedView>;
export const deletedView = z.strictObject({ id: submissionId });
export type DeletedSubmissionsView = z.infer<typeof deletedView>;
