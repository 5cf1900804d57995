/** False answers of a provider about one tenant's resources, each for one kind of request. */
import { type ProviderReply, no } from "../../../sites/machine/provider/envelope.ts";
import type { Lie, LieQuestion } from "../../../sites/machine/provider/lie.ts";

export type Json = Record<string, unknown>;

const ACCOUNT = "/accounts/:account";
const SCRIPT = `${ACCOUNT}/workers/dispatch/namespaces/:namespace/scripts/:script`;

/** The requests of a deployment and of an erasure, by description. */
export const ASKED = {
  "bucket is looked for": `GET ${ACCOUNT}/r2/buckets/:bucket`,
  "bucket is made": `POST ${ACCOUNT}/r2/buckets`,
  "bucket is removed": `DELETE ${ACCOUNT}/r2/buckets/:bucket`,
  "queue is looked for": `GET ${ACCOUNT}/queues`,
  "queue is made": `POST ${ACCOUNT}/queues`,
  "queue is removed": `DELETE ${ACCOUNT}/queues/:queue`,
  "consumer is made": `POST ${ACCOUNT}/queues/:queue/consumers`,
  "consumer is removed": `DELETE ${ACCOUNT}/queues/:queue/consumers/:consumer`,
  "script is looked for": `GET ${SCRIPT}`,
  "script is uploaded": `PUT ${SCRIPT}`,
  "script is removed": `DELETE ${SCRIPT}`,
  "bindings are read": `GET ${SCRIPT}/settings`,
} as const;
export type AskedFor = keyof typeof ASKED;

const isAsked =
  (asked: AskedFor) =>
  ({ method, pattern }: LieQuestion): boolean =>
    `${method} ${pattern}` === ASKED[asked];

export const instead = (asked: AskedFor, reply: (truth: ProviderReply) => ProviderReply): Lie => ({
  applies: isAsked(asked),
  change: reply,
});

/** Changes the result of an otherwise true answer, if it has one. */
export const result = (asked: AskedFor, change: (result: Json) => unknown): Lie =>
  instead(asked, (truth) => {
    const body = truth.body as Json;
    return body["result"] ? { ...truth, body: { ...body, result: change(body["result"] as Json) } } : truth;
  });

/** Applies from the second matching request on. */
export function later(lie: Lie): Lie {
  let asked = 0;
  return { ...lie, applies: (question) => lie.applies(question) && asked++ > 0 };
}

/** False answers for any request. */
export const ANY: Readonly<Record<string, (truth: ProviderReply) => ProviderReply>> = {
  "success that is none": (truth) => ({ ...truth, status: 200, body: { ...(truth.body as Json), success: false } }),
  "a denial": () => no(403, 10000, "no"),
  "a failure": () => no(500, 10001, "no"),
  "no more requests": () => no(429, 971, "no"),
  "no envelope": () => ({ status: 200, body: [] }),
};
