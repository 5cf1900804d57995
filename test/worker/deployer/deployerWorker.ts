/** The deployer's worker with the stand-in behind `fetch`, and with tenants' queue messages delivered meanwhile. */
import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { vi } from "vitest";
import deployer from "../../../sites/workers/deployer/index.ts";
import type { Env } from "../../../sites/workers/deployer/env.ts";
import dispatch from "../../../sites/workers/dispatch/index.ts";
import { ROOT } from "../../../sites/machine/provider/api.ts";
import { TOKEN } from "../../../sites/machine/provider/state.ts";
import { bindings, NAMESPACE } from "./bindings.ts";
import { type World, answerOf } from "./world.ts";

const PROVIDER = "https://provider.test";
export const OPERATOR_TOKEN = "operator-token-operator-token-operator-token";

const envWith = ({ api, operations }: World): Env => ({
  DB: bindings.DB,
  RELEASES: bindings.RELEASES,
  ARCHIVES: bindings.ARCHIVES,
  TENANTS: operations,
  PROVIDER_API: `${PROVIDER}${ROOT}`,
  ACCOUNT_ID: api.account.id,
  DISPATCH_NAMESPACE: NAMESPACE,
  DISPATCH_KEYS: bindings.DISPATCH_KEYS,
  LENDING: "call",
  ERASES: "drill-tenants",
  PROVIDER_TOKEN: TOKEN,
  OPERATOR_TOKEN,
  TENANT_SEALING_SECRET: "only-for-these-tests-only-for-these-tests",
});

/** Routes `fetch` to the stand-in until the returned function is called. */
export function reachProvider({ api }: World): () => void {
  const spy = vi
    .spyOn(globalThis, "fetch")
    .mockImplementation((url, init) => answerOf(api, url instanceof Request ? url.url : String(url), init ?? {}));
  return () => spy.mockRestore();
}

export const askDeployer = (world: World, request: Request, change: Partial<Env> = {}): Promise<Response> =>
  deployer.fetch(request as Parameters<typeof deployer.fetch>[0], { ...envWith(world), ...change });

/** Sends a request to the dispatcher, and waits for its answer and background work. */
export async function askDispatcher({ operations }: World, request: Request): Promise<Response> {
  const ctx = createExecutionContext();
  const response = await dispatch.fetch(request, operations.dispatchEnv, ctx);
  const kept = new Response(response.body === null ? null : await response.arrayBuffer(), response);
  await waitOnExecutionContext(ctx);
  return kept;
}

/** Delivers tenants' messages while an action runs. Calls `besides` before each delivery. */
export async function whileDelivering<T>(
  { operations }: World,
  action: () => Promise<T>,
  besides: () => Promise<void> = async () => undefined,
): Promise<T> {
  const over = new AbortController();
  const delivering = (async () => {
    while (!over.signal.aborted) {
      await besides();
      await operations.deliver();
      await scheduler.wait(20);
    }
  })();
  try {
    return await action();
  } finally {
    over.abort();
    await delivering;
  }
}
