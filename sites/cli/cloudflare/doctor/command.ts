/** Checks a prepared deployment and this machine. Changes nothing. */
import type { CliCommand, Invocation, Outcome } from "../../command/command.ts";
import { readFamily, MANAGED_OPTION, PROFILE_OPTION } from "../descriptor/profileOption.ts";
import { CWD_OPTION, siteDirectory } from "../descriptor/siteDirectory.ts";
import { diagnose, isWell } from "./doctor.ts";
import { doctorLines } from "./doctorText.ts";
import { examine } from "./examine.ts";

async function run({ options, paint }: Invocation): Promise<Outcome> {
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
  options: [PROFILE_OPTION, MANAGED_OPTION, CWD_OPTION],
  examples: ["svc doctor --profile core", "svc doctor --profile full --cwd my-site --json"],
  run,
};
