import * as z from "zod/mini";
import {
  FORM_FILE_MAX_BYTES,
  FORM_LINKS_MAX,
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
  fieldNameShape,
  inputNameShape,
  jsonSchemaShape,
  labelShape,
  manyOf,
  nameField,
  nameShape,
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
export const conditionShape = exactly({
  field: titled(inputNameShape, "Field", "A field of an earlier step."),
  is: titled(
    z.array(answerShape).check(z.minLength(1), z.maxLength(ENUM_MAX_VALUES)),
    "Is",
    "Answers that fulfil the condition. One match is enough.",
  ),
});
const conditionOf = () =>
  z.exactOptional(titled(conditionShape, "When", "The step is shown only if the condition is fulfilled."));
export type FormCondition = z.infer<typeof conditionShape>;

export const takenFileShape = exactly({
  types: titled(
    z.array(z.enum(MEDIA_TYPES)).check(z.minLength(1), z.maxLength(MEDIA_TYPES.length)),
    "Types",
    "Content types that the field accepts, if the site's media kinds accept them too.",
  ),
  maxBytes: titled(
    z.int().check(z.minimum(1), z.maximum(FORM_FILE_MAX_BYTES)),
    "Max bytes",
    "Maximum size of a file, in bytes.",
  ),
});
export type TakenFile = z.infer<typeof takenFileShape>;

const inputShape = exactly({
  field: titled(inputNameShape, "Field", "The property of the schema that this entry describes."),
  as: z.exactOptional(
    titled(z.enum(INPUTS), "As", "The control for the field. Default: chosen from the field's schema."),
  ),
  autocomplete: z.exactOptional(
    titled(z.enum(AUTOCOMPLETE), "Autocomplete", "The kind of value that browsers may fill in automatically."),
  ),
  personal: z.exactOptional(
    titled(z.boolean(), "Personal", "false if the answer is not personal data. By default every field is personal."),
  ),
  error: z.exactOptional(
    titled(explanationShape, "Error", "The error message that a visitor reads when the answer is not accepted."),
  ),
  file: z.exactOptional(
    titled(
      takenFileShape,
      "File",
      "The files that a field of type drawbridge:file accepts. Required for every such field.",
    ),
  ),
  when: conditionOf(),
  choices: z.exactOptional(
    titled(
      fieldNameShape,
      "Choices",
      "Name of a list in the section's data whose entries visitors choose from: value, title, and perhaps group. With select or radio, for a field of text.",
    ),
  ),
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
  submit: z.exactOptional(titled(labelShape, "Submit", "Text of the submit button.")),
  next: z.exactOptional(titled(labelShape, "Next", "Text of the button for the next step.")),
  back: z.exactOptional(titled(labelShape, "Back", "Text of the button for the previous step.")),
  optional: z.exactOptional(titled(labelShape, "Optional", "Mark beside optional fields.")),
  choose: z.exactOptional(titled(labelShape, "Choose", "First line of a select list.")),
  success: message("Success", "The message that a visitor reads after submitting."),
  asked: message("Asked", "The message that a visitor reads while the address waits for confirmation."),
  failed: message("Failed", "Message above the form when an answer must be corrected."),
  again: message("Again", "Message above the form when it must be submitted again."),
  required: message("Required", "Message at a required field that was left empty."),
  file: message("File", "Message at a field whose required file is missing."),
  fileType: message("File type", "Message at a field whose file has a type that is not accepted."),
  fileSize: message("File size", "Message at a field whose file is too large."),
  fileCount: message("File count", "Message at a field with too many files."),
  fileFull: message("File full", "Message at a field whose file cannot be stored at the moment."),
  fileAgain: message(
    "File again",
    "Message at a field whose file must be chosen again, because browsers do not keep files.",
  ),
  fileLater: message("File later", "Message where the form asks for a file on the next page."),
  trap: message("Trap", "Label of the hidden field that only programs fill in."),
});

const spamShape = exactly({
  minSeconds: z.exactOptional(
    titled(
      z.int().check(z.minimum(0), z.maximum(FORM_MIN_SECONDS_MAX)),
      "Min seconds",
      "Minimum number of seconds between getting a token and submitting the form. A faster submission comes from a program.",
    ),
  ),
  confirm: z.exactOptional(
    titled(
      z.boolean(),
      "Confirm",
      "True makes every visitor check the answers and submit them a second time. The second submission needs a token from the first answer.",
    ),
  ),
  challenge: z.exactOptional(
    titled(
      z.boolean(),
      "Challenge",
      "True makes visitors pass a challenge first, if the deployment has one. The challenge needs a script.",
    ),
  ),
});

const limitsShape = exactly({
  perVisitor: z.exactOptional(
    titled(
      upTo(FORM_POSTS_PER_VISITOR),
      "Per visitor",
      "Maximum number of submissions from one network address in ten minutes.",
    ),
  ),
  perForm: z.exactOptional(
    titled(upTo(FORM_POSTS_PER_FORM), "Per form", "Maximum number of submissions from all visitors in ten minutes."),
  ),
});

/** The types of the files behind links. */
export const LINK_FILES = ["text/calendar"] as const;

const linkShape = exactly({
  name: nameField("link"),
  title: titleField("link"),
  description: descriptionOf("link"),
  route: titled(
    nameShape,
    "Route",
    "The plugin's own route of kind form that is asked once the visitor has pressed the button.",
  ),
  gives: z.exactOptional(
    titled(z.enum(LINK_FILES), "Gives", "The type of the file that the link gives at once, without a button."),
  ),
  messages: z.exactOptional(
    titled(
      exactly({
        submit: z.exactOptional(titled(labelShape, "Submit", "Text of the button. Default: the title.")),
        success: message("Success", "The message that a visitor reads after pressing the button."),
      }),
      "Messages",
      "The texts of the link's page.",
    ),
  ),
});
export type FormLink = z.infer<typeof linkShape>;

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
    "JSON Schema of a submission. Titles are the labels; descriptions are shown beside them as help.",
  ),
  inputs: z.exactOptional(
    titled(
      z.array(inputShape).check(z.maxLength(FORM_MAX_FIELDS)),
      "Inputs",
      "The controls of the fields, and their order. Fields that are not listed follow in the order of the schema.",
    ),
  ),
  steps: z.exactOptional(
    titled(
      z.array(stepShape).check(z.minLength(2), z.maxLength(FORM_MAX_STEPS)),
      "Steps",
      "Steps that are shown one after the other. Every field belongs to exactly one step.",
    ),
  ),
  messages: z.exactOptional(titled(messagesShape, "Messages", "The form's texts, in the language of its visitors.")),
  confirmAddress: z.exactOptional(
    titled(
      z.boolean(),
      "Confirm address",
      "True sends every visitor a letter with a link. Plugins and members are told of a submission once its address is confirmed. The form needs a field for a mail address that is always asked.",
    ),
  ),
  subscribes: z.exactOptional(
    titled(
      z.literal(true),
      "Subscribes",
      "true for a form with which visitors ask for letters of the plugin. It needs confirmAddress.",
    ),
  ),
  route: z.exactOptional(
    titled(
      nameShape,
      "Route",
      "The plugin's own route of kind form that is asked before valid answers are stored. It may refuse them.",
    ),
  ),
  stored: z.exactOptional(
    titled(
      z.literal(false),
      "Stored",
      "false if the plugin alone keeps the answers: the site stores none, and tells nobody of them. The form needs a route.",
    ),
  ),
  links: z.exactOptional(
    titled(
      z.array(linkShape).check(z.minLength(1), z.maxLength(FORM_LINKS_MAX)),
      "Links",
      "Links for letters to the submitter. Each leads to a page with a button, or gives a file.",
    ),
  ),
  spam: z.exactOptional(titled(spamShape, "Spam", "Protection against programs, besides the limits.")),
  limits: z.exactOptional(titled(limitsShape, "Limits", "Limits on how often the form may be submitted.")),
  retentionDays: z.exactOptional(
    titled(
      z.int().check(z.minimum(1), z.maximum(RETENTION_MAX_DAYS)),
      "Retention",
      `Days after which submissions are deleted. Default: ${FORM_RETENTION_DAYS}.`,
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
  success: z.exactOptional(
    titled(fieldShape, "Success", "Field with the message that a visitor reads after submitting."),
  ),
  thanks: z.exactOptional(
    titled(fieldShape, "Thanks", "Field with a link to the page of this site that is shown after submitting."),
  ),
  submit: z.exactOptional(titled(fieldShape, "Submit", "Field with the text of the button.")),
  confirm: z.exactOptional(
    titled(fieldShape, "Confirm", "Field that says whether visitors check their answers before they submit."),
  ),
  challenge: z.exactOptional(
    titled(fieldShape, "Challenge", "Field that says whether visitors pass a challenge first."),
  ),
  confirmAddress: z.exactOptional(
    titled(
      fieldShape,
      "Confirm address",
      "Field that says whether visitors confirm their mail address by the link of a letter.",
    ),
  ),
  retentionDays: z.exactOptional(
    titled(fieldShape, "Retention", "Field with the number of days that submissions are kept."),
  ),
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
  maxBytes: titled(
    z.int().check(z.minimum(1), z.maximum(MEDIA_MAX_BYTES)),
    "Max bytes",
    "Maximum size of a file, in bytes.",
  ),
  widths: z.exactOptional(
    titled(
      z.array(z.literal([...MEDIA_WIDTHS])).check(z.minLength(1), z.maxLength(MEDIA_WIDTHS.length)),
      "Widths",
      "Widths, in pixels, of the resized versions of pictures.",
    ),
  ),
});

export const formsShape = manyOf(formShape);
export const mediaListShape = manyOf(mediaShape);
