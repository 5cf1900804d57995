/** Checks the account around the workers: queue consumers, hostnames, and further addresses of the workers. */
import type { ProviderResult } from "../../../shared/provider/client.ts";
import type { ProviderConsumer, ProviderQueue } from "../../../shared/provider/queues.ts";
import { queuesNamed } from "../../../shared/provider/queues.ts";
import { domainsOf, subdomainOf } from "../../../shared/provider/workers.ts";
import type { WorkerRow } from "../../../workers.ts";
import { WORKERS } from "../../../workers.ts";
import type { Connection } from "../account/account.ts";
import type { Descriptor } from "../descriptor.ts";
import type { Finding } from "../doctor/check.ts";
import { factsOf } from "../facts.ts";
import type { Config } from "../config.ts";
import type { LiveVerdict } from "./verdict.ts";
import { finding, unanswered, verdictOf } from "./verdict.ts";

const DASHBOARD = "remove it in the provider's dashboard";
const WORKSPACE = WORKERS.find(({ key }) => key === "workspace")?.name ?? "";

export const consumerName = ({ script, service }: ProviderConsumer): string => script ?? service ?? "";

/** Finds a queue by name; undefined if the account has none. */
export async function queueNamed(
  { provider, account }: Connection,
  name: string,
): Promise<ProviderResult<ProviderQueue | undefined>> {
  const read = await provider.list(queuesNamed(account, name));
  return read.ok ? { ok: true, value: read.value[0] } : read;
}

/** Findings for consumers other than the workspace worker, and for a second consumer by the workspace worker. */
export function foreignConsumers({ queue_name, consumers }: ProviderQueue): Finding[] {
  const [, ...seconds] = consumers.filter((consumer) => consumerName(consumer) === WORKSPACE);
  const foreign = consumers.filter((consumer) => consumerName(consumer) !== WORKSPACE);
  return [...foreign, ...seconds].map((consumer) =>
    finding(
      `queue ${queue_name}`,
      `the consumer ${consumerName(consumer) || consumer.type}`,
      `${WORKSPACE} alone`,
      `wrangler queues consumer remove, or ${DASHBOARD}`,
    ),
  );
}

export async function judgeQueue(connection: Connection, id: string, name: string): Promise<LiveVerdict> {
  const title = "only the workspace consumes the queue";
  const read = await queueNamed(connection, name);
  if (!read.ok) return unanswered(id, title, `queue ${name}`, read.error);
  if (!read.value)
    return verdictOf(
      id,
      title,
      [finding(`queue ${name}`, "nothing", "a queue of this name", "svc cloudflare deploy --profile <name>")],
      "blocked",
    );
  const foreign = foreignConsumers(read.value);
  if (foreign.length > 0 || read.value.consumers.length > 0) return verdictOf(id, title, foreign, "failed");
  return verdictOf(
    id,
    title,
    [finding(`queue ${name}`, "no consumer", `the consumer ${WORKSPACE}`, "svc cloudflare deploy --profile <name>")],
    "blocked",
  );
}

/** Both queues of a deployment with the ids of their checks. */
export const queueRows = ({ queues }: Descriptor): readonly (readonly [id: string, name: string])[] => [
  ["queue.publish", queues.publish],
  ["queue.deadLetter", queues.deadLetter],
];

/** The hostnames in a worker's configuration. */
export const configHostnames = (config: Config): string[] =>
  factsOf(config)
    .filter(({ kind }) => kind === "route")
    .map(({ name }) => name);

export async function judgeHostname(
  { provider, account }: Connection,
  { key, name }: WorkerRow,
  hostname: string,
): Promise<LiveVerdict> {
  const [id, title] = [`worker.${key}.hostname`, "the worker's hostname leads to the worker"];
  const read = await provider.list(domainsOf(account, hostname));
  if (!read.ok) return unanswered(id, title, hostname, read.error);
  const wrong = read.value.filter(({ service }) => service !== name);
  if (wrong.length > 0)
    return verdictOf(
      id,
      title,
      wrong.map(({ service }) =>
        finding(hostname, `the hostname leads to ${service}`, `a hostname that leads to ${name}`, DASHBOARD),
      ),
      "failed",
    );
  const missing =
    read.value.length === 0
      ? [
          finding(
            hostname,
            "the hostname leads to no worker",
            `a hostname that leads to ${name}`,
            "svc cloudflare deploy --profile <name>",
          ),
        ]
      : [];
  return verdictOf(id, title, missing, "blocked");
}

/** A workers.dev or preview address would serve every site under a second, unverified name. */
export async function judgeAddresses(
  { provider, account }: Connection,
  { key, name }: WorkerRow,
): Promise<LiveVerdict> {
  const [id, title] = [`worker.${key}.addresses`, "the worker has no second address"];
  const read = await provider.ask(subdomainOf(account, name));
  if (!read.ok) return unanswered(id, title, name, read.error);
  const open = Object.entries({
    "workers.dev": read.value.enabled,
    "preview addresses": read.value.previews_enabled ?? false,
  }).filter(([, isOn]) => isOn);
  return verdictOf(
    id,
    title,
    open.map(([what]) =>
      finding(name, `${what} are on`, "none", `svc cloudflare deploy --profile <name>, or ${DASHBOARD}`),
    ),
    "failed",
  );
}
