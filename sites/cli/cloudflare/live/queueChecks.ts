/** Checks the queues of a deployment: their consumers, and how they deliver. */
import type { ProviderResult } from "../../../platform/provider/client.ts";
import { type ProviderConsumer, type ProviderQueue, queuesNamed } from "../../../platform/provider/queues.ts";
import { WORKERS } from "../../../workers/workers.ts";
import type { Connection } from "../account/account.ts";
import type { Config, Json } from "../descriptor/config.ts";
import type { Descriptor } from "../descriptor/descriptor.ts";
import type { Finding } from "../descriptor/check.ts";
import { type LiveVerdict, finding, unanswered, verdictOf } from "./verdict.ts";
import { DEPLOY } from "./workerChecks.ts";

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
      "wrangler queues consumer remove, or remove it in the provider's dashboard",
    ),
  );
}

type Part = "" | "deadLetter" | "retries" | "delivery";

const TITLES: Readonly<Record<Part, string>> = {
  "": "only the workspace consumes the queue",
  deadLetter: "messages that fail go where they were prepared to go",
  retries: "messages are tried as often and as fast as prepared",
  delivery: "the queue delivers",
};

const idOf = (queue: string, part: Part): string => (part === "" ? queue : `${queue}.${part}`);

/** The checks of a queue with their titles, in order. */
export const queueChecks = (queue: string): (readonly [id: string, title: string])[] =>
  Object.entries(TITLES).map(([part, title]) => [idOf(queue, part as Part), title]);

type Entry = Readonly<Record<string, Json>>;

const SECOND = 1000;
const text = (value: unknown): string => (value === undefined || value === null ? "none" : String(value));

/** The provider's members of a consumer, by the members of the configuration. */
const SETTINGS: Readonly<Record<string, (settings: NonNullable<ProviderConsumer["settings"]>) => unknown>> = {
  max_retries: (live) => live.max_retries,
  max_batch_size: (live) => live.batch_size,
  max_batch_timeout: (live) => (live.max_wait_time_ms ?? 0) / SECOND,
  retry_delay: (live) => live.retry_delay,
};

interface WantedQueue {
  readonly id: string;
  readonly name: string;
  /** The workspace's entry of this queue in the prepared configuration. */
  readonly consumer: Entry;
}

function settingFindings({ name, consumer }: WantedQueue, live: ProviderConsumer): Finding[] {
  const differs = Object.entries(SETTINGS).filter(
    ([member, read]) => consumer[member] !== undefined && text(read(live.settings ?? {})) !== text(consumer[member]),
  );
  return differs.map(([member, read]) =>
    finding(`queue ${name} ${member}`, text(read(live.settings ?? {})), text(consumer[member]), DEPLOY),
  );
}

function targetFindings({ name, consumer }: WantedQueue, live: ProviderConsumer): Finding[] {
  const [found, allowed] = [text(live.dead_letter_queue), text(consumer["dead_letter_queue"])];
  return found === allowed ? [] : [finding(`queue ${name} dead_letter_queue`, found, allowed, DEPLOY)];
}

const pausedFindings = ({ name }: WantedQueue, { settings }: ProviderQueue): Finding[] =>
  settings?.delivery_paused === true
    ? [finding(`queue ${name}`, "delivery is paused", "a queue that delivers", "wrangler queues resume-delivery")]
    : [];

function consumption({ id, name }: WantedQueue, queue: ProviderQueue): LiveVerdict {
  const foreign = foreignConsumers(queue);
  if (foreign.length > 0 || queue.consumers.length > 0) return verdictOf(id, TITLES[""], foreign, "failed");
  const missing = finding(`queue ${name}`, "no consumer", `the consumer ${WORKSPACE}`, DEPLOY);
  return verdictOf(id, TITLES[""], [missing], "blocked");
}

function verdictsOf(wanted: WantedQueue, queue: ProviderQueue): LiveVerdict[] {
  const ours = queue.consumers.find((consumer) => consumerName(consumer) === WORKSPACE);
  const judged = (part: Part, findings: readonly Finding[] | undefined): LiveVerdict =>
    findings === undefined
      ? { id: idOf(wanted.id, part), title: TITLES[part], verdict: "blocked", findings: [] }
      : verdictOf(idOf(wanted.id, part), TITLES[part], findings, "failed");
  return [
    consumption(wanted, queue),
    judged("deadLetter", ours && targetFindings(wanted, ours)),
    judged("retries", ours && settingFindings(wanted, ours)),
    judged("delivery", pausedFindings(wanted, queue)),
  ];
}

/** The other checks of a queue whose first one could not be made. */
const blockedRest = (id: string): LiveVerdict[] =>
  queueChecks(id)
    .slice(1)
    .map(([other, title]) => ({ id: other, title, verdict: "blocked", findings: [] }));

async function judgeQueue(connection: Connection, wanted: WantedQueue): Promise<readonly LiveVerdict[]> {
  const { id, name } = wanted;
  const read = await queueNamed(connection, name);
  if (!read.ok) return [unanswered(id, TITLES[""], `queue ${name}`, read.error), ...blockedRest(id)];
  if (read.value) return verdictsOf(wanted, read.value);
  const missing = finding(`queue ${name}`, "nothing", "a queue of this name", DEPLOY);
  return [verdictOf(id, TITLES[""], [missing], "blocked"), ...blockedRest(id)];
}

/** Judges both queues of a deployment. `config` is the prepared configuration of the workspace worker. */
export async function judgeQueues(
  connection: Connection,
  descriptor: Descriptor,
  config: Config,
): Promise<readonly LiveVerdict[]> {
  const consumers = ((config["queues"] as Entry | undefined)?.["consumers"] ?? []) as readonly Entry[];
  const judged = await Promise.all(
    queueRows(descriptor).map(([id, name]) =>
      judgeQueue(connection, { id, name, consumer: consumers.find(({ queue }) => queue === name) ?? {} }),
    ),
  );
  return judged.flat();
}

/** Both queues of a deployment with the ids of their checks. */
export const queueRows = ({ queues }: Descriptor): readonly (readonly [id: string, name: string])[] => [
  ["queue.publish", queues.publish],
  ["queue.deadLetter", queues.deadLetter],
];
