/** Checks a worker beside its version: its code, who else reads its logs, and what starts it. */
import type { ProviderResult } from "../../../platform/provider/client.ts";
import { type ListedScript, contentOf, listedScripts, schedulesOf } from "../../../platform/provider/workers.ts";
import { sha256 } from "../../files/sha256.ts";
import type { Connection } from "../account/account.ts";
import type { Finding } from "../descriptor/check.ts";
import type { PreparedSet } from "../descriptor/prepared.ts";
import { bundlePath } from "../descriptor/preparedFiles.ts";
import type { DeployedWorker } from "./deployedWorker.ts";
import { onlyModule } from "./onlyModule.ts";
import type { WantedLive } from "./workerChecks.ts";
import { type LiveVerdict, finding, unanswered, verdictOf } from "./verdict.ts";

const TITLES = {
  code: "the worker runs the prepared code",
  observers: "no other worker or service gets the worker's logs",
  schedules: "only prepared times start the worker",
} as const;
type Part = keyof typeof TITLES;

/** The checks with their titles, in order. */
export const SCRIPT_CHECKS = Object.entries(TITLES) as readonly (readonly [Part, string])[];

/** The largest answer with a worker's code, in bytes. The platform allows 10 MB of compressed code. */
const CONTENT_MAX_BYTES = 32 * 1024 * 1024;
const DASHBOARD = "remove it in the provider's dashboard";

export type ListedScripts = ProviderResult<readonly ListedScript[]>;

export const readScripts = ({ provider, account }: Connection): Promise<ListedScripts> =>
  provider.list(listedScripts(account));

/** Everything that the checks compare. */
export interface WantedScript extends Omit<WantedLive, "tag"> {
  readonly connection: Connection;
  readonly set: PreparedSet;
  readonly scripts: ListedScripts;
  readonly deployed: DeployedWorker;
}

const idOf = ({ row }: WantedScript, part: Part): string => `worker.${row.key}.${part}`;

const etagOf = ({ version }: DeployedWorker): string | undefined =>
  version?.ok === true ? version.value.resources.script.etag : undefined;

function codeFindings({ row, set, deploy }: WantedScript, form: Uint8Array): Finding[] {
  const module = onlyModule(form);
  const found = module === undefined ? "no single module" : `code with the digest ${sha256(module)}`;
  const allowed = `code with the digest ${set.record.files[bundlePath(row)] ?? ""}`;
  return found === allowed ? [] : [finding(row.name, found, allowed, deploy)];
}

/** Code is read by the worker's name alone, so the version must have the etag of that code. */
function etagFindings({ row, deployed, deploy }: WantedScript, scripts: readonly ListedScript[]): Finding[] {
  const etag = etagOf(deployed);
  const listed = scripts.find(({ id }) => id === row.name)?.etag;
  if (listed !== undefined && listed === etag) return [];
  return [finding(row.name, `the etag ${etag ?? "none"}`, `the etag of the code, ${listed ?? "none"}`, deploy)];
}

/** Reads the code back and compares its digest with the prepared one. */
async function judgeCode(wanted: WantedScript): Promise<LiveVerdict> {
  const { connection, row, scripts, deployed } = wanted;
  const id = idOf(wanted, "code");
  // The check of the version says why.
  if (!deployed.version?.ok) return { id, title: TITLES.code, verdict: "blocked", findings: [] };
  const read = await connection.provider.bytes(contentOf(connection.account, row.name), CONTENT_MAX_BYTES);
  if (!read.ok) return unanswered(id, TITLES.code, row.name, read.error);
  if (!scripts.ok) return unanswered(id, TITLES.code, row.name, scripts.error);
  const findings = [...codeFindings(wanted, read.value), ...etagFindings(wanted, scripts.value)];
  return verdictOf(id, TITLES.code, findings, "failed");
}

function judgeObservers(wanted: WantedScript): LiveVerdict {
  const { row, scripts } = wanted;
  const id = idOf(wanted, "observers");
  if (!scripts.ok) return unanswered(id, TITLES.observers, row.name, scripts.error);
  const listed = scripts.value.find(({ id: name }) => name === row.name);
  if (!listed)
    return verdictOf(
      id,
      TITLES.observers,
      [finding(row.name, "no such worker", "the worker", wanted.deploy)],
      "blocked",
    );
  const tails = (listed.tail_consumers ?? []).map(({ service }) => `the tail consumer ${service}`);
  const all = listed.logpush === true ? [...tails, "logpush"] : tails;
  return verdictOf(
    id,
    TITLES.observers,
    all.map((what) => finding(row.name, what, "none", DASHBOARD)),
    "failed",
  );
}

async function judgeSchedules(wanted: WantedScript): Promise<LiveVerdict> {
  const { connection, row, config } = wanted;
  const id = idOf(wanted, "schedules");
  const read = await connection.provider.ask(schedulesOf(connection.account, row.name));
  if (!read.ok) return unanswered(id, TITLES.schedules, row.name, read.error);
  const crons = (config["triggers"] as { readonly crons?: readonly string[] } | undefined)?.crons ?? [];
  const found = read.value.schedules.map(({ cron }) => cron);
  const findings = [
    ...found
      .filter((cron) => !crons.includes(cron))
      .map((cron) => finding(row.name, `a start at ${cron}`, "none", DASHBOARD)),
    ...crons
      .filter((cron) => !found.includes(cron))
      .map((cron) => finding(row.name, "no start", `a start at ${cron}`, wanted.deploy)),
  ];
  return verdictOf(id, TITLES.schedules, findings, "failed");
}

export const judgeScript = async (wanted: WantedScript): Promise<readonly LiveVerdict[]> => [
  await judgeCode(wanted),
  judgeObservers(wanted),
  await judgeSchedules(wanted),
];
