/** Sends the letters that a plugin declares. */
import type { AskedLetter, AskedOutcome } from "../runtime/plugins/letters/pluginLetters.ts";
import type { GrantedVerbs } from "./capability.ts";
import type { VerbAnswer, VerbInput } from "./contract.ts";
import { denied, given, type Denied, type VerbOutcome } from "./outcome.ts";

/** The outbox of one plugin at one site. */
export interface MailSources {
  send(asked: AskedLetter): AskedOutcome;
}

type Refused = Extract<AskedOutcome, { readonly refused: string }>["refused"];

const DENIED: Readonly<Record<Refused, Denied>> = {
  unknown: denied("invalid", "At letter; allowed: a letter of the manifest."),
  not_granted: denied("not_granted"),
  submission: denied(
    "invalid",
    "At submission; allowed: one of a form that the plugin may answer, for letters to its submitter.",
  ),
  data: denied("invalid", "At data; allowed: what the letter declares as data, for letters to a submitter."),
  too_large: denied("too_large"),
  full: denied("full"),
};

export function lendMail({ send }: MailSources): GrantedVerbs {
  return {
    "mail.send": ({ letter, data, submission, once }: VerbInput<"mail.send">): VerbOutcome<VerbAnswer<"mail.send">> => {
      const outcome = send({ letter, submission, once, data: data && JSON.stringify(data) });
      return "refused" in outcome ? DENIED[outcome.refused] : given({ queued: outcome.queued });
    },
  };
}
