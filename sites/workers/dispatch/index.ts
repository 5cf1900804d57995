import { editor } from "../../editor/pages/index.ts";
import { served } from "../../web/served.ts";
import type { DispatchEnv } from "./env.ts";
import { dispatchHosting } from "./powers.ts";
import { consumeTenantQueue } from "./tenantQueue.ts";

export { TenantOperations } from "./tenantOperations.ts";
export { PlatformLender, TenantPlatform } from "./tenantPlatform.ts";

/** The dispatcher: serves all hostnames of a deployment with one worker for each tenant. */
export default {
  fetch: (request: Request, env: DispatchEnv, ctx: ExecutionContext): Promise<Response> =>
    served(request, () => dispatchHosting(env), ctx, editor),
  queue: (batch, env) => consumeTenantQueue(batch, env),
} satisfies ExportedHandler<DispatchEnv>;
