/** The input of a drill: two disposable tenants, the way to each of them, and the caller's credentials. */
import type { HttpMethod } from "../../../../manifests/shapes/methods.ts";
import type { ProviderClient } from "../../../shared/provider/client.ts";

export interface DrillRequest {
  readonly method: HttpMethod;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body?: unknown;
}

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly text: string;
}

/** One bounded request to an origin, following nowhere. */
export type Ask = (origin: string, asked: DrillRequest) => Promise<Reply>;

/** A wait between two requests of which the first said that it is not time yet. */
export type Pause = () => Promise<void>;

export interface DrillTenant {
  readonly id: string;
  /** The origin that the dispatcher serves it under. */
  readonly origin: string;
  readonly owner: { readonly issuer: string; readonly subject: string };
  /** The owner's login as a cookie; absent until they have logged in. */
  readonly cookie?: string | undefined;
  /** An access token of the owner's agent; absent until they have allowed one. */
  readonly agent?: string | undefined;
}

export interface DrillPlan {
  readonly tenants: readonly [DrillTenant, DrillTenant];
  readonly namespace: string;
  readonly release: string;
  /** Digest of the release's artifact. */
  readonly artifactSha256: string;
  readonly deployer: { readonly origin: string; readonly bearer: string };
  /** The bearer of the operator's addresses of sites. */
  readonly operatorBearer: string;
  /** Origin of the MCP server of members' agents; absent where there is none. */
  readonly agentsOrigin?: string | undefined;
  readonly provider: { readonly client: ProviderClient; readonly account: string };
  readonly pause: Pause;
  /** True where the provider is a stand-in on this machine. */
  readonly isRehearsal: boolean;
}
