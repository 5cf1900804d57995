/** The inputs and answers of the API about letters. */
import * as z from "zod/mini";
import { MAIL_ADDRESS_MAX_CHARS } from "../../manifests/bounds/forms.ts";
import { described } from "../commands/described.ts";
import { isMailAddress } from "../forms/mailAddress.ts";
import { formIdShape } from "../forms/formIdShape.ts";
import { NOTICES } from "./members.ts";
import { LETTER_KINDS } from "./letterKinds.ts";
import { LETTER_STATES } from "./letters.ts";

/** Longest link of an invitation, in characters. */
const LINK_MAX_CHARS = 500;

const PLUGIN = /^plugin:[a-z0-9-]{1,60}(\.[a-z0-9-]{1,60})+$/;

const letterLanguage = described(
  z.string().check(z.regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$/, "a language, such as de or pt-BR")),
  "The language of the letters. Default: the site's.",
);

export const enterAddress = z.strictObject({
  address: described(
    z
      .string()
      .check(
        z.maxLength(MAIL_ADDRESS_MAX_CHARS),
        z.refine(isMailAddress, "one mail address, such as ann@harbour.example"),
      ),
    "Your address for letters. It gets a letter with a code.",
  ),
  language: z.optional(letterLanguage),
});
export const proveAddress = z.strictObject({
  code: described(z.string().check(z.regex(/^[0-9a-f]{1,32}$/, "the code of the letter")), "The code of the letter."),
});
export const chooseLetters = z.strictObject({
  form: described(
    z.nullable(z.union([z.enum(NOTICES), formIdShape, z.string().check(z.regex(PLUGIN, "plugin:<plugin id>"))])),
    "The form, as `<page id>.<section id>`; null for all forms without a choice of their own. `plugin:<plugin id>` is the letters of a plugin. `login`, `publication`, `review` and `remark` are letters about a new browser, a failed publication, a publication to approve, and a remark that mentions you.",
  ),
  wanted: described(
    z.nullable(z.boolean()),
    "null: the default. It is a letter for owners alone, but for `login`, `review` and `remark`, of which each member concerned gets one.",
  ),
});

export const inviteByMail = z.strictObject({
  address: described(
    z
      .string()
      .check(
        z.maxLength(MAIL_ADDRESS_MAX_CHARS),
        z.refine(isMailAddress, "one mail address, such as ann@harbour.example"),
      ),
    "The address of the invited person.",
  ),
  link: described(
    z.string().check(z.maxLength(LINK_MAX_CHARS)),
    "The invitation link, which must be one of this site. Only the letter contains it.",
  ),
  language: z.optional(letterLanguage),
});

export const shareByMail = z.strictObject({
  ...inviteByMail.shape,
  address: described(inviteByMail.shape.address, "The address of the person who may see the draft."),
  link: described(
    inviteByMail.shape.link,
    "The share link, which must be one of this site. Only the letter contains it.",
  ),
});

export const noteLogin = z.strictObject({
  login: z.string().check(z.maxLength(100)),
  /** The identity. */
  member: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
});

export const letterId = z.string().check(z.regex(/^[A-Za-z0-9-]{1,64}$/, "the id of a letter"));

const count = z.int().check(z.gte(0));

const letterView = z.strictObject({
  id: letterId,
  kind: z.enum(LETTER_KINDS),
  state: z.enum(LETTER_STATES),
  /** The form's title; null if the submission was deleted, or the letter is about no form. */
  title: z.nullable(z.string()),
  /** True if members may read its text. Other letters have a secret of their receiver. */
  isReadable: z.boolean(),
  /** The receiver, as audit names members; null for nobody yet. */
  member: z.nullable(z.string()),
  at: z.int(),
  attempts: count,
  failure: z.nullable(z.string()),
});
export type LetterView = z.infer<typeof letterView>;

export const mailView = z.strictObject({
  /** False if this deployment has no mail server. Letters are listed then, and nobody gets them. */
  sends: z.boolean(),
  /** Your own address. */
  address: z.nullable(z.strictObject({ address: z.string(), isProven: z.boolean() })),
  /** Your choices. A form that is not listed follows `all`, and that the default if it is null. */
  all: z.nullable(z.boolean()),
  forms: z.array(z.strictObject({ form: z.string(), wanted: z.boolean() })),
  /** Your choices of letters that are about no form. */
  notices: z.array(z.strictObject({ notice: z.enum(NOTICES), wanted: z.nullable(z.boolean()) })),
  /** The active plugins that send letters to members, with your choices. */
  plugins: z.array(z.strictObject({ plugin: z.string(), name: z.string(), wanted: z.nullable(z.boolean()) })),
  /** The last letters of the site, newest first. */
  letters: z.array(letterView),
});
export type MailView = z.infer<typeof mailView>;

export const letterTextView = z.strictObject({
  id: letterId,
  subject: z.string(),
  text: z.string(),
  replyTo: z.nullable(z.string()),
});
export type LetterTextView = z.infer<typeof letterTextView>;

export const nothingView = z.strictObject({});
export const provenView = z.strictObject({ proven: z.boolean() });
