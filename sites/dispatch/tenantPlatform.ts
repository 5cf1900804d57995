import { RpcTarget, WorkerEntrypoint } from "cloudflare:workers";
import type { DispatchEnv } from "./env.ts";
import type { TenantSettings } from "../shared/tenants/platform.ts";
import { LentPlatform } from "./lentPlatform.ts";
import { reachOf } from "./reach.ts";

/** The tenant that the deployer wrote into the binding. */
interface Props {
  readonly tenant: string;
}

/** The entrance of one tenant's worker, where the deployment lends through bindings. */
export class TenantPlatform extends WorkerEntrypoint<DispatchEnv, Props> {
  lend(): LentPlatform {
    return new LentPlatform(this.env, this.ctx.props.tenant);
  }
}

/** A holder of this object can end the loan. The borrower gets it, and it is not lent on. */
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

/** The entrance of the worker for members' agents, which lends on what it gets here with its own dispatched calls. */
export class PlatformLender extends WorkerEntrypoint<DispatchEnv> {
  lend(tenant: string): { readonly platform: LentPlatform; readonly ending: Ending } {
    const platform = new LentPlatform(this.env, tenant);
    return { platform, ending: new Ending(platform) };
  }

  settings(): TenantSettings {
    return reachOf(this.env).settings;
  }
}
