/**
 * Deploys each tenant's worker through the deployer. Demo tenants get this run's code; all others keep the release they
 * had.
 */
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { putArtifact } from "../../cli/cloudflare/releasing/putArtifact.ts";
import { DEMO_NAMES, loadDemo } from "../../demo/load.ts";
import { ProviderClient } from "../../platform/provider/client.ts";
import { Problem, reason } from "../process/problem.ts";
import type { Loss } from "../state/losses.ts";
import { setTimeout as later } from "node:timers/promises";

/** The name of the release that this run bundles. */
const RELEASE = "local";
const BUCKET = "drawbridge-releases";

export interface HostingInput {
  /** The deployer's address, and the operator's bearer for it. */
  readonly deployer: string;
  readonly bearer: string;
  readonly provider: { readonly api: string; readonly account: string; readonly token: string };
  /** The bundle of the release artifact. */
  readonly artifact: string;
}

interface Row {
  readonly tenant: string;
  readonly release: string;
  readonly artifactSha256: string;
  readonly readyAt: number | null;
}

export const demoTenants = (): readonly string[] => DEMO_NAMES.map((name) => loadDemo(name).tenant.id);

/** A tenant whose worker could not be compared or deployed, with the reason. */
export interface NotHosted {
  readonly tenant: string;
  readonly why: string;
  /** True if a deployment, a restore or an erasure of it has begun and not ended. A start ends none of them. */
  readonly isOpen?: boolean;
}

const OPEN = "a deployment, a restore or an erasure of it has begun and not ended";

/**
 * Compares every tenant at each start, so that the deployer restores lost resources. Answers the tenants whose
 * deployment failed; the others are served.
 */
export async function hostTenants(input: HostingInput): Promise<NotHosted[]> {
  const sha256 = await released(input);
  const others = (await rows(input)).filter((row) => !demoTenants().includes(row.tenant));
  const tried = await Promise.all([
    ...demoTenants().map((tenantId) => deploy(input, { tenantId, release: RELEASE, sha256 })),
    ...others.map((row) =>
      row.readyAt === null
        ? { tenant: row.tenant, why: OPEN, isOpen: true }
        : deploy(input, { tenantId: row.tenant, release: row.release, sha256: row.artifactSha256 }),
    ),
  ]);
  return tried.filter((one) => one !== undefined);
}

/** The message for the operator. */
export const notHostedTold = ({ tenant, why, isOpen }: NotHosted): Loss => ({
  what: `The worker of the tenant ${tenant} could not be deployed by this start: ${why}. The other tenants are served.`,
  mend:
    isOpen === true
      ? `Nobody is served by it. End what was begun: send the restore or the erasure again, or run svc operator hosting deploy ${tenant}, which gives up both.`
      : `If the tenant is not served, deploy it with svc operator hosting deploy ${tenant}, or start again.`,
});

async function released({ provider: { api, account, token }, artifact }: HostingInput): Promise<string> {
  const provider = new ProviderClient(
    { base: api, credential: { authorization: `Bearer ${token}` } },
    { fetch: (url, init) => fetch(url, init), now: () => Date.now(), sleep: (ms) => later(ms) },
  );
  const done = await putArtifact({ provider, account, bucket: BUCKET }, RELEASE, readFileSync(artifact));
  if (!done.ok) throw new Problem(`The tenants' code could not be uploaded to the release bucket: ${done.error.says}.`);
  return done.value.sha256;
}

async function askDeployer(
  { deployer, bearer }: HostingInput,
  path: string,
  body?: unknown,
): Promise<{ readonly status: number; readonly text: string }> {
  const reply = await fetch(`${deployer}${path}`, {
    method: body === undefined ? "GET" : "POST",
    headers: {
      authorization: `Bearer ${bearer}`,
      "idempotency-key": randomUUID(),
      "content-type": "application/json",
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: reply.status, text: await reply.text() };
}

async function rows(input: HostingInput): Promise<Row[]> {
  const all: Row[] = [];
  for (let after = "", more = true; more; after = all.at(-1)?.tenant ?? "") {
    const { status, text } = await askDeployer(input, `/tenants?after=${encodeURIComponent(after)}`);
    if (status !== 200) throw new Problem(`The deployer did not list the tenants (${status}).`);
    const { items } = JSON.parse(text) as { readonly items: readonly Row[] };
    all.push(...items);
    more = items.length > 0;
  }
  return all;
}

interface Deployment {
  readonly tenantId: string;
  readonly release: string;
  readonly sha256: string;
}

async function deploy(input: HostingInput, deployment: Deployment): Promise<NotHosted | undefined> {
  const { tenantId: tenant } = deployment;
  try {
    const { status, text } = await askDeployer(input, "/tenants/deploy", deployment);
    return status === 200 ? undefined : { tenant, why: `${text.trim().slice(0, SAID_MAX)} (${status})` };
  } catch (error) {
    return { tenant, why: reason(error) };
  }
}

const SAID_MAX = 300;
