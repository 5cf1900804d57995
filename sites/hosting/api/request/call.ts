import type { Env } from "../../env.ts";
import type { MediaStore, Workspace } from "../../powers.ts";
import type { LoggedInMember } from "../../auth/loggedInMember.ts";
import type { AddressedSite } from "../../auth/addressedSite.ts";

/** A request to an address of the API, before any guard has checked it. */
export interface ApiRequest {
  readonly request: Request;
  readonly env: Env;
  readonly ctx: Pick<ExecutionContext, "waitUntil">;
  readonly place: AddressedSite;
  readonly requestId: string;
  readonly at: number;
  /** The parts of the path that stand for parameters, as text. */
  readonly segments: Readonly<Record<string, string>>;
}

/** The same when every guard has let it pass, with what each of them has read. */
export interface ApiCall extends ApiRequest {
  readonly workspace: Workspace;
  readonly media: MediaStore;
  readonly member: LoggedInMember;
  readonly params: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
  /** The body as it was sent; empty where there is none. */
  readonly text: string;
  /** The version that If-Match names; null for routes without a version. */
  readonly version: number | null;
  /** Empty for addresses that change nothing. */
  readonly key: string;
}
