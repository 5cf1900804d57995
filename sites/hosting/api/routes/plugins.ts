import * as z from "zod/mini";
import { SMALL_BODY_MAX_BYTES } from "../../../../manifests/bounds/api.ts";
import { SOURCE_MAP_BODY_MAX_BYTES } from "../../../../manifests/bounds/calls.ts";
import { PACKAGE_DOCUMENT_MAX_BYTES } from "../../../../manifests/bounds/packages.ts";
import { PLUGIN_SETTINGS_MAX_BYTES } from "../../../../manifests/bounds/plugins.ts";
import { Refusal } from "../../../../manifests/refusals/refusal.ts";
import { packageShape } from "../../../../manifests/trust/packageShape.ts";
import { expectValue } from "../../../../runtime/commands/answer.ts";
import type { Role } from "../../../../runtime/commands/permissions.ts";
import { can } from "../../../../runtime/commands/permissions.ts";
import {
  discardUpdate,
  grantPlugin,
  mapPlugin,
  ruleAllUpdates,
  ruleUpdates,
  setPlugin,
  switchPlugin,
} from "../../../../runtime/plugins/management/inputs.ts";
import {
  invocationsView,
  pluginDetailView,
  pluginInstalledView,
  pluginMappedView,
  pluginRemovedView,
  pluginSettingsView,
  pluginSetView,
  pluginsView,
  pluginView,
  updateRuleView,
} from "../../../../runtime/plugins/management/views.ts";
import { command, readRoute, readVersioned, madeRoute, routeVersion } from "./makers.ts";
import { flag, names, plugin, whole } from "../request/parameter.ts";
import type { Route } from "../request/route.ts";

const permission = "plugins.manage";
const ofPlugin = { plugin: true } as const;
const common = { permission, versioned: null, params: { plugin } } as const;
const after = whole(0, Number.MAX_SAFE_INTEGER, "`number` of the last call that is known.");
const none = { bodyBytes: 0, rate: "writes" } as const;

/** A downgrade needs an owner, because an old version may have a known vulnerability. */
export function downgradeBy(role: Role, wanted = false): boolean {
  if (wanted && !can(role, "owners.manage")) throw new Refusal("FORBIDDEN", { permission: "owners.manage" });
  return wanted;
}

