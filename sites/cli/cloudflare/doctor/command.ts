/** Checks a prepared deployment and this machine. Changes nothing. */
import { type CliCommand, type Invocation, type Outcome, UsageError } from "../../command/command.ts";
import { readFamily, MANAGED_OPTION, PROFILE_OPTION } from "../descriptor/profileOption.ts";
import { CWD_OPTION, siteDirectory } from "../descriptor/siteDirectory.ts";
import { diagnose, isWell } from "./doctor.ts";
import { doctorLines } from "./doctorText.ts";
import { examine } from "./examine.ts";
import { diagnoseMail, senderDomainIn, systemTexts } from "./mailDoctor.ts";

const MAIL = "mail";
const MAIL_OPTION = [
  "--mail",
  "check the domain of the sender of letters in the DNS (SPF, DKIM, DMARC) instead",
] as const;
const SELECTOR_OPTION = [
  "--selector <name>",
  "with --mail: the name of the DKIM key, as the mail provider says",
] as const;

/** A name of one label or more in the DNS. */
const SELECTOR = /^[A-Za-z0-9_-]{1,63}(?:\.[A-Za-z0-9_-]{1,63}){0,3}$/;

async function checkMail({ options, paint }: Invocation): Promise<Outcome> {
  const selector = options.text("selector");
  if (selector !== undefined && !SELECTOR.test(selector))
    throw new UsageError("--selector is a name such as mail2026.");
  const domain = senderDomainIn(siteDirectory(options).path);
  const verdicts = await diagnoseMail({ domain, selector }, systemTexts);
  return {
    ok: isWell(verdicts),
    lines: [
      ...(selector === undefined ? ["Without --selector, the key of DKIM is not checked.", ""] : []),
      ...doctorLines(verdicts, paint),
    ],
    data: { schemaVersion: 1, domain, checks: verdicts },
  };
}

async function run(invocation: Invocation): Promise<Outcome> {
  const { options, paint } = invocation;
  if (options.isSet(MAIL)) return checkMail(invocation);
  if (options.text("selector") !== undefined) throw new UsageError("--selector goes with --mail.");
  const profile = readFamily(options);
  const verdicts = await diagnose(await examine(profile, siteDirectory(options)));
  return {
    ok: isWell(verdicts),
    lines: doctorLines(verdicts, paint),
    data: { schemaVersion: 1, profile, checks: verdicts },
  };
}

export const doctor: CliCommand = {
  name: "doctor",
  summary: "Check the prepared configuration of a profile and this machine. Changes nothing.",
  options: [PROFILE_OPTION, MANAGED_OPTION, CWD_OPTION, MAIL_OPTION, SELECTOR_OPTION],
  examples: [
    "svc doctor --profile core",
    "svc doctor --profile full --cwd my-site --json",
    "svc doctor --mail --selector mail2026",
  ],
  run,
};
