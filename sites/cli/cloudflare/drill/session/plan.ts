/** The input of a drill: two disposable tenants, their addresses, and the operator's credentials. */
import type { HttpMethod } from "../../../../../manifests/shapes/methods.ts";
import type { ProviderClient } from "../../../../platform/provider/client.ts";

export interface DrillRequest {
  readonly method: HttpMethod;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The body, sent as JSON. */
  readonly body?: unknown;
}

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly text: string;
}

/** Sends one request with bounds on time and size. Redirects are not followed. */
export type Ask = (origin: string, asked: DrillRequest) => Promise<Reply>;

/** Waits before a request is repeated, because its answer said "not yet". */
export type Pause = () => Promise<void>;

export interface DrillTenant {
  readonly id: string;
  /** The origin at which the dispatcher serves the tenant. */
  readonly origin: string;
  readonly owner: { readonly issuer: string; readonly subject: string };
  /** The owner's login as a cookie; undefined until the owner has logged in. */
  readonly cookie?: string | undefined;
  /** An access token of the owner's agent; undefined until the owner has allowed one. */
  readonly agent?: string | undefined;
}

export interface DrillPlan {
  readonly tenants: readonly [DrillTenant, DrillTenant];
  readonly namespace: string;
  readonly release: string;
  /** SHA-256 of the release artifact. */
  readonly artifactSha256: string;
  readonly deployer: { readonly origin: string; readonly bearer: string };
  /** The operator's bearer for `/api/admin` of the sites. */
  readonly operatorBearer: string;
  /** Origin of the MCP server for members' agents; undefined if the deployment has none. */
  readonly agentsOrigin?: string | undefined;
  readonly provider: { readonly client: ProviderClient; readonly account: string };
  readonly pause: Pause;
  /** True if the provider is a stand-in on this machine. */
  readonly isRehearsal: boolean;
}
