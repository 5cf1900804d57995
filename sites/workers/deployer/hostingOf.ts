import { Refusal } from "../../../manifests/refusals/refusal.ts";
import { ProviderClient } from "../../platform/provider/client.ts";
import { isLending } from "../../platform/tenants/lending.ts";
import type { Env } from "./env.ts";
import { type Erases, type Hosting, ERASES } from "./tenants/hosting.ts";

const isErases = (text: string): text is Erases => ERASES.some((one) => one === text);

const unset = (variable: string): Refusal =>
  new Refusal("UNAVAILABLE", { reason: `${variable} of this deployer has no value that means anything.` });

/** Collects the resources of one request. `asked` is called before each request to the provider. */
export function hostingOf(env: Env, asked: () => void): Hosting {
  const { LENDING: lending, ERASES: erases } = env;
  if (!isLending(lending)) throw unset("LENDING");
  if (!isErases(erases)) throw unset("ERASES");
  const now = (): number => Date.now();
  const sleep = (ms: number): Promise<void> => scheduler.wait(ms);
  const provider = new ProviderClient(
    { base: env.PROVIDER_API, credential: { authorization: `Bearer ${env.PROVIDER_TOKEN}` } },
    {
      fetch: (url, init) => {
        asked();
        return fetch(url, init);
      },
      now,
      sleep,
    },
  );
  return {
    db: env.DB,
    releases: env.RELEASES,
    archives: env.ARCHIVES,
    provider,
    account: env.ACCOUNT_ID,
    namespace: env.DISPATCH_NAMESPACE,
    dispatchKeys: env.DISPATCH_KEYS,
    lending,
    sealingSecrets: env.TENANT_SEALING_SECRET,
    erases,
    tenants: env.TENANTS,
    now,
    sleep,
  };
}
