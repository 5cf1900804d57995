/** The powers of a worker behind a hostname over a tenant's resources. Each deployment hands in its own. */
import type { FormApi } from "../../runtime/submissions/formApi.ts";
import type { PluginRouteApi } from "../../runtime/plugins/calls/routes.ts";
import type { EditingApi, WorkspaceApi } from "../../runtime/workspaceApi.ts";
import { permissionsOf } from "../../runtime/commands/permissions.ts";
import type { LiveCaller } from "../shared/live.ts";
import type { DispatchAudience } from "../shared/tenants/grant.ts";
import type { LoggedInMember } from "./auth/loggedInMember.ts";

/** A tenant's workspace as this worker reaches it. */
export interface Workspace extends WorkspaceApi, EditingApi, PluginRouteApi, FormApi {
  fetch(url: string, init?: RequestInit): Promise<Response>;
}

/** The sockets of tenants' workspaces, where this worker reaches them. */
export interface Live {
  /** The answer to the browser: a socket, or another status if there is no room for it. */
  open(tenant: string, caller: LiveCaller): Promise<Response>;
  recheck(tenant: string): Promise<unknown>;
}

/** A tenant, and the site that a call is about; null for what is the whole tenant's. */
export interface TenantPlace {
  readonly tenant: string;
  readonly site: string | null;
}

/** Never take the tenant from a visitor's input. */
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

/** A tenant's uploads. Every key begins with the tenant. */
export interface MediaStore {
  head(key: string): Promise<MediaHead | null>;
  get(key: string, options?: { readonly range?: MediaRange }): Promise<MediaBody | null>;
  /** Fails when the bytes have another digest than the one that is named. */
  put(key: string, bytes: MediaBytes, options?: MediaPutOptions): Promise<unknown>;
  delete(key: string): Promise<void>;
}

export interface MediaRange {
  readonly offset: number;
  readonly length: number;
}

export type MediaBytes = ReadableStream<Uint8Array> | ArrayBuffer | Uint8Array;

export interface MediaPutOptions {
  /** The length of a stream: on its way to another worker a stream loses its own. */
  readonly length?: number;
  readonly sha256?: string;
  readonly httpMetadata?: { readonly contentType: string };
}

export interface MediaStores {
  of(place: TenantPlace, audience: DispatchAudience): MediaStore;
}

/** The audience of everybody who may see published pages. */
export const PUBLIC: DispatchAudience = { kind: "public" };
/** The operator, and what this worker does for a tenant by itself. */
export const PLATFORM: DispatchAudience = { kind: "platform" };

export const audienceOf = ({ identity, role }: Pick<LoggedInMember, "identity" | "role">): DispatchAudience => ({
  kind: "private",
  member: identity,
  role,
  permissions: [...permissionsOf(role)],
});
