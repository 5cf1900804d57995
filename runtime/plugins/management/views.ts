/** The answers of the commands and reads on plugins. The API description is generated from these. */
import * as z from "zod/mini";
import { issueView } from "../../../manifests/refusals/issueView.ts";
import { outputLineShape, shownFaultShape } from "../../../manifests/faults/fault.ts";
import { WAITS } from "../updates/waits.ts";
import { UPDATE_RULES } from "../updates/updateRules.ts";
import { consentView } from "../consent/consentView.ts";
import { DATA_KINDS, ROUTE_ACCESS } from "../../../manifests/manifest/executable.ts";

const json = z.record(z.string(), z.unknown());
const named = { id: z.string(), version: z.string() };
const names = z.array(z.string());
const wish = z.strictObject({ pointer: z.string(), value: z.union([z.string(), z.number(), z.boolean()]) });

const skippedView = z.nullable(z.strictObject({ reason: z.string(), detail: z.string() }));

/** A plugin's contributions, by name: an owner sees that a route is public before anything runs. */
const contributesView = z.strictObject({
  sections: names,
  themes: names,
  metadata: names,
  files: names,
  forms: names,
  media: names,
  tools: names,
  resources: names,
  prompts: names,
  hooks: names,
  routes: z.array(z.strictObject({ path: z.string(), methods: names, access: z.enum(ROUTE_ACCESS) })),
  settings: z.boolean(),
  /** Lists other plugins may add to, each with the additions it took, in their order. */
  provides: z.array(z.strictObject({ name: z.string(), title: z.string(), additions: names })),
  /** Data for lists of other plugins. `skipped` tells why an addition takes no part; null if it does. */
  extends: z.array(z.strictObject({ name: z.string(), point: z.string(), data: json, skipped: skippedView })),
});
export type ContributesView = z.infer<typeof contributesView>;

export const pluginView = z.strictObject({
  ...named,
  name: z.string(),
  description: z.string(),
  /** The SPDX expression that its manifest has; null without one. */
  license: z.nullable(z.string()),
  kind: z.enum(["declarative", "executable"]),
  digest: z.string(),
  source: z.enum(["first-party", "installed"]),
  state: z.enum(["enabled", "disabled", "quarantined", "revoked"]),
  active: z.boolean(),
  /** The reason why the plugin is inactive; null if it is active. */
  skipped: skippedView,
  /**
   * The start of probation and its reason; null for a plugin that is no suspect. A suspect stays active, and its calls
   * take turns with other suspects' calls.
   */
  probation: z.nullable(z.strictObject({ since: z.int(), reason: z.string() })),
  /** The capabilities that the manifest asks for, with its author's reasons. */
  requested: json,
  /** The last grant, which may be for another version. */
  grant: z.nullable(
    z.strictObject({ digest: z.string(), capabilities: json, grantedBy: z.string(), grantedAt: z.int() }),
  ),
  /** The difference between the capabilities that it asks for and those granted. */
  difference: z.strictObject({ added: z.array(wish), removed: z.array(wish) }),
  contributes: contributesView,
  /** Everything that an owner agrees to, with its differences from what was agreed to before. */
  consent: z.array(consentView),
  /** The updates that take over without a question. `own` is false if that is the site's rule. */
  updates: z.strictObject({ rule: z.enum(UPDATE_RULES), own: z.boolean() }),
  /** A version that waits beside this one until an owner grants its digest and capabilities; null without one. */
  waiting: z.nullable(
    z.strictObject({
      version: z.string(),
      digest: z.string(),
      why: z.enum(WAITS),
      /** The cause and the place, if the data could not be brought over to it; null if nobody has tried, or it could. */
      failure: z.nullable(
        z.strictObject({ of: z.enum(DATA_KINDS), code: z.string(), fault: z.nullable(shownFaultShape) }),
      ),
      /** The reason why nothing can be granted to it now; null if it is believed. */
      distrust: z.nullable(z.string()),
      requested: json,
      /** Everything that an owner agrees to with it, with its differences from what was agreed to. */
      consent: z.array(consentView),
      signedBy: names,
      installedBy: z.string(),
      installedAt: z.int(),
    }),
  ),
  /** Names of its tools and prompts without the plugin's name before them. An owner agrees to each by name. */
  alone: names,
  /** Thumbprints of the trusted keys that signed it; empty for a first-party plugin, which is part of the deployment. */
  signedBy: names,
  /** The index and the publisher that it was first added from; null for a plugin that was uploaded. */
  origin: z.nullable(z.strictObject({ index: z.string(), publisher: z.string() })),
  installedBy: z.nullable(z.string()),
  installedAt: z.nullable(z.int()),
});
export type PluginView = z.infer<typeof pluginView>;

/**
 * Pages of the draft with sections that this version shows in another way than they were written. `moved`: fields are
 * read at their new places. `kept`: fields it no longer knows are kept and not shown. `held`: it cannot show the content,
 * so visitors see what the section showed before. `gone`: it has no such section.
 */
