/** Routes of queues and dispatch namespaces. */
import { randomUUID } from "node:crypto";
import { no, rows, yes } from "./envelope.ts";
import { type ProviderRequest, type ProviderRoute, route } from "./route.ts";
import type { StoredQueue } from "./state.ts";

const QUEUES = "/accounts/:account/queues";
const NAMESPACES = "/accounts/:account/workers/dispatch/namespaces";

interface WantedConsumer {
  readonly type: string;
  readonly script_name?: string;
  readonly dead_letter_queue?: string;
  readonly settings?: Readonly<Record<string, unknown>>;
}

const queueOf = ({ account, part }: ProviderRequest): StoredQueue | undefined =>
  account.queues.find(({ queue_id }) => queue_id === part("queue"));

const consumer = (consumer_id: string, { type, script_name = "", dead_letter_queue, settings }: WantedConsumer) => ({
  consumer_id,
  type,
  script: script_name,
  ...(dead_letter_queue === undefined ? {} : { dead_letter_queue }),
  ...(settings === undefined ? {} : { settings }),
});

const noQueue = () => no(404, 11000, "Queue not found.");

export const QUEUE_ROUTES: readonly ProviderRoute[] = [
  route("GET", QUEUES, ({ account, query }) =>
    rows(
      account.queues.filter(({ queue_name }) => !query.has("name") || query.getAll("name").includes(queue_name)),
      query,
    ),
  ),
  route("POST", QUEUES, async ({ account, json }) => {
    const { queue_name } = (await json()) as { queue_name: string };
    if (account.queues.some((queue) => queue.queue_name === queue_name))
      return no(409, 11009, "A queue of this name exists.");
    const queue = { queue_id: randomUUID().replaceAll("-", ""), queue_name, consumers: [] };
    account.queues.push(queue);
    return yes(queue);
  }),
  route("GET", `${QUEUES}/:queue/consumers`, (asked) => {
    const queue = queueOf(asked);
    return queue ? rows(queue.consumers, asked.query) : noQueue();
  }),
  route("POST", `${QUEUES}/:queue/consumers`, async (asked) => {
    const queue = queueOf(asked);
    if (!queue) return noQueue();
    const made = consumer(randomUUID(), (await asked.json()) as WantedConsumer);
    queue.consumers.push(made);
    return yes(made);
  }),
  route("PUT", `${QUEUES}/:queue/consumers/:consumer`, async (asked) => {
    const queue = queueOf(asked);
    const at = queue?.consumers.findIndex(({ consumer_id }) => consumer_id === asked.part("consumer")) ?? -1;
    if (!queue || at === -1) return noQueue();
    queue.consumers[at] = consumer(asked.part("consumer"), (await asked.json()) as WantedConsumer);
    return yes(queue.consumers[at]);
  }),
  route("DELETE", `${QUEUES}/:queue/consumers/:consumer`, (asked) => {
    const queue = queueOf(asked);
    const at = queue?.consumers.findIndex(({ consumer_id }) => consumer_id === asked.part("consumer")) ?? -1;
    if (!queue || at === -1) return noQueue();
    queue.consumers.splice(at, 1);
    return yes(null);
  }),
  route("DELETE", `${QUEUES}/:queue`, (asked) => {
    const at = asked.account.queues.findIndex(({ queue_id }) => queue_id === asked.part("queue"));
    if (at === -1) return noQueue();
    asked.account.queues.splice(at, 1);
    return yes(null);
  }),
  route("GET", NAMESPACES, ({ account: { dispatch }, query }) =>
    dispatch
      ? rows(
          [...dispatch].map((name) => ({ namespace_id: name, namespace_name: name })),
          query,
        )
      : no(403, 10121, "You do not have access to dispatch namespaces."),
  ),
  route("GET", `${NAMESPACES}/:namespace`, ({ account: { dispatch }, part }) => {
    if (!dispatch) return no(403, 10121, "You do not have access to dispatch namespaces.");
    const name = part("namespace");
    return dispatch.has(name)
      ? yes({ namespace_id: name, namespace_name: name })
      : no(404, 100119, "Dispatch namespace not found.");
  }),
];