export const plugins: readonly Route[] = [
  readRoute({
    path: "/api/plugins",
    summary: "List the plugins of the site: what each asks for, what was granted, whether it takes part and why not.",
    permission,
    params: {},
    query: {},
    output: pluginsView,
    run: async ({ workspace, member }) => expectValue(await workspace.read("plugins", member.site)),
  }),
  madeRoute({
    method: "POST",
    path: "/api/plugins",
    summary: "Install a signed package, or another version of a plugin. It is disabled until it is enabled.",
    permission,
    command: "plugin.install",
    params: {},
    query: {
      allowDowngrade: flag("True lets it be older than the installed version. Owners only."),
      alone: names(
        "Names an update may take for its tools and prompts without the plugin's own before them, joined by commas.",
      ),
    },
    body: packageShape,
    output: pluginInstalledView,
    status: 201,
    limits: { bodyBytes: PACKAGE_DOCUMENT_MAX_BYTES, rate: "writes" },
    input: ({ text, query, member }) => ({
      document: text,
      allowDowngrade: downgradeBy(member.role, query.allowDowngrade),
      alone: query.alone,
    }),
  }),
  readRoute({
    path: "/api/plugins/{plugin}",
    summary: "Read one plugin with its settings. Secrets are never shown.",
    permission,
    params: { plugin },
    query: {},
    output: pluginDetailView,
    run: async ({ workspace, member, params }) => expectValue(await workspace.read("plugin", member.site, params)),
  }),
  command({
    ...common,
    method: "DELETE",
    path: "/api/plugins/{plugin}",
    summary: "Remove a plugin with its grant, its settings and everything it has stored. Content made with it stays.",
    command: "plugin.remove",
    body: null,
    output: pluginRemovedView,
    status: 200,
    limits: none,
  }),
  command({
    ...common,
    method: "PUT",
    path: "/api/plugins/{plugin}/grant",
    summary: "Grant a version of a plugin exactly what it asks for: its digest and capabilities as they were read.",
    command: "plugin.grant",
    body: z.omit(grantPlugin, ofPlugin),
    output: pluginView,
    status: 200,
    limits: { bodyBytes: SMALL_BODY_MAX_BYTES, rate: "writes" },
  }),
  command({
    ...common,
    method: "DELETE",
    path: "/api/plugins/{plugin}/grant",
    summary: "Take back what was granted, also from a call that is running.",
    command: "plugin.revoke",
    body: null,
    output: pluginView,
    status: 200,
    limits: none,
  }),
  command({
    ...common,
    method: "PUT",
    path: "/api/plugins/{plugin}/updates",
    summary: "Say which updates of a plugin take over without a question; null follows the rule of the site.",
    command: "plugin.updates",
    body: z.omit(ruleUpdates, ofPlugin),
    output: updateRuleView,
    status: 200,
    limits: { bodyBytes: SMALL_BODY_MAX_BYTES, rate: "writes" },
  }),
  command({
    ...common,
    params: {},
    method: "PUT",
    path: "/api/plugin-updates",
    summary: "Say which updates take over without a question, of all plugins without a rule of their own.",
    command: "plugins.updates",
    body: ruleAllUpdates,
    output: updateRuleView,
    status: 200,
    limits: { bodyBytes: SMALL_BODY_MAX_BYTES, rate: "writes" },
  }),
  command({
    ...common,
    method: "POST",
    path: "/api/plugins/{plugin}/discard",
    summary: "Take the version away that waits beside the one in use.",
    command: "plugin.discard",
    body: z.omit(discardUpdate, ofPlugin),
    output: pluginView,
    status: 200,
    limits: { bodyBytes: SMALL_BODY_MAX_BYTES, rate: "writes" },
  }),
  command({
    ...common,
    method: "PUT",
    path: "/api/plugins/{plugin}/state",
    summary:
      "Enable or disable a plugin. Enabling one in quarantine ends the quarantine. Names its tools have alone are agreed to by name.",
    command: "plugin.state",
    body: z.omit(switchPlugin, ofPlugin),
    output: pluginView,
    status: 200,
    limits: { bodyBytes: SMALL_BODY_MAX_BYTES, rate: "writes" },
  }),
  readRoute({
    path: "/api/plugins/{plugin}/invocations",
    summary:
      "List the last calls of a plugin's code, newest first: how long each took, how it ended, where it failed and what it printed. `after` lists only calls with a greater number.",
    permission,
    params: { plugin },
    query: { after },
    output: invocationsView,
    run: async ({ workspace, member, params, query }) =>
      expectValue(await workspace.read("plugin.invocations", member.site, { ...params, ...query })),
  }),
  command({
    ...common,
    method: "PUT",
    path: "/api/plugins/{plugin}/map",
    summary:
      "Keep the source map of a version beside its package. Failures then name the author's own files, to members who manage plugins. No line of a source is taken.",
    command: "plugin.map",
    body: z.omit(mapPlugin, ofPlugin),
    output: pluginMappedView,
    status: 200,
    limits: { bodyBytes: SOURCE_MAP_BODY_MAX_BYTES, rate: "writes" },
  }),
  readVersioned(
    {
      path: "/api/plugins/{plugin}/settings",
      summary: "Read the settings of a plugin and their schema. Of secrets only whether they are set.",
      permission,
      params: { plugin },
      query: {},
      output: pluginSettingsView,
      run: async ({ workspace, member, params }) =>
        expectValue(await workspace.read("plugin.settings", member.site, params)),
    },
    routeVersion,
  ),
  command({
    ...common,
    method: "PUT",
    path: "/api/plugins/{plugin}/settings",
    summary:
      'Replace the settings of a plugin. A secret that is not named stays, null takes it away. If-Match is "0" the first time.',
    command: "plugin.settings",
    versioned: { of: "plugin settings", as: "expected", least: 0 },
    body: z.omit(setPlugin, { ...ofPlugin, expected: true }),
    output: pluginSetView,
    status: 200,
    limits: { bodyBytes: PLUGIN_SETTINGS_MAX_BYTES, rate: "writes" },
  }),
];
