/** Checks one deployed worker: its only version, its bindings, its variables and its release. */
import type { WorkerVersion } from "../../../platform/provider/workers.ts";
import type { WorkerRow } from "../../../workers/workers.ts";
import type { Descriptor } from "../descriptor/descriptor.ts";
import type { Finding } from "../descriptor/check.ts";
import { bindingFacts } from "../descriptor/facts.ts";
import { breachesOf } from "../descriptor/policy.ts";
import type { Config } from "../descriptor/config.ts";
import { deployedFacts } from "./deployedFacts.ts";
import { TAG } from "./releaseTag.ts";
import { compatibilityFindings, limitFindings, migrationFindings } from "./runtimeFindings.ts";
import { type LiveVerdict, finding, unanswered, verdictOf } from "./verdict.ts";
import { type DeployedWorker, onlyVersion } from "./deployedWorker.ts";

export interface WantedLive {
  readonly row: WorkerRow;
  readonly config: Config;
  readonly descriptor: Descriptor;
  /** The worker's key in the policy of bindings. */
  readonly policy: string;
  /** The tag of the prepared set. Undefined if deployments set no tag, so the release cannot be checked. */
  readonly tag: string | undefined;
  /** The command that deploys the worker. */
  readonly deploy: string;
}

export const DEPLOY = "svc cloudflare deploy --profile <name>";
const TITLES = {
  deployment: "exactly one version receives all requests",
  version: "the provider lists that version",
  bindings: "the worker has exactly the bindings that its role needs",
  values: "the variables are as prepared",
  runtime: "the worker runs with the prepared date and flags",
  migrations: "the worker's objects are of the prepared release",
  limits: "the worker has the prepared limits",
  release: "the version was prepared here",
} as const;

type Part = keyof typeof TITLES;

/** The checks of a worker with their titles, in order. */
export const WORKER_CHECKS = Object.entries(TITLES) as readonly (readonly [Part, string])[];

const idOf = ({ key }: WorkerRow, part: Part): string => `worker.${key}.${part}`;

function deploymentVerdict({ row, deploy }: WantedLive, { name, deployment }: DeployedWorker): LiveVerdict {
  const [id, title] = [idOf(row, "deployment"), TITLES.deployment];
  if (!deployment.ok) return unanswered(id, title, name, deployment.error);
  if (!deployment.value)
    return verdictOf(id, title, [finding(name, "no deployment", "one version at 100 %", deploy)], "blocked");
  const shares = deployment.value.versions.map(({ percentage }) => `${percentage} %`).join(" and ") || "no version";
  const isOne = onlyVersion(deployment.value) !== undefined;
  return verdictOf(
    id,
    title,
    isOne ? [] : [finding(name, shares, "one version at 100 %", `${deploy}, or wrangler versions deploy`)],
    "blocked",
  );
}

function bindingFindings({ row, policy, descriptor, deploy }: WantedLive, { resources }: WorkerVersion): Finding[] {
  const breaches = breachesOf(policy, deployedFacts(row.name, resources.bindings), descriptor);
  return breaches.map(({ name, found, allowed }) => finding(`${row.name} ${name}`, found, allowed, deploy));
}

/** Variables give no authority, but another issuer would accept the logins of another identity provider. */
function valueFindings({ row, config, deploy }: WantedLive, { resources }: WorkerVersion): Finding[] {
  const wanted = new Map(
    bindingFacts(config)
      .filter(({ kind }) => kind === "plain_text")
      .map(({ name, target }) => [name, target]),
  );
  const live = deployedFacts(row.name, resources.bindings).filter(
    ({ kind, name }) => kind === "plain_text" && wanted.has(name),
  );
  return live
    .filter(({ name, target }) => wanted.get(name) !== target)
    .map(({ name, target }) =>
      finding(`${row.name} ${name}`, JSON.stringify(target), JSON.stringify(wanted.get(name)), deploy),
    );
}

function releaseFindings({ row, tag, deploy }: WantedLive, { annotations }: WorkerVersion): Finding[] {
  const found = annotations?.[TAG];
  return found === tag
    ? []
    : [
        finding(
          row.name,
          found === undefined ? "a version without a tag" : `the tag ${JSON.stringify(found)}`,
          `the tag ${tag}`,
          deploy,
        ),
      ];
}

const VERSION_CHECKS: readonly (readonly [
  Part,
  (wanted: WantedLive, version: WorkerVersion) => Finding[],
  "blocked" | "failed",
])[] = [
  ["bindings", bindingFindings, "failed"],
  ["values", valueFindings, "failed"],
  ["runtime", compatibilityFindings, "failed"],
  ["migrations", migrationFindings, "failed"],
  ["limits", limitFindings, "failed"],
  ["release", releaseFindings, "blocked"],
];

function versionVerdicts(wanted: WantedLive, { name, version }: DeployedWorker): readonly LiveVerdict[] {
  const [id, title] = [idOf(wanted.row, "version"), TITLES.version];
  const parts = VERSION_CHECKS.filter(([part]) => part !== "release" || wanted.tag !== undefined);
  const blocked = parts.map(([part]): LiveVerdict => ({
    id: idOf(wanted.row, part),
    title: TITLES[part],
    verdict: "blocked",
    findings: [],
  }));
  if (!version) return [{ id, title, verdict: "blocked", findings: [] }, ...blocked];
  if (!version.ok) return [unanswered(id, title, name, version.error), ...blocked];
  const judged = parts.map(([part, find, bad]) =>
    verdictOf(idOf(wanted.row, part), TITLES[part], find(wanted, version.value), bad),
  );
  return [verdictOf(id, title, [], "failed"), ...judged];
}

/** All verdicts about one worker, always with the same ids in the same order. */
export const judgeWorker = (wanted: WantedLive, worker: DeployedWorker): readonly LiveVerdict[] => [
  deploymentVerdict(wanted, worker),
  ...versionVerdicts(wanted, worker),
];
