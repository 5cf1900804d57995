/**
 * Records the shapes of a provider's answers to the questions of `deploy` and `preflight`, without values. An operator
 * can compare a real account with the stand-in. Sends only GET requests:
 *
 *     node test/platform/provider/record.ts <site directory> | diff test/platform/provider/shapes.json -
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { makeApi, connect } from "../../../sites/cli/cloudflare/account/account.ts";
import { readCredential } from "../../../sites/cli/cloudflare/account/credential.ts";
import type { Environment } from "../../../sites/cli/command/command.ts";
import type { Descriptor } from "../../../sites/cli/cloudflare/descriptor/descriptor.ts";
import { descriptorAt } from "../../../sites/cli/cloudflare/descriptor/descriptorFile.ts";
import { accounts, zonesNamed } from "../../../sites/platform/provider/accounts.ts";
import { queuesNamed } from "../../../sites/platform/provider/queues.ts";
import { bucketOf, databaseOf, namespaceOf } from "../../../sites/platform/provider/resources.ts";
import {
  deployments,
  domainsOf,
  domainsTo,
  listedScripts,
  schedulesOf,
  secretsOf,
  subdomainOf,
  workerVersionOf,
} from "../../../sites/platform/provider/workers.ts";

type Shape = string | readonly Shape[] | { readonly [name: string]: Shape };

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Merges two shapes: the union of their members. */
function merged(a: Shape, b: Shape): Shape {
  if (isObject(a) && isObject(b)) {
    const names = [...new Set([...Object.keys(a), ...Object.keys(b)])].toSorted();
    return Object.fromEntries(
      names.map((name) => [name, merged((a[name] ?? b[name]) as Shape, (b[name] ?? a[name]) as Shape)]),
    );
  }
  return JSON.stringify(a) === JSON.stringify(b)
    ? a
    : [...new Set([a, b].flat().map((one) => JSON.stringify(one)))].toSorted().join(" or ");
}

/** The names and types in a value, without the values. */
export function shapeOf(value: unknown): Shape {
  if (Array.isArray(value)) return value.length === 0 ? [] : [value.map(shapeOf).reduce(merged)];
  if (isObject(value))
    return Object.fromEntries(
      Object.keys(value)
        .toSorted()
        .map((name) => [name, shapeOf(value[name])]),
    );
  return value === null ? "null" : typeof value;
}

interface Asking {
  readonly base: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly account: string;
  readonly descriptor: Descriptor;
}

const WORKER = "drawbridge-workspace";
const ABSENT = "drawbridge-absent";

/** Every question, by name. */
function questions(
  { account, descriptor: { d1, kv, r2, queues, siteOrigin } }: Asking,
  version: string,
): Readonly<Record<string, { readonly path: string }>> {
  const { hostname } = new URL(siteOrigin);
  return {
    accounts: accounts(),
    zone: zonesNamed(account, hostname.split(".").slice(-2).join(".")),
    deployments: deployments(account, WORKER),
    "deployments of none": deployments(account, ABSENT),
    version: workerVersionOf(account, WORKER, version),
    workers: listedScripts(account),
    schedules: schedulesOf(account, WORKER),
    secrets: secretsOf(account, WORKER),
    subdomain: subdomainOf(account, WORKER),
    hostname: domainsOf(account, hostname),
    "hostnames of a worker": domainsTo(account, "drawbridge-site"),
    database: databaseOf(account, d1.databaseId),
    namespace: namespaceOf(account, kv.oauthId),
    bucket: bucketOf(account, r2.mediaBucket),
    "bucket of none": bucketOf(account, ABSENT),
    queue: queuesNamed(account, queues.publish),
    "queue of none": queuesNamed(account, ABSENT),
  };
}

/** The status and shape of every answer. */
export async function record(
  asking: Asking,
): Promise<Readonly<Record<string, { readonly status: number; readonly body: Shape }>>> {
  const get = async (path: string): Promise<{ status: number; body: unknown }> => {
    const response = await fetch(`${asking.base}${path}`, { headers: asking.headers, redirect: "manual" });
    return { status: response.status, body: await response.json() };
  };
  const found = (await get(deployments(asking.account, WORKER).path)).body as {
    result: { deployments: { versions: { version_id: string }[] }[] };
  };
  const version = found.result.deployments[0]?.versions[0]?.version_id ?? ABSENT;
  const answers: Record<string, { status: number; body: Shape }> = {};
  for (const [name, { path }] of Object.entries(questions(asking, version))) {
    const { status, body } = await get(path);
    answers[name] = { status, body: shapeOf(body) };
  }
  return answers;
}

export async function recorded(site: string, environment: Environment): Promise<string> {
  const { account } = await connect(environment);
  const { headers } = await readCredential(environment);
  const descriptor = await descriptorAt(join(site, ".svc/platform.local.json"));
  return `${JSON.stringify(await record({ base: makeApi(environment).href, headers, account, descriptor }), null, 2)}\n`;
}

export const KEPT = join(import.meta.dirname, "shapes.json");
export const kept = (): string => readFileSync(KEPT, "utf8");

const [site] = process.argv[1] === import.meta.filename ? process.argv.slice(2) : [];
if (site !== undefined) process.stdout.write(await recorded(site, process.env));
