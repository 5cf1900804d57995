/** Drills a managed deployment with two disposable tenants, and leaves evidence. */
import { type CliCommand, type Invocation, type Outcome, type Paint, UsageError } from "../../command/command.ts";
import { keptLogin } from "../../site/logins.ts";
import { requestSite } from "../../site/request.ts";
import { countOf } from "../../../../manifests/refusals/countOf.ts";
import { setTimeout as later } from "node:timers/promises";
import { DRILL_PAUSE_MS } from "../../../../manifests/bounds/hosting.ts";
import { connect } from "../account/account.ts";
import { drillTenants, namespaceOption, TENANTS_OPTION } from "../preflight/managed.ts";
import { OPERATOR_OPTION, receiptOperator, RECEIPT_OPTION, receiptPath, writeReceipt } from "../preflight/receipt.ts";
import { wrappedText, WIDTH } from "../descriptor/findingText.ts";
import { CWD_OPTION, siteDirectory } from "../descriptor/siteDirectory.ts";
import type { DrillVerdict } from "./session/check.ts";
import { type Drilled, drilled } from "./drill.ts";
import { type DrillStatus, evidenceOf } from "./evidence.ts";
import type { Ask, DrillPlan, DrillTenant } from "./session/plan.ts";
import { type DrillFile, drillFile } from "./secrets.ts";
import { STOPS } from "./session/stop.ts";

/** The column at which titles begin, after the mark and the id. */
const MARGIN = 32;

const DIGEST = /^[0-9a-f]{64}$/;

const askSite: Ask = async (origin, { method, path, headers = {}, body }) => {
  const reply = await requestSite(origin, path, { method, headers, ...(body === undefined ? {} : { body }) });
  const plain = Object.entries(reply.headers).map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]);
  return { status: reply.status, text: reply.text, headers: Object.fromEntries(plain) as Record<string, string> };
};

function readTenant(id: string, file: DrillFile, { environment, now }: Invocation): DrillTenant {
  const found = Object.hasOwn(file.tenants, id) ? file.tenants[id] : undefined;
  if (!found) throw new UsageError(`The drill file has no tenant ${id}.`);
  const kept = keptLogin(found.site, environment, now);
  return {
    id,
    origin: found.site,
    owner: found.owner,
    agent: found.agent,
    cookie: kept && `${kept.cookie}=${kept.login}`,
  };
}

async function makePlan(invocation: Invocation): Promise<DrillPlan> {
  const { options, environment } = invocation;
  const [first = "", second = ""] = drillTenants(options);
  const namespace = namespaceOption(options);
  const artifactSha256 = options.required("sha256");
  if (!DIGEST.test(artifactSha256)) throw new UsageError("--sha256 takes 64 lower-case hexadecimal digits.");
  const file = drillFile(options.required("file"));
  const { provider, account, isRehearsal } = await connect(environment);
  return {
    tenants: [readTenant(first, file, invocation), readTenant(second, file, invocation)],
    namespace,
    release: options.required("release"),
    artifactSha256,
    deployer: { origin: options.required("deployer"), bearer: file.deployerBearer },
    operatorBearer: file.operatorBearer,
    agentsOrigin: file.agents,
    provider: { client: provider, account },
    pause: () => later(DRILL_PAUSE_MS),
    isRehearsal,
  };
}

const SHOWN: Readonly<Record<DrillVerdict, readonly [string, "green" | "red"]>> = {
  passed: ["ok  ", "green"],
  failed: ["FAIL", "red"],
  blocked: ["BLCK", "red"],
};

const FOLLOWS: Readonly<Record<DrillStatus, string>> = {
  passed: "Passed: every check passed that this drill could make.",
  blocked: "Blocked: something is missing or could not be checked. Hard deletion stays disabled.",
  failed: "Failed: a check of the drill failed. Hard deletion stays disabled.",
  stopped: "Stopped immediately. Do not change any tenant before the cause is known.",
};

/** The printed lines of a drill. One that passed beside checks that it could not make counts those. */
export function drillLines(
  { checks, stopped }: Drilled,
  status: DrillStatus,
  isRehearsal: boolean,
  paint: Paint,
): string[] {
  const rows = checks.flatMap(({ id, title, verdict, needs, because }) => {
    const [mark, style] = SHOWN[verdict];
    const why = needs === undefined ? [] : wrappedText(`needs ${needs}: ${because ?? ""}`, WIDTH - MARGIN);
    const [first = "", ...more] = [...wrappedText(title, WIDTH - MARGIN), ...why];
    return [
      `${paint(style, mark)}  ${id.padEnd(MARGIN - 7)} ${first}`,
      ...more.map((line) => `${" ".repeat(MARGIN)}${line}`),
    ];
  });
  const notMade = checks.filter(({ verdict }) => verdict === "blocked").length;
  return [
    ...rows,
    ...(stopped === null ? [] : [`${paint("red", "STOP")}  ${stopped}: ${STOPS[stopped]}`]),
    "",
    ...(isRehearsal ? ["Simulated provider on this machine: this says nothing about a real account."] : []),
    FOLLOWS[status],
    ...(notMade === 0 || status !== "passed" ? [] : [`Not made: ${countOf(notMade, "check")}, marked BLCK above.`]),
  ];
}

async function run(invocation: Invocation): Promise<Outcome> {
  const { options, now, paint, tell } = invocation;
  const operator = receiptOperator(options);
  const path = receiptPath(options, siteDirectory(options), "drill", now);
  const plan = await makePlan(invocation);
  const done = await drilled(plan, askSite, tell);
  const evidence = evidenceOf(plan, done, { operator, startedAt: now, finishedAt: Date.now() });
  writeReceipt(path, evidence);
  return {
    ok: evidence.status === "passed",
    lines: drillLines(done, evidence.status, plan.isRehearsal, paint),
    data: {
      schemaVersion: 1,
      status: evidence.status,
      stopped: done.stopped,
      rehearsal: plan.isRehearsal,
      checks: done.checks,
      receipt: path,
    },
    talk: [`Evidence: ${path}`],
  };
}

export const managedDrill: CliCommand = {
  name: "drill",
  summary:
    "Test the isolation of tenants with two disposable tenants, and write evidence. Removes one of them and restores it.",
  options: [
    OPERATOR_OPTION,
    ["--namespace <name>", "the dispatch namespace"],
    TENANTS_OPTION,
    ["--deployer <url>", "the deployer's private address"],
    ["--release <label>", "the release"],
    ["--sha256 <digest>", "digest of the release's artifact"],
    ["--file <file>", "a private file with the drill's bearer tokens, sites, owners and agent tokens"],
    CWD_OPTION,
    RECEIPT_OPTION,
  ],
  examples: [
    'svc cloudflare managed-isolated drill --operator "Night shift" --namespace production --deployer https://deployer.internal.example --release 0.2.0 --sha256 <digest> --file drill.json',
  ],
  run,
};
