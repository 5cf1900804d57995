/**
 * Conditions that must hold before a deployment, each with a stable id. wrangler would silently create a missing
 * resource, take a hostname from another worker, or overwrite another deployment's worker. These checks only read.
 */
import type { ProviderResult } from "../../../platform/provider/client.ts";
import type { ProviderFault } from "../../../platform/provider/fault.ts";
import { bucketOf, databaseOf, namespaceOf } from "../../../platform/provider/resources.ts";
import { dnsRecordsOf, zonesNamed } from "../../../platform/provider/accounts.ts";
import { domainsOf, secretsOf } from "../../../platform/provider/workers.ts";
import { foreignConsumers, queueNamed, queueRows } from "../live/queueChecks.ts";
import { deployedFacts } from "../live/deployedFacts.ts";
import { finding, unanswered, verdictOf, type LiveVerdict } from "../live/verdict.ts";
import { readDeployedWorker } from "../live/deployedWorker.ts";
import type { Finding } from "../descriptor/check.ts";
import { bindingFacts } from "../descriptor/facts.ts";
import { type Scene, hostnamesOfWorker } from "./scene.ts";
import { workerSecretNames } from "./secrets.ts";

/** Asks the provider. Undefined if the resource does not exist or the request failed; the verdict keeps the failure. */
type Ask = <T>(where: string, asked: Promise<ProviderResult<T>>) => Promise<T | undefined>;

interface Blocker {
  readonly id: string;
  readonly title: string;
  find(scene: Scene, lookUp: Ask): Promise<readonly Finding[]>;
}

const all = async <T>(
  items: readonly T[],
  find: (item: T) => Promise<readonly Finding[]>,
): Promise<readonly Finding[]> => (await Promise.all(items.map(find))).flat();

const hasDatabase: Blocker = {
  id: "account.database",
  title: "the database exists under its name",
  find: async ({ connection: { provider, account }, descriptor: { d1 } }, ask) => {
    const found = await ask("database", provider.ask(databaseOf(account, d1.databaseId)));
    if (found?.name === d1.databaseName) return [];
    return [
      finding(
        `database ${d1.databaseName}`,
        found ? `the database ${JSON.stringify(found.name)} under its id` : "nothing",
        "a database of this name and id",
        `wrangler d1 create ${d1.databaseName}, then edit .svc/platform.local.json`,
      ),
    ];
  },
};

const namesOfKind = ({ workers }: Scene, kind: string): string[] => [
  ...new Set(
    workers
      .flatMap(({ config }) => bindingFacts(config))
      .filter((fact) => fact.kind === kind)
      .map(({ target }) => target),
  ),
];

const hasNamespaces: Blocker = {
  id: "account.namespaces",
  title: "the KV namespaces exist",
  find: (scene, ask) =>
    all(namesOfKind(scene, "kv_namespace"), async (id) => {
      const { provider, account } = scene.connection;
      const found = await ask("namespace", provider.ask(namespaceOf(account, id)));
      return found
        ? []
        : [
            finding(
              `namespace ${id}`,
              "nothing",
              "a namespace with this id",
              "wrangler kv namespace create, then edit .svc/platform.local.json",
            ),
          ];
    }),
};

const hasBuckets: Blocker = {
  id: "account.buckets",
  title: "the buckets exist",
  find: (scene, ask) =>
    all(namesOfKind(scene, "r2_bucket"), async (name) => {
      const { provider, account } = scene.connection;
      const found = await ask(`bucket ${name}`, provider.ask(bucketOf(account, name)));
      return found
        ? []
        : [finding(`bucket ${name}`, "nothing", "a bucket of this name", `wrangler r2 bucket create ${name}`)];
    }),
};

const hasNoForeignConsumer: Blocker = {
  id: "queues.foreign",
  title: "no other worker consumes the queues",
  find: ({ connection, descriptor }, ask) =>
    all(queueRows(descriptor), async ([, name]) => {
      const queue = await ask(`queue ${name}`, queueNamed(connection, name));
      return queue ? foreignConsumers(queue) : [];
    }),
};

const routed = (scene: Scene) =>
  scene.workers.flatMap((worker) =>
    hostnamesOfWorker(scene, worker).map((hostname) => ({ row: worker.row, hostname })),
  );

const takesNoHostname: Blocker = {
  id: "hostnames.foreign",
  title: "no other worker has the hostnames",
  find: (scene, ask) =>
    all(routed(scene), async ({ row, hostname }) => {
      const { provider, account } = scene.connection;
      const domains = (await ask(hostname, provider.list(domainsOf(account, hostname)))) ?? [];
      return domains
        .filter(({ service }) => service !== row.name)
        .map(({ service }) =>
          finding(
            hostname,
            `the hostname leads to the worker ${service}`,
            `the worker ${row.name}, or no worker`,
            `remove the hostname from ${service} in the provider's dashboard`,
          ),
        );
    }),
};

