import { serveMail } from "./mailService.ts";
import { smtpMail } from "./smtpMail.ts";
import type { SmtpSettings } from "./smtpSettings.ts";

/** The address at which the workers give letters to the mail server. Empty without one. */
export async function mailAddressOf(
  { smtp }: { readonly smtp: SmtpSettings | undefined },
  running: AsyncDisposableStack,
): Promise<string> {
  return smtp ? running.use(await serveMail(smtpMail(smtp))).address : "";
}
