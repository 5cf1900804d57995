/**
 * The preflight of a managed deployment before a drill. Checks the prepared set, the account's dispatch namespaces, and
 * the bindings of deployed workers. Changes nothing.
 */
import { dispatchNamespaceOf, dispatchNamespaces } from "../../../platform/provider/namespaces.ts";
import { type Options, UsageError, type Environment } from "../../command/command.ts";
import type { Connection } from "../account/account.ts";
import type { Examined } from "../descriptor/check.ts";
import { examine } from "../doctor/examine.ts";
import { MANAGED } from "../descriptor/family.ts";
import { type LiveVerdict, finding, unanswered, verdictOf } from "../live/verdict.ts";
import type { SiteDirectory } from "../descriptor/siteDirectory.ts";
import { commitAt } from "./commit.ts";
import { judgePlatform } from "./managedLive.ts";
import { type ExpectedTenants, judgeTenants } from "./managedTenants.ts";
import {
  type Preflight,
  cleanVerdict,
  commitUnchanged,
  connected,
  doctorVerdict,
  loginVerdict,
  blockedVerdict,
} from "./premises.ts";

/** The site directory of the managed deployment, its account and the drill's tenants. */
export interface ManagedInput {
  readonly site: SiteDirectory;
  readonly environment: Environment;
  readonly namespace: string;
}

/** A drill erases its tenants at the end, so only names of this pattern may take part. */
const DISPOSABLE = /^svc-drill-[a-z0-9](?:[a-z0-9-]{0,40}[a-z0-9])?$/;
const DEFAULT_TENANTS = "svc-drill-a,svc-drill-b";
const NAMESPACE = /^[a-z0-9](?:[a-z0-9_-]{0,62}[a-z0-9])?$/;
const NOT_ENTITLED_CODE = 10121;
const ENTITLED = ["namespace.entitled", "the account may use dispatch namespaces"] as const;
const PRESENT = ["namespace.present", "the dispatch namespace exists"] as const;

export const TENANTS_OPTION = [
  "--tenants <ids>",
  `the two tenants of the drill (default: ${DEFAULT_TENANTS})`,
] as const;

/** Reads the names of the drill's tenants. Throws for a name that is not disposable. */
export function drillTenants(options: Options): readonly string[] {
  const tenants = (options.text("tenants") ?? DEFAULT_TENANTS).split(",");
  if (tenants.length === 2 && new Set(tenants).size === 2 && tenants.every((id) => DISPOSABLE.test(id))) return tenants;
  throw new UsageError("--tenants takes two different disposable tenants, whose ids begin with svc-drill-.");
}

export function namespaceOption(options: Options): string {
  const name = options.required("namespace");
  if (NAMESPACE.test(name)) return name;
  throw new UsageError(
    "--namespace takes the name of a dispatch namespace: lower-case letters, digits, hyphens and underscores.",
  );
}

async function entitlement({ provider, account }: Connection): Promise<LiveVerdict> {
  const read = await provider.list(dispatchNamespaces(account));
  if (read.ok) return verdictOf(...ENTITLED, [], "blocked");
  if (!read.error.codes.includes(NOT_ENTITLED_CODE)) return unanswered(...ENTITLED, "the account", read.error);
  return verdictOf(
    ...ENTITLED,
    [
      finding(
        "the account",
        "no dispatch namespaces",
        "an account with Workers for Platforms",
        "buy it in the provider's dashboard; it takes some minutes to activate",
      ),
    ],
    "blocked",
  );
}

async function presence({ provider, account }: Connection, name: string): Promise<LiveVerdict> {
  const read = await provider.ask(dispatchNamespaceOf(account, name));
  if (read.ok) return verdictOf(...PRESENT, [], "blocked");
  if (read.error.kind !== "absent") return unanswered(...PRESENT, `namespace ${name}`, read.error);
  return verdictOf(
    ...PRESENT,
    [
      finding(
        `namespace ${name}`,
        "nothing",
        "a dispatch namespace of this name",
        `wrangler dispatch-namespace create ${name}`,
      ),
    ],
    "blocked",
  );
}

/** The facts that tenants' scripts must have. Undefined if the account or the prepared keys are unknown. */
function expectedOf(
  connection: Connection | undefined,
  { descriptor }: Examined,
  namespace: string,
): ExpectedTenants | undefined {
  const keys = descriptor?.hosting?.dispatchKeys;
  return connection && keys && { connection, namespace, dispatchKeys: JSON.stringify(keys) };
}

export async function managedIsolated({ site, environment, namespace }: ManagedInput): Promise<Preflight> {
  const before = commitAt(site.path, environment);
  const examined = await examine(MANAGED, site);
  const doctor = await doctorVerdict(examined);
  const reached = await connected(environment);
  const connection = "provider" in reached ? reached : undefined;
  const entitled = connection ? await entitlement(connection) : blockedVerdict(ENTITLED);
  const present =
    connection && entitled.verdict === "passed" ? await presence(connection, namespace) : blockedVerdict(PRESENT);
  return {
    commit: before.id,
    release: examined.release,
    isRehearsal: connection?.isRehearsal ?? false,
    verdicts: [
      doctor,
      cleanVerdict(before),
      loginVerdict(reached),
      entitled,
      present,
      ...(await judgePlatform(connection, examined)),
      ...(await judgeTenants(present.verdict === "passed" ? expectedOf(connection, examined, namespace) : undefined)),
      commitUnchanged(before, commitAt(site.path, environment)),
    ],
  };
}
