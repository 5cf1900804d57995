import type { LoginEnv } from "../../platform/login/provider.ts";
import type { Live, MediaStores, Workspaces } from "./powers.ts";
import type { AvailabilityStub } from "../../../sandbox/availability.ts";

/** The environment of a worker that serves sites: its bindings, and the deployment's powers over tenants. */
export interface Env extends LoginEnv {
  readonly WORKSPACES: Workspaces;
  /** Opens sockets; undefined where workspaces are behind another worker, which cannot pass sockets on. */
  readonly LIVE?: Live;
  readonly DB: D1Database;
  readonly MEDIA: MediaStores;
  /** Tells whether plugin code can run; undefined if the deployment has no sandbox. */
  readonly PLUGIN_SANDBOX?: AvailabilityStub;
  /** Resizes pictures. Without it, pictures are served in their original size. */
  readonly IMAGES?: ImagesBinding | undefined;
  /** The built files of the editor, and the description of the API. */
  readonly ASSETS: Fetcher;
  /**
   * Origins of this deployment, separated by spaces. A login there ends in the person's subject as long as no site has
   * the name. Without any, every login needs a site.
   */
  readonly SITE_ORIGINS?: string;
  /** On one machine, the address at which the runner reports lost and damaged parts of the data. */
  readonly PROCESS_RUNS?: string;
  /** `yes` on one machine whose author tries an index of plugins at http://localhost. No deployment sets it. */
  readonly INSECURE_LOCALHOST?: string;
  /** Analytics Engine's dataset of visits. Without it, the workspaces alone have the numbers. */
  readonly VISITS?: AnalyticsEngineDataset;
  readonly PROVISIONING_SECRET: string;
  readonly SESSION_SECRET: string;
  /** The secret that verifies answers to form challenges. Without it, forms have no challenge. */
  readonly TURNSTILE_SECRET?: string;
}

/** The environment of a request to an address of the site itself. */
export interface ApiEnv {
  Bindings: Env;
  Variables: { requestId: string };
}