/** The possible zones of a hostname, the longest first. */
const zoneNames = (hostname: string): string[] => {
  const labels = hostname.split(".");
  return labels.slice(0, -1).map((_, index) => labels.slice(index).join("."));
};

/** A hostname with DNS records already serves something. wrangler would replace the records without a warning. */
const replacesNoRecord: Blocker = {
  id: "hostnames.records",
  title: "the hostnames are in zones of the account and have no other DNS records",
  find: (scene, ask) =>
    all(routed(scene), async ({ row, hostname }) => {
      const { provider, account } = scene.connection;
      const domains = (await ask(hostname, provider.list(domainsOf(account, hostname)))) ?? [];
      if (domains.some(({ service }) => service === row.name)) return [];
      for (const name of zoneNames(hostname)) {
        const [zone] = (await ask(`zone ${name}`, provider.list(zonesNamed(account, name)))) ?? [];
        if (!zone) continue;
        const records = (await ask(`records of ${hostname}`, provider.list(dnsRecordsOf(zone.id, hostname)))) ?? [];
        return records.map(({ type }) =>
          finding(
            hostname,
            `a DNS record of type ${type}`,
            "no DNS record, so that deploy replaces nothing",
            "remove the record in the provider's dashboard",
          ),
        );
      }
      return [
        finding(
          hostname,
          "no zone of this account has the hostname",
          "a hostname in a zone of this account",
          "add the zone to the account, or name another hostname",
        ),
      ];
    }),
};

/** Kinds of resource that differ between two deployments of one account. Worker names are the same in each. */
const RESOURCES = new Set(["d1", "kv_namespace", "r2_bucket", "queue"]);

const overwritesNoOther: Blocker = {
  id: "workers.foreign",
  title: "deploy overwrites no worker of another deployment",
  find: (scene, ask) =>
    scene.isRetargeting
      ? Promise.resolve([])
      : all(scene.workers, async ({ row, config }) => {
          const deployed = await readDeployedWorker(scene.connection, row.name);
          const version = deployed.version && (await ask(row.name, Promise.resolve(deployed.version)));
          const wanted = new Map(bindingFacts(config).map(({ kind, name, target }) => [`${kind} ${name}`, target]));
          const live = version
            ? deployedFacts(row.name, version.resources.bindings).filter(({ kind }) => RESOURCES.has(kind))
            : [];
          return live
            .filter(
              ({ kind, name, target }) => wanted.has(`${kind} ${name}`) && wanted.get(`${kind} ${name}`) !== target,
            )
            .map(({ kind, name, target }) =>
              finding(
                `${row.name} ${name}`,
                `it leads to ${target}`,
                `it leads to ${wanted.get(`${kind} ${name}`)}`,
                "another account, or --retarget where this is the same deployment",
              ),
            );
        }),
};

const hasSecrets: Blocker = {
  id: "secrets.present",
  title: "every secret is set, or is in --secrets",
  find: (scene, ask) =>
    all(scene.workers, async ({ row }) => {
      const { provider, account } = scene.connection;
      const set = (await ask(row.name, provider.list(secretsOf(account, row.name)))) ?? [];
      const given = Object.keys(scene.secrets[row.key] ?? {});
      return workerSecretNames(row.key, "required")
        .filter((name) => !given.includes(name) && !set.some((secret) => secret.name === name))
        .map((name) =>
          finding(
            `${row.name} ${name}`,
            "a missing secret",
            "a secret in --secrets",
            `--secrets <file> with {"${row.key}": {"${name}": …}}`,
          ),
        );
    }),
};

const BLOCKERS: readonly Blocker[] = [
  hasDatabase,
  hasNamespaces,
  hasBuckets,
  hasNoForeignConsumer,
  takesNoHostname,
  replacesNoRecord,
  overwritesNoOther,
  hasSecrets,
];

/** A failed request leaves the findings incomplete, so the failure itself becomes the verdict. */
async function verdict({ id, title, find }: Blocker, scene: Scene): Promise<LiveVerdict> {
  const faults: { readonly where: string; readonly fault: ProviderFault }[] = [];
  const ask: Ask = async (where, asked) => {
    const answer = await asked;
    if (answer.ok) return answer.value;
    if (answer.error.kind !== "absent") faults.push({ where, fault: answer.error });
    return undefined;
  };
  const findings = await find(scene, ask);
  const [first] = faults;
  return first ? unanswered(id, title, first.where, first.fault) : verdictOf(id, title, findings, "blocked");
}

export const judgeBeforehand = (scene: Scene): Promise<LiveVerdict[]> =>
  Promise.all(BLOCKERS.map((blocker) => verdict(blocker, scene)));
