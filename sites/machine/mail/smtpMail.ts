import { MAIL_SEND_MS } from "../../../manifests/bounds/forms.ts";
import { type Mail, type MailOutcome, unsubscribeHeaders } from "../../../runtime/mail/power.ts";
import { plainMessagePart } from "./plainMessagePart.ts";
import type { SmtpSettings } from "./smtpSettings.ts";

/** The whole exchange is shorter than the wait of the workspace, so that the workspace learns how it ended. */
const PATIENCE_MS = MAIL_SEND_MS - 3_000;

/** Names of failures by the code of the client. Any other failure has no reason that helps an operator. */
const REASONS: Readonly<Record<string, string>> = {
  EAUTH: "the mail server refused the user or the password",
  ECONNECTION: "no connection to the mail server",
  EDNS: "the name of the mail server has no address",
  ESOCKET: "the connection to the mail server failed",
  EABORT: "the mail server did not answer in time",
  ETIMEDOUT: "the mail server did not answer in time",
  ETLS: "the mail server offers no valid TLS",
};

/** Replies that say that this letter will never be taken. Other replies may be about the server. */
const isRefusal = (reply: number, command: string): boolean =>
  reply >= 500 && reply < 600 && (command === "RCPT TO" || command === "DATA");

/** The server got the whole letter, and most servers that are slow then deliver it. A member finds it in the editor too. */
const UNCONFIRMED: MailOutcome = { isSent: true, doubt: "the mail server did not confirm it in time" };

const LATE = new Set(["EABORT", "ETIMEDOUT"]);
const isLate = (error: unknown): boolean => LATE.has((error as { readonly code?: string }).code ?? "");

/**
 * Sends letters by SMTP. TLS is demanded. A server without it gets neither the password nor a letter. Each letter has
 * one receiver and its own connection.
 */
export function smtpMail(
  { host, port, isTlsFirst, user, password, from, ca }: SmtpSettings,
  patienceMs = PATIENCE_MS,
): Mail {
  const settings = {
    host,
    port,
    secure: isTlsFirst,
    requireTLS: true,
    tls: { minVersion: "TLSv1.2" as const, ...(ca === undefined ? {} : { ca }) },
    ...(user === undefined ? {} : { auth: { user, pass: password ?? "" } }),
    disableFileAccess: true,
    disableUrlAccess: true,
  };
  return {
    async send(letter, signal): Promise<MailOutcome> {
      const { id, to, from: name, replyTo, subject, text, html } = letter;
      let isGiven = false;
      try {
        const { createTransport } = await import("nodemailer");
        const transport = createTransport(settings);
        // The connection reads a letter's last byte after the server has asked for the letter.
        transport.use("stream", ({ message }, done) => {
          message.processFunc((input) => input.once("end", () => (isGiven = true)));
          done();
        });
        await transport.sendMail({
          signal: AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]),
          from: { name, address: from },
          to: { name: "", address: to },
          ...(replyTo === null ? {} : { replyTo: { name: "", address: replyTo } }),
          subject,
          text: { raw: plainMessagePart(text) },
          html,
          messageId: `<${id}@${from.slice(from.lastIndexOf("@") + 1)}>`,
          headers: {
            "Auto-Submitted": "auto-generated",
            "X-Auto-Response-Suppress": "All",
            ...unsubscribeHeaders(letter),
          },
        });
        return { isSent: true };
      } catch (error) {
        return isGiven && isLate(error) ? UNCONFIRMED : failureOf(error);
      }
    },
  };
}

/** The reason contains a code alone, because the server's own words may name the receiver. */
function failureOf(error: unknown): MailOutcome {
  const {
    code = "",
    responseCode = 0,
    command = "",
  } = error as {
    readonly code?: string;
    readonly responseCode?: number;
    readonly command?: string;
  };
  const reply = responseCode === 0 ? "" : ` (${responseCode})`;
  const reason = `${REASONS[code] ?? "the mail server did not take it"}${reply}`;
  return { isSent: false, isFinal: isRefusal(responseCode, command), reason };
}
