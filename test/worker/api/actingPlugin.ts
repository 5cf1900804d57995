/** A plugin with an action, in workers without a sandbox. */
import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import type { PluginSandbox } from "../../../sandbox/pluginSandbox.ts";
import { GUEST } from "../../../sandbox/reply.ts";
import type { PluginView } from "../../../runtime/plugins/management/views.ts";
import type { Env as WorkspaceEnv } from "../../../sites/workers/workspace/bindings/env.ts";
import { RENEW } from "../../../sites/workers/workspace/object/tenantWorkspace.ts";
import { powersOf } from "../../../sites/workers/workspace/bindings/powers.ts";
import { unique, workspaceOf } from "../site/harness.ts";
import { type Editor, callApi, done } from "./apiClient.ts";
import { install } from "./packages.ts";

const CAPABILITIES = { actions: { on: ["page"], reason: "to act" } };
const ACTION = { name: "act", title: "Act", on: { page: { reads: ["title"], proposes: ["title"] } } };
const ANSWER = { version: 1, operations: [{ op: "page", changes: { title: "Shorter" } }] };

/** Answers every call in place of the plugin's code. `test/hostile/dispatch/` uses the real sandbox. */
const STAND_IN: PluginSandbox = {
  availability: async () => ({ available: true }),
  put: async () => ({ ok: true }),
  evict: async () => ({ ended: 0 }),
  invoke: async () => `${GUEST}${JSON.stringify({ value: ANSWER })}`,
};

/** Installs, grants and enables a plugin with an action. */
export async function withAction(owner: Editor): Promise<{ plugin: string; action: string }> {
  await runInDurableObject(workspaceOf(owner.site.name), (workspace, state) => {
    workspace[RENEW]({ ...powersOf(env as unknown as WorkspaceEnv, state), sandbox: STAND_IN });
  });
  const id = `acme.${unique("acting")}`;
  const plugin: PluginView = await install(owner, {
    id,
    contributes: { actions: [ACTION] },
    capabilities: CAPABILITIES,
  });
  const body = { digest: plugin.digest, capabilities: CAPABILITIES };
  await done(await callApi(owner, "PUT", `/api/plugins/${id}/grant`, { body }));
  await done(await callApi(owner, "PUT", `/api/plugins/${id}/state`, { body: { state: "enabled" } }));
  return { plugin: id, action: ACTION.name };
}
