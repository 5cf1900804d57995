/** The two ways in which letters leave a deployment: the platform's binding, or the runner of one machine. */
import {
  type Mail,
  type MailOutcome,
  mailOutcomeShape,
  type ReadyLetter,
  unsubscribeHeaders,
} from "../../../runtime/mail/power.ts";

/** The variables and the binding by which letters leave. */
export interface MailEnv {
  /** On one machine, the address at which the runner takes letters. Empty without a mail server. */
  readonly MACHINE_MAIL?: string;
  /** The sender's address of letters. Empty if the deployment sends none. */
  readonly MAIL_FROM?: string;
  /** The platform's binding that sends mail. */
  readonly EMAIL?: MailBinding;
}

/** The part of the platform's `send_email` binding that letters use. */
interface MailBinding {
  send(message: {
    readonly from: { readonly email: string; readonly name: string };
    readonly to: string;
    readonly subject: string;
    readonly text: string;
    readonly html: string;
    readonly replyTo?: string;
    readonly headers: Readonly<Record<string, string>>;
  }): Promise<unknown>;
}

/** Chooses the way of letters. Undefined if the deployment has none. */
export function mailOf({
  MACHINE_MAIL: machine = "",
  MAIL_FROM: from = "",
  EMAIL: binding,
}: MailEnv): Mail | undefined {
  if (machine !== "") return machineMail(machine);
  return binding && from !== "" ? platformMail(binding, from) : undefined;
}

const SENT: MailOutcome = { isSent: true };
const later = (reason: string): MailOutcome => ({ isSent: false, isFinal: false, reason });

/** Errors of the platform after which another attempt fails in the same way. */
const FINAL = new Set([
  "E_VALIDATION_ERROR",
  "E_FIELD_MISSING",
  "E_RECIPIENT_SUPPRESSED",
  "E_CONTENT_TOO_LARGE",
  "E_HEADER_NOT_ALLOWED",
]);
const CODE = /^E_[A-Z_]{1,50}$/;

const platformMail = (binding: MailBinding, email: string): Mail => ({
  async send(letter: ReadyLetter) {
    const { to, from: name, replyTo, subject, text, html } = letter;
    try {
      await binding.send({
        from: { email, name },
        to,
        subject,
        text,
        html,
        ...(replyTo === null ? {} : { replyTo }),
        // The platform takes a header of its own list, or one that begins with X-.
        headers: { "X-Auto-Response-Suppress": "All", ...unsubscribeHeaders(letter) },
      });
      return SENT;
    } catch (error) {
      const code = String((error as { readonly code?: unknown } | null)?.code);
      // Only the code is kept, because the message may name the receiver.
      return { isSent: false, isFinal: FINAL.has(code), reason: CODE.test(code) ? code : "the platform refused it" };
    }
  },
});

const machineMail = (address: string): Mail => ({
  async send(letter, signal) {
    const response = await fetch(address, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(letter),
      redirect: "manual",
      signal,
    });
    if (!response.ok) return later(`the runner answered ${response.status}`);
    return mailOutcomeShape.parse(await response.json());
  },
});
