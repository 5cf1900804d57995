import * as z from "zod/mini";
import {
  FORM_FILE_MAX_BYTES,
  FORM_MAX_FIELDS,
  FORM_MAX_STEPS,
  FORM_MIN_SECONDS_MAX,
  FORM_POSTS_PER_FORM,
  FORM_POSTS_PER_VISITOR,
  FORM_RETENTION_DAYS,
} from "../bounds/forms.ts";
import { ENUM_MAX_VALUES } from "../bounds/json.ts";
import { RETENTION_MAX_DAYS } from "../bounds/manifest.ts";
import { MEDIA_MAX_BYTES } from "../bounds/media.ts";
import { MEDIA_TYPES, MEDIA_WIDTHS } from "../shapes/mediaTypes.ts";
import { fieldShape } from "../shapes/query.ts";
import {
  descriptionOf,
  exactly,
  explanationShape,
  inputNameShape,
  jsonSchemaShape,
  labelShape,
  manyOf,
  nameField,
  qualifiedNameShape,
  titleField,
  titled,
  upTo,
} from "../shapes/shape.ts";

/** The controls for a field. By default the field's schema decides. */
export const INPUTS = [
  "text",
  "multiline",
  "email",
  "tel",
  "url",
  "number",
  "date",
  "time",
  "select",
  "radio",
  "checkbox",
  "checkboxes",
  "file",
] as const;
export type InputKind = (typeof INPUTS)[number];

/** Values of `autocomplete` that a form may use. A public form asks for no passwords and no cards. */
const AUTOCOMPLETE = [
  "off",
  "name",
  "given-name",
  "family-name",
  "additional-name",
  "honorific-prefix",
  "nickname",
  "email",
  "tel",
  "url",
  "organization",
  "organization-title",
  "street-address",
  "address-line1",
  "address-line2",
  "address-level1",
  "address-level2",
  "postal-code",
  "country",
  "country-name",
  "language",
  "bday",
] as const;

const answerShape = z.union([labelShape, z.boolean()]);
const conditionShape = exactly({
  field: titled(inputNameShape, "Field", "A field of an earlier step."),
  is: titled(
    z.array(answerShape).check(z.minLength(1), z.maxLength(ENUM_MAX_VALUES)),
    "Is",
    "Answers that fulfil the condition; one of them does.",
  ),
});
const conditionOf = () =>
  z.exactOptional(titled(conditionShape, "When", "Only asked when the condition is fulfilled."));
export type FormCondition = z.infer<typeof conditionShape>;

const takenFileShape = exactly({
  types: titled(
    z.array(z.enum(MEDIA_TYPES)).check(z.minLength(1), z.maxLength(MEDIA_TYPES.length)),
    "Types",
    "Content types that are taken, as far as the site's media kinds take them.",
  ),
  maxBytes: titled(z.int().check(z.minimum(1), z.maximum(FORM_FILE_MAX_BYTES)), "Max bytes", "Largest file."),
});
export type TakenFile = z.infer<typeof takenFileShape>;

const inputShape = exactly({
  field: titled(inputNameShape, "Field", "The property of the schema this is about."),
  as: z.exactOptional(
    titled(z.enum(INPUTS), "As", "The control that draws the field. Without it: as its schema suggests."),
  ),
  autocomplete: z.exactOptional(
    titled(z.enum(AUTOCOMPLETE), "Autocomplete", "The kind of value that browsers may fill in by themselves."),
  ),
  personal: z.exactOptional(
    titled(z.boolean(), "Personal", "false when the answer says nothing about anybody. Every other field is personal."),
  ),
  error: z.exactOptional(titled(explanationShape, "Error", "The words a visitor reads when the answer is not taken.")),
  file: z.exactOptional(
    titled(takenFileShape, "File", "The files that a field of type drawbridge:file takes. Every such field says it."),
  ),
  when: conditionOf(),
});

const stepShape = exactly({
  name: nameField("step"),
  title: titleField("step"),
  description: descriptionOf("step"),
  fields: titled(
    z.array(inputNameShape).check(z.minLength(1), z.maxLength(FORM_MAX_FIELDS)),
    "Fields",
    "The fields of this step, in this order.",
  ),
  when: conditionOf(),
});

const message = (title: string, description: string) => z.exactOptional(titled(explanationShape, title, description));
const messagesShape = exactly({
  submit: z.exactOptional(titled(labelShape, "Submit", "Text of the button that sends.")),
  next: z.exactOptional(titled(labelShape, "Next", "Text of the button that goes on to the next step.")),
  back: z.exactOptional(titled(labelShape, "Back", "Text of the button that goes back a step.")),
  optional: z.exactOptional(titled(labelShape, "Optional", "Stands beside fields that may be left empty.")),
  choose: z.exactOptional(titled(labelShape, "Choose", "First line of a list to choose from.")),
  success: message("Success", "The words a visitor reads after sending."),
  failed: message("Failed", "Stands above the form when something has to be mended."),
  again: message("Again", "Stands above the form when it has to be sent once more."),
  required: message("Required", "Stands at a field that was left empty."),
  file: message("File", "Stands at a field without the file it needs."),
  fileType: message("File type", "Stands at a field whose file is not of a type that is taken."),
  fileSize: message("File size", "Stands at a field whose file is too large."),
  fileCount: message("File count", "Stands at a field with too many files."),
  fileFull: message("File full", "Stands at a field whose file cannot be kept at the moment."),
  fileAgain: message("File again", "Stands at a field whose file has to be chosen again: browsers do not keep files."),
  fileLater: message("File later", "Stands where a file is asked for on the next page."),
  trap: message("Trap", "Stands at the field that only programs fill in."),
});

