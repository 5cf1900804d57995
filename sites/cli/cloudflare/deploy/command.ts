/** Deploys the prepared set step by step, and compares each step with the provider's state. */
import { join } from "node:path";
import type { CliCommand, Invocation, Outcome } from "../../command/command.ts";
import { workersOf } from "../../../workers/workers.ts";
import { connect } from "../account/account.ts";
import { wrangler } from "../account/wrangler.ts";
import type { Examined } from "../descriptor/check.ts";
import { diagnose, isWell } from "../doctor/doctor.ts";
import { doctorLines } from "../doctor/doctorText.ts";
import { examine } from "../doctor/examine.ts";
import { PROFILE_OPTION, readProfile } from "../descriptor/profileOption.ts";
import { type SiteDirectory, CWD_OPTION, siteDirectory } from "../descriptor/siteDirectory.ts";
import type { LiveVerdict } from "../live/verdict.ts";
import { judgeBeforehand } from "./blockers.ts";
import { blockedLines, endLines, foreseenLines, isDeployed } from "./deployText.ts";
import { type StepEnd, execute, predictSteps, isPassed } from "./execute.ts";
import { Interrupts } from "./interrupts.ts";
import { type Scene, Copy, readScene } from "./scene.ts";
import { HOSTNAMES_OPTION, hostnamesIn } from "./hostnames.ts";
import { givenSecrets, SECRETS_OPTION } from "./secrets.ts";
import { stepsOf } from "./steps.ts";

const SCHEMA_VERSION = 1;

/** A verdict in the form for programs. */
const verdictView = ({ id, verdict, findings }: LiveVerdict) => ({ id, verdict, findings });

const dataOf = (ends: readonly StepEnd[]) =>
  ends.map(({ step: { id, title }, state, verdicts }) => ({ id, title, state, checks: verdicts.map(verdictView) }));

async function deployed(scene: Scene, site: SiteDirectory, { tell, paint }: Invocation): Promise<Outcome> {
  using copy = new Copy(site, scene.set);
  using interrupts = new Interrupts(tell);
  const ends = await execute(stepsOf(scene), {
    tell,
    run: ({ folder, args, input }) =>
      wrangler({
        args: [...args, "--config", join(copy.path, folder, "wrangler.json")],
        cwd: join(copy.path, folder),
        environment: scene.connection.environment,
        signal: interrupts.now,
        ...(input === undefined ? {} : { input }),
      }),
    isStopping: () => interrupts.isStopping,
    isStoppedNow: () => interrupts.now.aborted,
  });
  return {
    ok: isDeployed(ends),
    lines: endLines(ends, paint),
    data: { schemaVersion: SCHEMA_VERSION, profile: scene.profile, steps: dataOf(ends) },
  };
}

async function predictedOutcome(scene: Scene, { paint }: Invocation): Promise<Outcome> {
  const ends = await predictSteps(stepsOf(scene));
  return {
    ok: true,
    lines: foreseenLines(ends, paint),
    data: { schemaVersion: SCHEMA_VERSION, profile: scene.profile, dryRun: true, steps: dataOf(ends) },
  };
}

/** Refuses to deploy a prepared set with faults, and shows the diagnosis. */
async function faultySetOutcome(examined: Examined, { paint }: Invocation): Promise<Outcome | undefined> {
  const verdicts = await diagnose(examined);
  if (isWell(verdicts)) return undefined;
  const wrong = verdicts.filter(({ outcome }) => outcome !== "passed");
  return {
    ok: false,
    lines: [...doctorLines(wrong, paint), "Not started: nothing was changed."],
    data: { schemaVersion: SCHEMA_VERSION, checks: wrong },
  };
}

async function run(invocation: Invocation): Promise<Outcome> {
  const { options, environment, paint } = invocation;
  const [profile, site] = [readProfile(options), siteDirectory(options)];
  const hostnames = hostnamesIn(options);
  const secrets = await givenSecrets(
    options.text("secrets"),
    workersOf(profile).map(({ key }) => key),
  );
  const examined = await examine(profile, site);
  const sick = await faultySetOutcome(examined, invocation);
  if (sick) return sick;
  const scene = readScene(examined, {
    profile,
    connection: await connect(environment),
    secrets,
    hostnames,
    isRetargeting: options.isSet("retarget"),
  });
  const before = await judgeBeforehand(scene);
  if (!before.every(isPassed))
    return {
      ok: false,
      lines: blockedLines(before, paint),
      data: {
        schemaVersion: SCHEMA_VERSION,
        profile,
        blockers: before.filter((one) => !isPassed(one)).map(verdictView),
      },
    };
  return options.isSet("dry-run") ? predictedOutcome(scene, invocation) : deployed(scene, site, invocation);
}

export const deploy: CliCommand = {
  name: "deploy",
  summary:
    "Deploy the prepared set: queues, workers, migrations and secrets, in order. Reads back and compares each one.",
  options: [
    PROFILE_OPTION,
    CWD_OPTION,
    SECRETS_OPTION,
    HOSTNAMES_OPTION,
    ["--dry-run", "list the steps, and change nothing"],
    ["--retarget", "change workers that use other databases, namespaces, buckets or queues, so that they use these"],
  ],
  examples: [
    "svc cloudflare deploy --profile core --secrets secrets.json",
    "svc cloudflare deploy --profile full --dry-run",
  ],
  run,
};
