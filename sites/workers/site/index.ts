import { env } from "cloudflare:workers";
import { editor } from "../../editor/pages/index.ts";
import { served } from "../../web/served.ts";
import { isManaged, requireOneDataPath, type ManagedEnv } from "./dataPath.ts";
import type { SiteEnv } from "./env.ts";
import { forward } from "./forward.ts";
import { siteHosting } from "./powers.ts";

// Checked as the module loads, so that a worker with both kinds of bindings cannot be deployed.
requireOneDataPath(env);

/** The site worker: published pages, from the cache where possible, the API and the editor. */
export default {
  fetch: (request: Request, bindings: SiteEnv | ManagedEnv, ctx: ExecutionContext): Promise<Response> =>
    isManaged(bindings) ? forward(request, bindings) : served(request, () => siteHosting(bindings), ctx, editor),
} satisfies ExportedHandler<SiteEnv | ManagedEnv>;
