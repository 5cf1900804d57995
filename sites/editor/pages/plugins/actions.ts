import { parseStrictJson } from "../../../../manifests/json/strictJson.ts";
import { Refusal } from "../../../../manifests/refusals/refusal.ts";
import { expectValue } from "../../../../runtime/commands/answer.ts";
import type { PluginView } from "../../../../runtime/plugins/management/views.ts";
import { type Action, type PageActions, FORCED } from "../desk/action.ts";
import { withQuery } from "../desk/address.ts";
import { findCommandRoute } from "../desk/area.ts";
import type { Fields } from "../desk/sent.ts";
import type { FileTaking } from "../desk/upload.ts";
import { pluginAt, PLUGINS_AREA } from "./area.ts";
import { SETTING_FIELD, settingsFrom } from "./settingValues.ts";

/**
 * Installs a package, byte for byte. This form agrees to no exclusive names; an update that needs one leaves the plugin
 * off.
 */
export const INSTALLS: FileTaking = {
  route: findCommandRoute("plugin.install"),
  ask: (_, file) => ({ file, isJson: true }),
  after([first]) {
    const { id, waiting } = first as PluginView;
    return withQuery(pluginAt(id), { done: waiting ? "waits" : "installed" });
  },
};

const ofPlugin: Action["ask"] = ({ subject }) => ({ segments: { plugin: subject ?? "" } });
const done =
  (word: string): Action["after"] =>
  ({ subject }) =>
    withQuery(pluginAt(subject ?? ""), { done: word });

const switching = (state: "enabled" | "disabled"): Action => ({
  route: findCommandRoute("plugin.state"),
  fields: ["digest"],
  more: /^alone-\d{1,3}$/,
  ask: async (desk, fields) => ({
    ...(await ofPlugin(desk, fields)),
    body: { state, digest: fields.get("digest"), ...(state === "enabled" ? { alone: agreedIn(fields) } : {}) },
  }),
  after: done(state),
});

const agreedIn = (fields: Fields): string[] =>
  [...fields].filter(([name]) => name.startsWith("alone-")).map(([, value]) => value);

/** The capabilities that the member saw. The command grants no others. */
function capabilitiesRead(fields: Fields): unknown {
  const read = parseStrictJson(fields.get("capabilities") ?? "");
  if (!read.ok) throw new Refusal("INVALID_REQUEST", { issues: [read.error.issue] });
  return read.value;
}

const granting = (word: string, query = ""): Action => ({
  route: findCommandRoute("plugin.grant"),
  fields: ["digest", "capabilities"],
  ask: async (desk, fields) => ({
    ...(await ofPlugin(desk, fields)),
    query,
    body: { digest: fields.get("digest") ?? "", capabilities: capabilitiesRead(fields) },
  }),
  after: done(word),
});

export const PLUGIN_ACTIONS: PageActions = {
  enable: switching("enabled"),
  disable: switching("disabled"),
  grant: granting("granted"),
  rehearse: granting("rehearsed", "?dryRun=true"),
  discard: {
    route: findCommandRoute("plugin.discard"),
    fields: ["digest"],
    ask: async (desk, fields) => ({ ...(await ofPlugin(desk, fields)), body: { digest: fields.get("digest") ?? "" } }),
    after: done("discarded"),
  },
  updates: {
    route: findCommandRoute("plugin.updates"),
    fields: ["rule"],
    ask: async (desk, fields) => ({ ...(await ofPlugin(desk, fields)), body: { rule: fields.get("rule") || null } }),
    after: done("ruled"),
  },
  revoke: { route: findCommandRoute("plugin.revoke"), fields: [], ask: ofPlugin, after: done("revoked") },
  settings: {
    route: findCommandRoute("plugin.settings"),
    fields: ["version"],
    more: SETTING_FIELD,
    async ask(desk, fields) {
      const plugin = desk.subject ?? "";
      const present = expectValue(await desk.workspace.read("plugin.settings", desk.member.site, { plugin }));
      return {
        segments: { plugin },
        version: fields.get("version") ?? "",
        body: { values: settingsFrom(present, fields) },
      };
    },
    after: done("saved"),
  },
  remove: {
    route: findCommandRoute("plugin.remove"),
    fields: [FORCED],
    isAskedTwice: true,
    ask: ofPlugin,
    after: () => withQuery(PLUGINS_AREA.path, { done: "removed" }),
  },
};

export const LIST_ACTIONS: PageActions = {
  updates: {
    route: findCommandRoute("plugins.updates"),
    fields: ["rule", "days", "signatures"],
    ask: async (_, fields) => ({
      body: {
        rule: fields.get("rule") ?? "",
        demands: { days: Number(fields.get("days")), signatures: Number(fields.get("signatures")) },
      },
    }),
    after: () => withQuery(PLUGINS_AREA.path, { done: "ruled" }),
  },
};
