/** `svc operator status`: the state of the deployment, with every tenant's workspace. */
import { QUEUE_LATE_MS } from "../../../manifests/bounds/operators.ts";
import type { LoaderReport } from "../../../manifests/loaderState.ts";
import type { SiteStatus, WorkspaceStatus } from "../../../runtime/editing/status.ts";
import type { Outcome, Paint } from "../command/command.ts";
import { countOf } from "../../../manifests/refusals/countOf.ts";
import { operation } from "./session/operation.ts";
import type { OperatorSession } from "./session/session.ts";

interface TenantReport {
  readonly id: string;
  readonly name: string;
  readonly status: string;
  readonly workspace: WorkspaceStatus | null;
  readonly problem: string | null;
}

export interface Report {
  readonly loader: LoaderReport;
  readonly tenants: readonly TenantReport[];
  /** The number of open operational records, by kind. */
  readonly open: Readonly<Record<string, number>>;
  /** Lost and damaged parts of one machine's data. */
  readonly losses: readonly { readonly what: string; readonly mend: string }[];
}

/** Reasons that an owner chose. With any other reason, a site lacks a plugin that its owner wants. */
const CHOSEN: ReadonlySet<string> = new Set(["disabled", "not_granted", "revoked"]);

/** Open records in an operator's words, with the command that lists each kind. */
const OPEN: Readonly<Record<string, string>> = {
  dead_letter: "dead letters (svc operator dead-letters list)",
  removal: "unfinished removals of sites (svc operator site remove again)",
  provisioning: "unfinished provisionings (svc operator provisionings list)",
  "tenant.erasing": "removed tenants or removals in progress (to continue: svc operator hosting erase or deploy)",
  "tenant.restoring": "restores in progress (to continue: svc operator hosting restore)",
};

const megabytes = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(1)} MiB`;

/** The loader's line comes first, because a missing loader explains most skipped plugins. */
const loaderLine = ({ loader: { available, reason } }: Report): string =>
  `Plugin code  ${available ? "runs in the sandbox" : `does not run: ${reason ?? "no reason was given"}`}`;

function openLine({ open }: Report): string {
  const kinds = Object.entries(open).filter(([, count]) => count > 0);
  const counts = kinds.map(([kind, count]) => `${count} ${OPEN[kind] ?? kind}`).join(", ");
  return `Open         ${counts === "" ? "nothing" : counts}`;
}

const lossLines = ({ losses }: Report): string[] => losses.map(({ what, mend }) => `Lost         ${what} ${mend}`);

function queueLine({ outbox: { waiting, oldestMs } }: WorkspaceStatus): string {
  if (waiting === 0) return "  queue    empty";
  return `  queue    ${countOf(waiting, "message")} waiting, the oldest for ${Math.round((oldestMs ?? 0) / 1000)} s`;
}

const siteLines = ({ site, release, pages, building, plugins, clock }: SiteStatus): string[] => [
  `  site     ${site}: release ${release}, ${countOf(pages, "page")}, ${countOf(plugins.active.length, "plugin")}` +
    (building ? `, building release ${building.release} (${building.done} of ${building.total})` : ""),
  ...(clock ? [`  clock    ${clock.times} releases by the clock refused: ${clock.code}, ${clock.reason}`] : []),
  ...plugins.skipped.map(({ id, version, reason, detail }) => `  skipped  ${id} ${version}: ${reason}, ${detail}`),
  ...plugins.missing.map(
    ({ id, pages: used, theme }) =>
      `  missing  ${id}: ${countOf(used, "page")} with a section of it${theme ? ", and the theme" : ""}`,
  ),
];

function tenantLines({ id, name, status, workspace, problem }: TenantReport, paint: Paint): string[] {
  const head = `${id} (${name === "" ? "not provisioned" : name}), ${status.replace("_", "-")}`;
  if (!workspace) return ["", head, paint("red", `  problem  ${problem ?? "no answer"}`)];
  const { room, sites, trust } = workspace;
  return [
    "",
    head,
    ...sites.flatMap(siteLines),
    queueLine(workspace),
    `  room     ${megabytes(room.bytes)} of ${megabytes(room.maxBytes)}`,
    ...trust.refused.map(
      ({ pointer, found, allowed }) =>
        `  keys     PLUGIN_TRUST_KEYS ${pointer || "/"}: found ${found}; allowed: ${allowed}`,
    ),
  ];
}

/** Counts everything that needs the operator; empty if all is well. */
function wanting({ tenants, open, losses }: Report): string[] {
  const sites = tenants.flatMap(({ workspace }) => workspace?.sites ?? []);
  const silent = tenants.filter(({ workspace }) => workspace === null).length;
  const kept = sites.flatMap(({ plugins }) => plugins.skipped).filter(({ reason }) => !CHOSEN.has(reason)).length;
  const missing = sites.flatMap(({ plugins }) => plugins.missing).length;
  const stuck = sites.filter(({ clock }) => clock).length;
  const late = tenants.filter(({ workspace }) => (workspace?.overdueMs ?? 0) >= QUEUE_LATE_MS).length;
  const records = Object.values(open).reduce((sum, count) => sum + count, 0);
  return [
    ...(silent > 0 ? [`${countOf(silent, "workspace")} without an answer`] : []),
    ...(late > 0 ? [`${countOf(late, "workspace")} with work that is overdue`] : []),
    ...(losses.length > 0 ? [`${countOf(losses.length, "part")} of the data lost or damaged`] : []),
    ...(records > 0 ? [`${countOf(records, "open record")}`] : []),
    ...(stuck > 0 ? [`${countOf(stuck, "site")} whose lists do not move with the time`] : []),
    ...(kept > 0 ? [`${countOf(kept, "plugin")} that cannot run`] : []),
    ...(missing > 0 ? [`${countOf(missing, "plugin")} missing`] : []),
  ];
}

export function statusOutcome(site: string, report: Report, paint: Paint): Outcome {
  const found = wanting(report);
  const last = found.length === 0 ? paint("green", "Healthy.") : paint("red", `Not healthy: ${found.join(", ")}.`);
  const lines = [
    loaderLine(report),
    openLine(report),
    ...lossLines(report),
    ...report.tenants.flatMap((tenant) => tenantLines(tenant, paint)),
    "",
    last,
  ];
  return { ok: found.length === 0, lines, data: { schemaVersion: 1, site, ...report } };
}

async function readReport(session: OperatorSession): Promise<Report> {
  let report: Report | undefined;
  for await (const { loader, open, losses = [], tenants } of session.pages<Report>("/status"))
    report = { loader, open, losses, tenants: [...(report?.tenants ?? []), ...tenants] };
  return report ?? { loader: { available: false, reason: null }, open: {}, losses: [], tenants: [] };
}

export const status = operation({
  name: "status",
  summary: "Show whether plugin code runs, open records, and each tenant: sites, skipped plugins, queue, storage.",
  examples: ["svc operator status --site http://demo.localhost:8787", "svc operator status --bearer-file token --json"],
  run: async (session, { paint }) => statusOutcome(session.site, await readReport(session), paint),
});
