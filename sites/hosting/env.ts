import type { LoginEnv } from "../shared/login/provider.ts";
import type { Live, MediaStores, Workspaces } from "./powers.ts";
import type { AvailabilityStub } from "../../sandbox/availability.ts";

/**
 * The environment of a worker that answers for sites: bindings, and the powers over tenants that the deployment hands
 * in.
 */
export interface Env extends LoginEnv {
  readonly WORKSPACES: Workspaces;
  /** Missing where workspaces are reached through another worker, which hands on no sockets. */
  readonly LIVE?: Live;
  readonly DB: D1Database;
  readonly MEDIA: MediaStores;
  /** Missing where no plugin code is to run. */
  readonly PLUGIN_SANDBOX?: AvailabilityStub;
  /** Makes pictures in other widths. Without it, pictures are served in the size they have. */
  readonly IMAGES?: ImagesBinding | undefined;
  /** The built files of the editor, and the description of the API. */
  readonly ASSETS: Fetcher;
  readonly PROVISIONING_SECRET: string;
  readonly SESSION_SECRET: string;
  /** The secret that verifies answers to a form's challenge. Without it, forms ask for no challenge. */
  readonly TURNSTILE_SECRET?: string;
}

/** The environment of a request to an address of the site itself. */
export interface ApiEnv {
  Bindings: Env;
  Variables: { requestId: string };
}
