import * as z from "zod/mini";
import { SMALL_BODY_MAX_BYTES } from "../../../../manifests/bounds/api.ts";
import { TITLE_MAX_CHARS } from "../../../../manifests/bounds/documents.ts";
import { SOURCE_MAP_BODY_MAX_BYTES } from "../../../../manifests/bounds/calls.ts";
import { PACKAGE_DOCUMENT_MAX_BYTES } from "../../../../manifests/bounds/packages.ts";
import { PLUGIN_SETTINGS_MAX_BYTES } from "../../../../manifests/bounds/plugins.ts";
import { Refusal } from "../../../../manifests/refusals/refusal.ts";
import { packageShape } from "../../../../manifests/trust/packageShape.ts";
import { expectValue } from "../../../../runtime/commands/answer.ts";
import { type Role, can } from "../../../../runtime/commands/permissions.ts";
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
  siteRuleView,
  updateRuleView,
} from "../../../../runtime/plugins/management/views.ts";
import { memberPagesView, memberPageView } from "../../../../runtime/plugins/pages/views.ts";
import { nameShape } from "../../../../manifests/shapes/shape.ts";
import { storageKeyShape } from "../../../../manifests/shapes/storageKey.ts";
import { command, download, readRoute, readVersioned, madeRoute, routeVersion, search } from "./makers.ts";
import { streamedParts } from "../request/streamedParts.ts";
import { flag, names, plugin, whole, word } from "../request/parameter.ts";
import type { Route } from "../request/route.ts";

const permission = "plugins.manage";
const ofPlugin = { plugin: true } as const;
const common = { permission, versioned: null, params: { plugin } } as const;
const after = whole(0, Number.MAX_SAFE_INTEGER, "`number` of the last call that you have read.");
const none = { bodyBytes: 0, rate: "writes" } as const;

const pageParams = { plugin, page: word(nameShape, "Name of the page in the plugin's manifest.") } as const;
const pageQuery = {
  list: word(nameShape, "Name of a list; the first one without it."),
  after: word(storageKeyShape, "`next` of the entries before."),
} as const;
const pageOf = (params: { readonly plugin: string; readonly page: string }): { readonly page: string } => ({
  page: `${params.plugin}/${params.page}`,
});
const soughtEntries = z.strictObject({
  text: z.string().check(z.minLength(1), z.maxLength(TITLE_MAX_CHARS)),
  list: z.optional(nameShape),
  after: z.optional(storageKeyShape),
});

/** A downgrade needs an owner, because an old version may have a known vulnerability. */
export function downgradeBy(role: Role, wanted = false): boolean {
  if (wanted && !can(role, "owners.manage")) throw new Refusal("FORBIDDEN", { permission: "owners.manage" });
  return wanted;
}