export const touchedView = z.strictObject({
  total: z.int(),
  listed: z.array(
    z.strictObject({
      page: z.string(),
      path: z.string(),
      sections: z.int(),
      /** The section that an editor has to look at first, and what becomes of it. */
      section: z.string(),
      touch: z.enum(["moved", "kept", "held", "gone"]),
      /** The sections of the page that are touched, in its order, as far as there is room for them. */
      each: z.array(z.strictObject({ section: z.string(), touch: z.enum(["moved", "kept", "held", "gone"]) })),
    }),
  ),
});
export type TouchedView = z.infer<typeof touchedView>;

/** Names of the plugin that others have. It cannot be switched on beside them. */
const takenView = z.array(z.strictObject({ name: z.string(), by: z.string() }));

/** A package that an index lists, as an owner reads it before it is added. Nothing is stored. */
export const pluginOfferedView = z.strictObject({
  ...named,
  name: z.string(),
  description: z.string(),
  kind: z.enum(["declarative", "executable"]),
  digest: z.string(),
  /** The SPDX expression that its manifest has; null without one. */
  license: z.nullable(z.string()),
  /** Bytes of the package. */
  bytes: z.int(),
  /** Thumbprints of the trusted keys that signed it. */
  signedBy: names,
  /** The version that the site has; null if it has none. */
  installed: z.nullable(z.string()),
  /** Everything that an owner agrees to with it, with its differences from what was agreed to. */
  consent: z.array(consentView),
  /** Pages that it shows in another way than they were written. */
  touched: touchedView,
  taken: takenView,
});
export type PluginOfferedView = z.infer<typeof pluginOfferedView>;

export const pluginInstalledView = z.extend(pluginView, {
  touched: touchedView,
  taken: takenView,
  /** Data that was brought over from an earlier version; null if there was none to bring. */
  migrated: z.nullable(z.strictObject({ from: z.string(), written: z.int(), deleted: z.int(), settings: z.boolean() })),
});
export type PluginInstalledView = z.infer<typeof pluginInstalledView>;

/** `set` tells that a secret exists. No answer ever contains the secret. */
export const pluginSettingsView = z.strictObject({
  version: z.int().check(z.gte(0)),
  schema: z.nullable(json),
  values: json,
  secrets: z.array(z.strictObject({ name: z.string(), set: z.boolean() })),
  /** The faults for which the plugin cannot be called with these settings. */
  issues: z.array(issueView),
});
export type PluginSettingsView = z.infer<typeof pluginSettingsView>;

/** The plugin's words about a call; null if it had none. */
const reportView = z.nullable(
  z.strictObject({
    fault: z.nullable(shownFaultShape),
    output: z.array(outputLineShape),
    /** Tells whether words were left out, because a visitor's may be among them. */
    withheld: z.boolean(),
  }),
);

/** Failed calls, newest first. No record keeps their input or answer. */
const failure = z.strictObject({
  version: z.string(),
  point: z.string(),
  name: z.string(),
  startedAt: z.int(),
  durationMs: z.nullable(z.number()),
  outcome: z.string(),
  report: reportView,
});

export const updateRuleView = z.strictObject({ rule: z.enum(UPDATE_RULES) });
export type UpdateRuleView = z.infer<typeof updateRuleView>;

export const pluginDetailView = z.extend(pluginView, {
  /** Pages that the waiting version shows in another way; null without one. */
  waitingTouches: z.nullable(touchedView),
  settings: pluginSettingsView,
  failures: z.array(failure),
});
export type PluginDetailView = z.infer<typeof pluginDetailView>;

export const pluginsView = z.strictObject({
  items: z.array(pluginView),
  /** The rule for the updates of plugins that have none of their own. */
  updates: z.enum(UPDATE_RULES),
  loader: z.strictObject({ available: z.boolean(), reason: z.nullable(z.string()) }),
  /** Thumbprints of the keys that this deployment trusts, and the entries of its list that it refuses. */
  trust: z.strictObject({ keys: names, refused: z.array(issueView) }),
});
export type PluginsView = z.infer<typeof pluginsView>;

/** Calls, newest first. No record keeps their input or answer. */
export const invocationsView = z.strictObject({
  items: z.array(
    z.strictObject({
      number: z.int(),
      version: z.string(),
      digest: z.string(),
      point: z.enum(["hooks", "data", "routes", "tools", "resources", "actions", "migrate"]),
      name: z.string(),
      startedAt: z.int(),
      durationMs: z.nullable(z.number()),
      outcome: z.nullable(z.string()),
      calls: z.int(),
      chars: z.int(),
      denied: z.int(),
      report: reportView,
    }),
  ),
});
export type InvocationsView = z.infer<typeof invocationsView>;

export const pluginSetView = z.strictObject({
  plugin: z.string(),
  version: z.int(),
  secrets: pluginSettingsView.shape.secrets,
});
export type PluginSetView = z.infer<typeof pluginSetView>;

/** A source map that the site keeps, by its version and the number of its sources. */
export const pluginMappedView = z.strictObject({ plugin: z.string(), digest: z.string(), sources: z.int() });
export type PluginMappedView = z.infer<typeof pluginMappedView>;

export const pluginRemovedView = z.strictObject({ plugin: z.string(), removed: z.literal(true) });
export type PluginRemovedView = z.infer<typeof pluginRemovedView>;