const spamShape = exactly({
  minSeconds: z.exactOptional(
    titled(
      z.int().check(z.minimum(0), z.maximum(FORM_MIN_SECONDS_MAX)),
      "Min seconds",
      "Seconds between getting a token and sending the form, below which a program has done it.",
    ),
  ),
  confirm: z.exactOptional(
    titled(
      z.boolean(),
      "Confirm",
      "True makes every visitor read the answers once more and send them again. This needs a token, which only readers of our answers have.",
    ),
  ),
  challenge: z.exactOptional(
    titled(
      z.boolean(),
      "Challenge",
      "True makes visitors pass a challenge first, where the deployment has one. The challenge needs a script.",
    ),
  ),
});

const limitsShape = exactly({
  perVisitor: z.exactOptional(
    titled(upTo(FORM_POSTS_PER_VISITOR), "Per visitor", "Posts from one network address in ten minutes."),
  ),
  perForm: z.exactOptional(titled(upTo(FORM_POSTS_PER_FORM), "Per form", "Posts from all visitors in ten minutes.")),
});

/**
 * The declaration of a form, which the kernel draws from its fields. A plugin decides what a form asks, never where it
 * is sent.
 */
export const formShape = exactly({
  name: nameField("form"),
  title: titleField("form"),
  description: descriptionOf("form"),
  fields: titled(
    jsonSchemaShape,
    "Fields",
    "JSON Schema of what a visitor sends. Titles are the labels, descriptions stand beside them as help.",
  ),
  inputs: z.exactOptional(
    titled(
      z.array(inputShape).check(z.maxLength(FORM_MAX_FIELDS)),
      "Inputs",
      "The way fields are drawn, and their order. Fields that are not named follow in the order of the schema.",
    ),
  ),
  steps: z.exactOptional(
    titled(
      z.array(stepShape).check(z.minLength(2), z.maxLength(FORM_MAX_STEPS)),
      "Steps",
      "Parts that are asked one after the other. Every field stands in one of them.",
    ),
  ),
  messages: z.exactOptional(titled(messagesShape, "Messages", "The form's words, in the language of its visitors.")),
  spam: z.exactOptional(titled(spamShape, "Spam", "Measures that keep programs out, besides the limits.")),
  limits: z.exactOptional(titled(limitsShape, "Limits", "The limits on how often the form may be sent.")),
  retentionDays: z.exactOptional(
    titled(
      z.int().check(z.minimum(1), z.maximum(RETENTION_MAX_DAYS)),
      "Retention",
      `Days after which submissions are deleted. Without it: ${FORM_RETENTION_DAYS}.`,
    ),
  ),
});
export type FormContribution = z.infer<typeof formShape>;

/**
 * The form that a section of a page shows. Each member is a value, or names the field of the section that holds the
 * value.
 */
export const placedFormShape = exactly({
  type: titled(
    z.union([qualifiedNameShape, fieldShape]),
    "Type",
    "The form, as <plugin id>/<name>, or the field of the section that names it.",
  ),
  success: z.exactOptional(titled(fieldShape, "Success", "Field with what a visitor reads after sending.")),
  thanks: z.exactOptional(
    titled(fieldShape, "Thanks", "Field with a link to the page of this site that is shown after sending."),
  ),
  submit: z.exactOptional(titled(fieldShape, "Submit", "Field with the text of the button.")),
  confirm: z.exactOptional(
    titled(fieldShape, "Confirm", "Field that says whether answers are read once more before they are sent."),
  ),
  challenge: z.exactOptional(
    titled(fieldShape, "Challenge", "Field that says whether visitors pass a challenge first."),
  ),
  retentionDays: z.exactOptional(titled(fieldShape, "Retention", "Field with the days submissions are kept.")),
});
export type PlacedForm = z.infer<typeof placedFormShape>;

/** A kind of files that the site accepts because of this plugin. */
export const mediaShape = exactly({
  name: nameField("media kind"),
  title: titleField("media kind"),
  description: descriptionOf("media kind"),
  types: titled(
    z.array(z.enum(MEDIA_TYPES)).check(z.minLength(1), z.maxLength(MEDIA_TYPES.length)),
    "Types",
    "Content types that may be uploaded.",
  ),
  maxBytes: titled(z.int().check(z.minimum(1), z.maximum(MEDIA_MAX_BYTES)), "Max bytes", "Largest file."),
  widths: z.exactOptional(
    titled(
      z.array(z.literal([...MEDIA_WIDTHS])).check(z.minLength(1), z.maxLength(MEDIA_WIDTHS.length)),
      "Widths",
      "Widths in pixels pictures are prepared in.",
    ),
  ),
});

export const formsShape = manyOf(formShape);
export const mediaListShape = manyOf(mediaShape);