export const plugins: readonly Route[] = [
  readRoute({
    path: "/api/plugin-pages",
    summary:
      "List the pages of plugins that you may open in the editor, with the number of entries in their lists, counted up to 1,000.",
    permission: "site.read",
    params: {},
    query: {},
    output: memberPagesView,
    run: async ({ workspace, member }) =>
      expectValue(await workspace.read("plugin.pages", member.site, { role: member.role })),
  }),
  readRoute({
    path: "/api/plugin-pages/{plugin}/{page}",
    summary:
      "Read 50 entries of a list of a plugin's page, or one entry with its details. The manifest names the role.",
    permission: "site.read",
    params: pageParams,
    query: { ...pageQuery, entry: word(storageKeyShape, "Key of the only entry that you want.") },
    output: memberPageView,
    run: async ({ workspace, member, params, query }) =>
      expectValue(
        await workspace.read("plugin.page", member.site, {
          ...query,
          ...pageOf(params),
          role: member.role,
        }),
      ),
  }),
  search({
    path: "/api/plugin-pages/{plugin}/{page}/search",
    summary:
      "Search a list of a plugin's page for `text` in the values that its entries show. A page of the list may be empty and still have a `next`.",
    permission: "site.read",
    params: pageParams,
    body: soughtEntries,
    output: memberPageView,
    run: async ({ workspace, member, params, body }) =>
      expectValue(await workspace.read("plugin.page", member.site, { ...body, ...pageOf(params), role: member.role })),
  }),
  download({
    path: "/api/plugin-pages/{plugin}/{page}/entries.csv",
    summary:
      "Download a list of a plugin's page as CSV, with all values. A value that a spreadsheet would run as a formula gets an apostrophe in front.",
    permission: "site.read",
    params: pageParams,
    query: { list: pageQuery.list },
    answers: "text/csv; charset=utf-8",
    run: async ({ workspace, member, params, query }) => ({
      name: `${params.page}.csv`,
      body: await streamedParts<string>(async (from) =>
        expectValue(
          await workspace.read("plugin.page.export", member.site, {
            ...query,
            ...pageOf(params),
            role: member.role,
            after: from ?? undefined,
          }),
        ),
      ),
    }),
  }),
  readRoute({
    path: "/api/plugins",
    summary:
      "List the plugins of the site: what each one asks for, what was granted, whether it is active, and if not, why.",
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
      allowDowngrade: flag("True allows a version older than the installed one. Owners only."),
      alone: names(
        "Names of tools and prompts that an update may use without the plugin's id in front, separated by commas.",
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
    summary: "Remove a plugin, its grant, its settings and all its stored data. Content that was made with it stays.",
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
    summary:
      "Grant a version of a plugin exactly what it asks for. Send the digest and the capabilities that you have read.",
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
    summary: "Revoke a plugin's grant. This also stops a call that is running.",
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
    summary: "Set which updates of a plugin are activated without asking. null uses the rule of the site.",
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
    summary:
      "Set which updates are activated without asking, for all plugins that have no rule of their own, and what the site demands of new packages.",
    command: "plugins.updates",
    body: ruleAllUpdates,
    output: siteRuleView,
    status: 200,
    limits: { bodyBytes: SMALL_BODY_MAX_BYTES, rate: "writes" },
  }),
  command({
    ...common,
    method: "POST",
    path: "/api/plugins/{plugin}/discard",
    summary: "Discard the waiting version of a plugin. The version in use stays.",
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
      "Enable or disable a plugin. Enabling it also ends its quarantine. `alone` lists the tool and prompt names that you agree to without the plugin's id in front.",
    command: "plugin.state",
    body: z.omit(switchPlugin, ofPlugin),
    output: pluginView,
    status: 200,
    limits: { bodyBytes: SMALL_BODY_MAX_BYTES, rate: "writes" },
  }),
  readRoute({
    path: "/api/plugins/{plugin}/invocations",
    summary:
      "List the last calls of a plugin's code, newest first: duration, outcome, place of a failure, and output. `after` lists only calls with a greater number.",
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
      "Store the source map of a version. Failures then name the author's own files to members who manage plugins. No source code is stored.",
    command: "plugin.map",
    body: z.omit(mapPlugin, ofPlugin),
    output: pluginMappedView,
    status: 200,
    limits: { bodyBytes: SOURCE_MAP_BODY_MAX_BYTES, rate: "writes" },
  }),
  readVersioned(
    {
      path: "/api/plugins/{plugin}/settings",
      summary: "Read the settings of a plugin and their schema. For a secret, the answer only says whether it is set.",
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
      'Replace the settings of a plugin. A secret that is left out stays; null deletes it. If-Match is "0" the first time.',
    command: "plugin.settings",
    versioned: { of: "plugin settings", as: "expected", least: 0 },
    body: z.omit(setPlugin, { ...ofPlugin, expected: true }),
    output: pluginSetView,
    status: 200,
    limits: { bodyBytes: PLUGIN_SETTINGS_MAX_BYTES, rate: "writes" },
  }),
];
