import { RpcTarget, WorkerEntrypoint } from "cloudflare:workers";
import type { DispatchEnv } from "./env.ts";
import type { TenantSettings } from "../../platform/tenants/platform.ts";
import { LentPlatform } from "./lentPlatform.ts";
import { findReach } from "./reach.ts";

/** The properties of the binding, which the deployer wrote. */
interface Props {
  readonly tenant: string;
}

/** The entrypoint for one tenant's worker, in a deployment that lends by service bindings. */
export class TenantPlatform extends WorkerEntrypoint<DispatchEnv, Props> {
  lend(): LentPlatform {
    return new LentPlatform(this.env, this.ctx.props.tenant);
  }
}

/** Ends a loan. Only the worker that asked for the loan gets this object, and does not pass it on. */
class Ending extends RpcTarget {
  readonly #platform: LentPlatform;

  constructor(platform: LentPlatform) {
    super();
    this.#platform = platform;
  }

  end(): void {
    LentPlatform.end(this.#platform);
  }
}

/** The entrypoint for the worker of members' agents, which passes the platform on in its own calls of tenants. */
export class PlatformLender extends WorkerEntrypoint<DispatchEnv> {
  lend(tenant: string): { readonly platform: LentPlatform; readonly ending: Ending } {
    const platform = new LentPlatform(this.env, tenant);
    return { platform, ending: new Ending(platform) };
  }

  settings(): TenantSettings {
    return findReach(this.env).settings;
  }
}
