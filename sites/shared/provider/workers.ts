/** Workers at the provider: versions, deployments, secrets and hostnames. */
import * as z from "zod/mini";
import type { Address, ListAddress } from "./address.ts";
import { path, query } from "./address.ts";

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
    bindings: z.array(liveBinding),
  }),
});

const domain = z.object({ id: z.string(), hostname: z.string(), service: z.string() });
const subdomain = z.object({ enabled: z.boolean(), previews_enabled: z.optional(z.boolean()) });

export type WorkerDeployment = z.infer<typeof deployment>;
export type WorkerVersion = z.infer<typeof version>;
export type LiveBinding = z.infer<typeof liveBinding>;
export type Domain = z.infer<typeof domain>;

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
