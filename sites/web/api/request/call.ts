import type { Env } from "../../powers/env.ts";
import type { MediaStore, Workspace } from "../../powers/powers.ts";
import type { LoggedInMember } from "../../../control/logins/logins.ts";
import type { AddressedSite } from "../../auth/addressedSite.ts";

/** A request to the API before any guard ran. */
export interface ApiRequest {
  readonly request: Request;
  readonly env: Env;
  readonly ctx: Pick<ExecutionContext, "waitUntil">;
  readonly place: AddressedSite;
  readonly requestId: string;
  readonly at: number;
  /** The path parameters as text. */
  readonly segments: Readonly<Record<string, string>>;
}

/** A request after all guards, with what they read. */
export interface ApiCall extends ApiRequest {
  readonly workspace: Workspace;
  readonly media: MediaStore;
  readonly member: LoggedInMember;
  readonly params: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
  /** The body as received; empty if there is none. */
  readonly text: string;
  /** The version that If-Match names; null for routes without a version. */
  readonly version: number | null;
  /** The idempotency key; empty for routes that change nothing. */
  readonly key: string;
}
