/** The powers of a hosting worker over a tenant's resources. Each deployment implements them. */
import type { VisitorsApi } from "../../../runtime/visitorsApi.ts";
import type { PluginRouteApi } from "../../../runtime/plugins/calls/routes.ts";
import type { PluginWebhookApi } from "../../../runtime/plugins/webhooks/webhooks.ts";
import type { EditingApi, WorkspaceApi } from "../../../runtime/workspaceApi.ts";
import { permissionsOf } from "../../../runtime/commands/permissions.ts";
import type { LiveCaller } from "../../platform/live/live.ts";
import type { DispatchAudience } from "../../platform/tenants/grant.ts";
import type { LoggedInMember } from "../../control/logins/logins.ts";

/** A tenant's workspace, with the methods that this worker calls. */
export interface Workspace extends WorkspaceApi, EditingApi, PluginRouteApi, PluginWebhookApi, VisitorsApi {
  fetch(url: string, init?: RequestInit): Promise<Response>;
}

/** The WebSockets of workspaces, if this worker can reach them. */
export interface Live {
  /** Opens a socket; another status if there is no room. */
  open(tenant: string, caller: LiveCaller): Promise<Response>;
  recheck(tenant: string): Promise<unknown>;
}

/** A tenant and the site of a call; null if the call is about the whole tenant. */
export interface TenantPlace {
  readonly tenant: string;
  readonly site: string | null;
}

/** Reaches workspaces. The tenant must never come from a visitor's input. */
export interface Workspaces {
  of(place: TenantPlace, audience: DispatchAudience): Workspace;
}

export interface MediaHead {
  readonly key: string;
  readonly size: number;
}

export interface MediaBody extends MediaHead {
  readonly body: ReadableStream<Uint8Array>;
}

/** A tenant's uploads. Every key begins with the tenant's id. */
export interface MediaStore {
  head(key: string): Promise<MediaHead | null>;
  get(key: string, options?: { readonly range?: MediaRange }): Promise<MediaBody | null>;
  /** Stores bytes. Fails if a given digest does not match. */
  put(key: string, bytes: MediaBytes, options?: MediaPutOptions): Promise<unknown>;
  delete(key: string): Promise<void>;
}

export interface MediaRange {
  readonly offset: number;
  readonly length: number;
}

export type MediaBytes = ReadableStream<Uint8Array> | ArrayBuffer | Uint8Array;

export interface MediaPutOptions {
  /** The length of a stream, which is lost when the stream is passed to another worker. */
  readonly length?: number;
  readonly sha256?: string;
  readonly httpMetadata?: { readonly contentType: string };
}

export interface MediaStores {
  of(place: TenantPlace, audience: DispatchAudience): MediaStore;
}

/** Calls on behalf of visitors. */
export const PUBLIC: DispatchAudience = { kind: "public" };
/** Calls on behalf of the operator, or of the worker itself. */
export const PLATFORM: DispatchAudience = { kind: "platform" };

export const audienceOf = ({ identity, role }: Pick<LoggedInMember, "identity" | "role">): DispatchAudience => ({
  kind: "private",
  member: identity,
  role,
  permissions: [...permissionsOf(role)],
});
