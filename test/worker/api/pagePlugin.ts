/** A plugin with a page in the editor, in workers without a sandbox. */
import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import type { PluginSandbox } from "../../../sandbox/pluginSandbox.ts";
import type { PluginView } from "../../../runtime/plugins/management/views.ts";
import type { Env as WorkspaceEnv } from "../../../sites/workers/workspace/bindings/env.ts";
import { powersOf } from "../../../sites/workers/workspace/bindings/powers.ts";
import { RENEW } from "../../../sites/workers/workspace/object/tenantWorkspace.ts";
import { unique, workspaceOf } from "../site/harness.ts";
import { type Editor, callApi, done } from "./apiClient.ts";
import { install } from "./packages.ts";

const CAPABILITIES = { storage: { maxBytes: 1_000, maxKeys: 10, reason: "to keep notes" } };
const PAGE = {
  name: "notes",
  title: "Notes",
  access: "member",
  lists: [{ name: "all", title: "All", prefix: "note:" }],
  columns: [{ field: "text", title: "Text" }],
};

/** Runs plugins, and calls none: a page shows rows without any call. */
const NO_CALLS: PluginSandbox = {
  availability: async () => ({ available: true }),
  put: async () => ({ ok: true }),
  evict: async () => ({ ended: 0 }),
  invoke: async () => Promise.reject(new Error("no plugin is called")),
};

/** Installs, grants and enables a plugin with a page. */
export async function withPluginPage(owner: Editor): Promise<{ plugin: string; page: string }> {
  await runInDurableObject(workspaceOf(owner.site.name), (workspace, state) => {
    workspace[RENEW]({ ...powersOf(env as unknown as WorkspaceEnv, state), sandbox: NO_CALLS });
  });
  const id = `acme.${unique("noting")}`;
  const plugin: PluginView = await install(owner, { id, contributes: { pages: [PAGE] }, capabilities: CAPABILITIES });
  const body = { digest: plugin.digest, capabilities: CAPABILITIES };
  await done(await callApi(owner, "PUT", `/api/plugins/${id}/grant`, { body }));
  await done(await callApi(owner, "PUT", `/api/plugins/${id}/state`, { body: { state: "enabled" } }));
  return { plugin: id, page: PAGE.name };
}
