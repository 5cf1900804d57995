import { WorkerEntrypoint } from "cloudflare:workers";
import { Refusal } from "../../../manifests/refusals/refusal.ts";
import { type TenantIdentity, TENANT_OBJECT } from "../../platform/tenants/bindings.ts";
import { type DispatchClaims, publicKeys } from "../../platform/tenants/grant.ts";
import { disposeStub, withoutDisposer } from "../../platform/tenants/stubs.ts";
import { VerifiedGrants } from "../../platform/tenants/keptGrants.ts";
import { type TenantMethodName, isFor, tenantMethod } from "../../platform/tenants/methods.ts";
import type { DispatchedCall, Platform, TenantWorker } from "../../platform/tenants/platform.ts";
import type { TenantEnv } from "./env.ts";
import { FILES } from "./files.ts";
import type { AdmittedCall } from "./tenantObject.ts";

export { TenantWorkspaceDO } from "./tenantObject.ts";

interface Workspace {
  spendGrant(grant: AdmittedCall["grant"]): Promise<void>;
  dispatched(call: AdmittedCall, platform: Platform | undefined): Promise<unknown>;
}

/** The one entrypoint of a tenant's worker. It believes a grant only if the dispatcher signed it for this worker. */
export default class TenantEntrance extends WorkerEntrypoint<TenantEnv> implements TenantWorker {
  /** Refuses requests, because every call is an RPC method. */
  override fetch(): Response {
    return new Response(null, { status: 404 });
  }

  async dispatched(call: DispatchedCall, platform?: Platform): Promise<unknown> {
    const grants = await grantsFor(this.env);
    const claims = await grants.verify(call.grant);
    const admitted = admit(claims, call);
    if (admitted.method === "identity") return identityOf(this.env);
    const files = FILES[admitted.method];
    // The grant's holder chose the arguments, so their types come from the table of methods.
    const workspace = workspaceOf(this.env);
    if (!files) return this.#worked(workspace, admitted, platform);
    if (admitted.grant.once) await workspace.spendGrant(admitted.grant);
    return files(this.env, ...(call.args as never[]));
  }

  async #worked(workspace: Workspace, admitted: AdmittedCall, platform: Platform | undefined): Promise<unknown> {
    const borrowed = platform ? undefined : await this.#borrowed(admitted);
    try {
      return withoutDisposer(await workspace.dispatched(admitted, platform ?? borrowed));
    } finally {
      disposeStub(borrowed);
    }
  }

  /** The platform that a call borrows, if the deployment lends through a binding and the method needs it. */
  async #borrowed({ method }: AdmittedCall): Promise<Platform | undefined> {
    return tenantMethod(method)?.lends ? this.env.PLATFORM?.lend() : undefined;
  }
}

function admit(claims: DispatchClaims, { method, args, settings }: DispatchedCall): AdmittedCall {
  const row = tenantMethod(method);
  if (!row || claims.method !== method || claims.once !== row.once || !isFor(claims, row, args))
    throw new Refusal("FORBIDDEN", { reason: "dispatch grant: not for this" });
  const { jti, exp, once } = claims;
  return { grant: { jti, exp, once }, method: method as TenantMethodName, args, settings };
}

const identityOf = ({ TENANT_ID, WORKER_NAME, RELEASE, ARTIFACT_SHA256 }: TenantEnv): TenantIdentity => ({
  tenant: TENANT_ID,
  worker: WORKER_NAME,
  release: RELEASE,
  artifactSha256: ARTIFACT_SHA256,
});

const workspaceOf = ({ TENANT_WORKSPACE: namespace }: TenantEnv): Workspace =>
  // The stub's methods exist only in the object, so the shared interface stands in for its type.
  namespace.get(namespace.idFromName(TENANT_OBJECT)) as unknown as Workspace;

let known: { readonly of: string; readonly grants: Promise<VerifiedGrants> } | undefined;

/** The verifier of grants, kept in the isolate for one tenant, worker and set of keys. It imports the keys once. */
function grantsFor({
  TENANT_ID: tenant,
  WORKER_NAME: worker,
  DISPATCH_KEYS: json,
}: TenantEnv): Promise<VerifiedGrants> {
  const of = JSON.stringify([tenant, worker, json]);
  if (known?.of !== of)
    known = { of, grants: publicKeys(json).then((keys) => new VerifiedGrants({ tenant, worker, keys })) };
  return known.grants;
}
