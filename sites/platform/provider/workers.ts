/** Workers at the provider: versions, deployments, secrets and hostnames. */
import * as z from "zod/mini";
import { type Address, type ListAddress, path, query } from "./address.ts";

const deployment = z.object({
  id: z.string(),
  versions: z.array(z.object({ version_id: z.string(), percentage: z.number() })),
});

/** A binding with all its members. Its type decides which of them are the target. */
export const liveBinding = z.looseObject({ type: z.string(), name: z.string() });

const version = z.object({
  id: z.string(),
  annotations: z.optional(z.nullable(z.record(z.string(), z.unknown()))),
  resources: z.object({
    script: z.object({ etag: z.optional(z.string()) }),
    script_runtime: z.object({
      compatibility_date: z.optional(z.string()),
      compatibility_flags: z.optional(z.nullable(z.array(z.string()))),
      migration_tag: z.optional(z.nullable(z.string())),
      limits: z.optional(z.nullable(z.object({ cpu_ms: z.optional(z.nullable(z.number())) }))),
    }),
    bindings: z.array(liveBinding),
  }),
});

/** A row of the list of all workers, with settings that no version has. */
const listedScript = z.object({
  id: z.string(),
  etag: z.optional(z.string()),
  logpush: z.optional(z.nullable(z.boolean())),
  tail_consumers: z.optional(z.nullable(z.array(z.looseObject({ service: z.string() })))),
});
const schedules = z.object({ schedules: z.array(z.object({ cron: z.string() })) });

const domain = z.object({ id: z.string(), hostname: z.string(), service: z.string() });
const subdomain = z.object({ enabled: z.boolean(), previews_enabled: z.optional(z.boolean()) });

export type WorkerDeployment = z.infer<typeof deployment>;
export type WorkerVersion = z.infer<typeof version>;
export type LiveBinding = z.infer<typeof liveBinding>;
export type Domain = z.infer<typeof domain>;
export type ListedScript = z.infer<typeof listedScript>;

const script = (account: string, name: string): string => path`/accounts/${account}/workers/scripts/${name}`;

/** Deployments of a worker, the newest first. The newest is active. */
export const deployments = (account: string, name: string): Address<{ deployments: WorkerDeployment[] }> => ({
  method: "GET",
  path: `${script(account, name)}/deployments`,
  shape: z.object({ deployments: z.array(deployment) }),
});

export const workerVersionOf = (account: string, name: string, id: string): Address<WorkerVersion> => ({
  method: "GET",
  path: `${script(account, name)}${path`/versions/${id}`}`,
  shape: version,
  isAbout: (found) => found.id === id,
});

/** All workers of the account. */
export const listedScripts = (account: string): ListAddress<ListedScript> => ({
  method: "GET",
  path: path`/accounts/${account}/workers/scripts`,
  row: listedScript,
});

/** The times at which the provider starts a worker. */
export const schedulesOf = (account: string, name: string): Address<z.infer<typeof schedules>> => ({
  method: "GET",
  path: `${script(account, name)}/schedules`,
  shape: schedules,
});

/** The path of a worker's code, a multipart form with one part for each module. */
export const contentOf = (account: string, name: string): string => `${script(account, name)}/content/v2`;

/** The names of a worker's secrets. The API never returns values. */
export const secretsOf = (account: string, name: string): ListAddress<{ name: string }> => ({
  method: "GET",
  path: `${script(account, name)}/secrets`,
  row: z.object({ name: z.string() }),
});

/** Tells whether a worker is reachable under workers.dev or preview addresses. */
export const subdomainOf = (account: string, name: string): Address<z.infer<typeof subdomain>> => ({
  method: "GET",
  path: `${script(account, name)}/subdomain`,
  shape: subdomain,
});

/** The worker of a hostname: one row or none. */
export const domainsOf = (account: string, hostname: string): ListAddress<Domain> => ({
  method: "GET",
  path: `${path`/accounts/${account}/workers/domains`}${query({ hostname })}`,
  row: domain,
  isAsked: (one) => one.hostname === hostname,
});

/** All hostnames of a worker. */
export const domainsTo = (account: string, service: string): ListAddress<Domain> => ({
  method: "GET",
  path: `${path`/accounts/${account}/workers/domains`}${query({ service })}`,
  row: domain,
  isAsked: (one) => one.service === service,
});
