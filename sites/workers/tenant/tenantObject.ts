import { WAKE_AGAIN_MS } from "../../../manifests/bounds/hosting.ts";
import type { DispatchClaims } from "../../platform/tenants/grant.ts";
import type { TenantMethodName } from "../../platform/tenants/methods.ts";
import type { Platform, TenantSettings } from "../../platform/tenants/platform.ts";
import { GROUP } from "../workspace/object/groupCommit.ts";
import { PUBLISHED, RENEW, TenantWorkspace } from "../workspace/object/tenantWorkspace.ts";
import type { WorkspacePowers } from "../workspace/bindings/powers.ts";
import { bucketPart } from "./bucketPart.ts";
import type { TenantEnv } from "./env.ts";
import { sharedPowers, withPlatform } from "./lent.ts";
import { SpentGrants } from "./spentGrants.ts";

/** A call whose grant the entrypoint has verified. */
export interface AdmittedCall {
  readonly grant: Pick<DispatchClaims, "jti" | "exp" | "once">;
  readonly method: TenantMethodName;
  readonly args: readonly unknown[];
  readonly settings: TenantSettings;
}

const SETTINGS = "settings";
const NO_SETTINGS: TenantSettings = {
  hasSandbox: false,
  hasMail: false,
  trustKeys: "[]",
  agentsOrigin: "",
  membersOrigin: "",
  challengeKey: "",
};

/** The workspace of a tenant with its own worker. Only that worker's entrypoint reaches it. */
export class TenantWorkspaceDO extends TenantWorkspace<TenantEnv> {
  readonly #spent: SpentGrants;
  #settings: string;

  constructor(context: DurableObjectState, env: TenantEnv) {
    const settings = context.storage.kv.get<string>(SETTINGS) ?? JSON.stringify(NO_SETTINGS);
    super(context, env, powersOf(env, JSON.parse(settings) as TenantSettings));
    this.#spent = new SpentGrants(context.storage, () => Date.now());
    this.#settings = settings;
  }

  /**
   * An alarm has no lent platform. It queues a message that makes the dispatcher call `work`, and repeats that until
   * the call comes.
   */
  override async alarm(): Promise<void> {
    await this.ctx.storage.setAlarm(Date.now() + WAKE_AGAIN_MS);
    await this.env.PUBLISH_QUEUE.send({ kind: "wake" });
  }

  /** Does the due work. The dispatcher calls it and lends the platform that the work needs. */
  async work(): Promise<void> {
    await this.ctx.storage.deleteAlarm();
    await super.alarm();
  }

  /** Marks a single-use grant as used, for a call that does not use the workspace otherwise. */
  spendGrant(grant: AdmittedCall["grant"]): Promise<void> {
    return this.#spending(grant, async () => undefined);
  }

  dispatched(call: AdmittedCall, platform?: Platform): Promise<unknown> {
    return this.#spending(call.grant, () => this.#answer(call, platform));
  }

  /** Marks a grant as used and starts the action in one turn, so that their writes are committed together. */
  #spending<T>(grant: AdmittedCall["grant"], action: () => Promise<T>): Promise<T> {
    if (!grant.once) return action();
    return this[GROUP].run(() => {
      this.#spent.spend(grant);
      return action();
    });
  }

  #answer({ method, args, settings }: AdmittedCall, platform: Platform | undefined): Promise<unknown> {
    this.#learn(settings);
    // The entrypoint checked the method against the table, so the name is a method of this object.
    const action = Reflect.get(this, method === "published" ? PUBLISHED : method) as (
      ...given: readonly unknown[]
    ) => Promise<unknown>;
    return withPlatform(platform, () => action.apply(this, [...args]));
  }

  /** Adopts changed settings with a new kernel, because a kernel reads the trusted keys only when it is built. */
  #learn(settings: TenantSettings): void {
    const text = JSON.stringify(settings);
    if (text === this.#settings) return;
    this.ctx.storage.kv.put(SETTINGS, text);
    this.#settings = text;
    this[RENEW](powersOf(this.env, settings));
  }
}

function powersOf(env: TenantEnv, settings: TenantSettings): WorkspacePowers {
  const { sandbox, mail, ...shared } = sharedPowers;
  return {
    ...shared,
    sandbox: settings.hasSandbox ? sandbox : undefined,
    mail: settings.hasMail ? mail : undefined,
    settings: {
      PLUGIN_TRUST_KEYS: settings.trustKeys,
      PLUGIN_SETTINGS_SECRET: env.PLUGIN_SETTINGS_SECRET,
      MCP_ORIGIN: settings.agentsOrigin,
      MEMBERS_MCP_ORIGIN: settings.membersOrigin,
      TURNSTILE_SITE_KEY: settings.challengeKey,
    },
    media: bucketPart(env.STORE, "media/"),
    backups: bucketPart(env.STORE, "backups/"),
    announce: (_tenant, publication) => env.PUBLISH_QUEUE.send({ kind: "publication", ...publication }),
    isOf: (tenant) => tenant === env.TENANT_ID,
  };
}
