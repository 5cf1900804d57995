import { serveMail } from "./mailService.ts";
import { smtpMail } from "./smtpMail.ts";
import type { SmtpSettings } from "./smtpSettings.ts";

/** Starts the service that takes letters for the mail server. Answers its address, which is empty without a server. */
export async function startMail(
  { smtp }: { readonly smtp: SmtpSettings | undefined },
  running: AsyncDisposableStack,
): Promise<string> {
  return smtp ? running.use(await serveMail(smtpMail(smtp))).address : "";
}
