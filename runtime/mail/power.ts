import * as z from "zod/mini";
import { MAIL_LINE_MAX_CHARS } from "../../manifests/bounds/forms.ts";

/** A letter as it leaves the workspace. Every member but the two texts is one line. On one machine it is sent as JSON. */
export const readyLetterShape = z.strictObject({
  /** The same at every attempt, so that a receiver can drop a second copy. */
  id: z.string(),
  to: z.string(),
  /** The name beside the sender's address, which the deployment knows. */
  from: z.string(),
  replyTo: z.nullable(z.string()),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  /** The address with which a subscriber ends the subscription, also by the button of a mail program (RFC 8058). */
  unsubscribe: z.optional(z.string()),
});

export type ReadyLetter = Readonly<z.infer<typeof readyLetterShape>>;

/**
 * `isFinal`: another attempt is useless. `doubt`: the server got the whole letter and did not confirm it, so another
 * attempt could deliver it twice. `reason` and `doubt` have no content and no address.
 */
export const mailOutcomeShape = z.union([
  z.strictObject({ isSent: z.literal(true), doubt: z.optional(z.string()) }),
  z.strictObject({ isSent: z.literal(false), isFinal: z.boolean(), reason: z.string() }),
]);

export type MailOutcome = Readonly<z.infer<typeof mailOutcomeShape>>;

/** The headers with which mail programs show a button that ends a subscription. */
export const unsubscribeHeaders = ({ unsubscribe }: ReadyLetter): Readonly<Record<string, string>> =>
  unsubscribe === undefined
    ? {}
    : { "List-Unsubscribe": `<${unsubscribe}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" };

const UNSUBSCRIBE = /^https?:\/\/[A-Za-z0-9._~:/?=%-]{1,500}$/;

/** True for an address that ends no header and begins no other. */
export const isUnsubscribeAddress = (address: string): boolean => UNSUBSCRIBE.test(address);

/** Gives letters to a mail server. */
export interface Mail {
  send(letter: ReadyLetter, signal: AbortSignal): Promise<MailOutcome>;
}

/** Ends of lines, and other controls. */
export const LINE_BREAKS = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;

/** Invisible signs that turn the text around them, also the words of the letter. */
const DIRECTIONS = /\p{Bidi_Control}/gu;

/** One line without controls, so that no text of a visitor or member can begin a header or turn it around. */
export const headerLine = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(DIRECTIONS, "")
    .replaceAll(LINE_BREAKS, " ")
    .trim()
    .slice(0, MAIL_LINE_MAX_CHARS)
    .toWellFormed();
