/** Answers of commands and reads about plugins. The API's description is generated from them. */
import * as z from "zod/mini";
import { issueView } from "../../../manifests/refusals/issueView.ts";
import { outputLineShape, shownFaultShape } from "../../../manifests/faults/fault.ts";
import { WAITS } from "../updates/waits.ts";
import { PROVENANCE_REASONS } from "../../../manifests/distribution/provenance.ts";
import { UPDATE_RULES } from "../updates/updateRules.ts";
import { consentView } from "../consent/consentView.ts";
import { DATA_KINDS, ROUTE_ACCESS } from "../../../manifests/manifest/executable.ts";

const json = z.record(z.string(), z.unknown());
const named = { id: z.string(), version: z.string() };
const names = z.array(z.string());
const wish = z.strictObject({ pointer: z.string(), value: z.union([z.string(), z.number(), z.boolean()]) });

const skippedView = z.nullable(z.strictObject({ reason: z.string(), detail: z.string() }));

/** A plugin's contributions by name. So an owner sees, for example, that a route is public before any code runs. */
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
  /** Lists that other plugins may add to, each with the accepted additions in order. */
  provides: z.array(z.strictObject({ name: z.string(), title: z.string(), additions: names })),
  /** Additions to lists of other plugins. `skipped` tells why an addition is left out; null if it is not. */
  extends: z.array(z.strictObject({ name: z.string(), point: z.string(), data: json, skipped: skippedView })),
});
export type ContributesView = z.infer<typeof contributesView>;

export const pluginView = z.strictObject({
  ...named,
  name: z.string(),
  description: z.string(),
  /** The SPDX expression in the manifest. Null without one. */
  license: z.nullable(z.string()),
  kind: z.enum(["declarative", "executable"]),
  digest: z.string(),
  source: z.enum(["first-party", "installed"]),
  state: z.enum(["enabled", "disabled", "quarantined", "revoked"]),
  active: z.boolean(),
  /** The reason why the plugin is inactive; null if it is active. */
  skipped: skippedView,
  /**
   * Since when the plugin is on probation, and why. Null if it is not. It stays active, but its calls take turns with
   * those of other plugins on probation.
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
  /** Everything that an owner agrees to, compared with the last agreement. */
  consent: z.array(consentView),
  /** The updates that are installed without asking. `own` is false if the site's rule applies. */
  updates: z.strictObject({ rule: z.enum(UPDATE_RULES), own: z.boolean() }),
  /** A version that waits until an owner grants it. Null without one. */
  waiting: z.nullable(
    z.strictObject({
      version: z.string(),
      digest: z.string(),
      why: z.enum(WAITS),
      /** The reason why the data could not be migrated to it. Null if no attempt was made or it succeeded. */
      failure: z.nullable(
        z.strictObject({ of: z.enum(DATA_KINDS), code: z.string(), fault: z.nullable(shownFaultShape) }),
      ),
      /** The reason why it cannot be granted now. Null if the package is trusted. */
      distrust: z.nullable(z.string()),
      requested: json,
      /** Everything that an owner agrees to with this version, compared with the last agreement. */
      consent: z.array(consentView),
      signedBy: names,
      installedBy: z.string(),
      installedAt: z.int(),
    }),
  ),
  /** Names of its tools and prompts without the plugin's prefix. An owner agrees to each name. */
  alone: names,
  /**
   * Thumbprints of the trusted keys that signed the package. Empty for a first-party plugin, which is part of the
   * deployment.
   */
  signedBy: names,
  /** The index and publisher from which it was first added. Null for an uploaded plugin. */
  origin: z.nullable(z.strictObject({ index: z.string(), publisher: z.string() })),
  installedBy: z.nullable(z.string()),
  installedAt: z.nullable(z.int()),
});
export type PluginView = z.infer<typeof pluginView>;

/**
 * Draft pages with sections that this version shows differently from how they were written. `moved`: fields are read
 * from their new places. `kept`: unknown fields are stored but not shown. `held`: it cannot show the content, so
 * visitors see the section's previous HTML. `gone`: it has no such section type.
 */
export const touchedView = z.strictObject({
  total: z.int(),
  listed: z.array(
    z.strictObject({
      page: z.string(),
      path: z.string(),
      sections: z.int(),
      /** The section that an editor should look at first, and its touch. */
      section: z.string(),
      touch: z.enum(["moved", "kept", "held", "gone"]),
      /** The touched sections of the page in order, at most TOUCHED_SECTIONS_LISTED. */
      each: z.array(z.strictObject({ section: z.string(), touch: z.enum(["moved", "kept", "held", "gone"]) })),
    }),
  ),
});
export type TouchedView = z.infer<typeof touchedView>;

/**
 * Values of translations that a version shows differently, because other fields are the same in every language with it.
 * Without `after`, no value is shown. History keeps the values that are no longer shown.
 */
export const sharingView = z.strictObject({
  total: z.int(),
  listed: z.array(
    z.strictObject({
      page: z.string(),
      title: z.string(),
      path: z.string(),
      field: z.string(),
      before: z.optional(z.unknown()),
      after: z.optional(z.unknown()),
    }),
  ),
});
export type SharingView = z.infer<typeof sharingView>;

/** Names of the plugin that other plugins have. Until they are free, it cannot be enabled. */
const takenView = z.array(z.strictObject({ name: z.string(), by: z.string() }));

/** A package of an index, as an owner reads it before it is added. Nothing is stored. */
export const pluginOfferedView = z.strictObject({
  ...named,
  name: z.string(),
  description: z.string(),
  kind: z.enum(["declarative", "executable"]),
  digest: z.string(),
  /** The SPDX expression in the manifest. Null without one. */
  license: z.nullable(z.string()),
  /** The package's size in bytes. */
  bytes: z.int(),
  /** The signed statement about its origin, or the reason why it does not count. Null without one. */
  provenance: z.nullable(
    z.strictObject({
      refusal: z.nullable(z.enum(PROVENANCE_REASONS)),
      source: z.nullable(z.string()),
      commit: z.nullable(z.string()),
      builder: z.nullable(z.string()),
      /** Thumbprints of the trusted keys that signed the statement. None if it does not count. */
      signedBy: names,
    }),
  ),
  /** Thumbprints of the trusted keys that signed it. */
  signedBy: names,
  /** The installed version. Null if none is. */
  installed: z.nullable(z.string()),
  /** Everything that an owner agrees to with this version, compared with the last agreement. */
  consent: z.array(consentView),
  /** Pages that this version shows differently from how they were written. */
  touched: touchedView,
  /** Values of translations that it shows differently from the installed version. */
  sharing: sharingView,
  taken: takenView,
});
export type PluginOfferedView = z.infer<typeof pluginOfferedView>;

export const pluginInstalledView = z.extend(pluginView, {
  touched: touchedView,
  sharing: sharingView,
  taken: takenView,
  /** Data that was migrated from an earlier version. Null if there was none. */
  migrated: z.nullable(z.strictObject({ from: z.string(), written: z.int(), deleted: z.int(), settings: z.boolean() })),
});
export type PluginInstalledView = z.infer<typeof pluginInstalledView>;

/** `set` tells whether a secret exists. No answer contains the secret itself. */
export const pluginSettingsView = z.strictObject({
  version: z.int().check(z.gte(0)),
  schema: z.nullable(json),
  values: json,
  secrets: z.array(z.strictObject({ name: z.string(), set: z.boolean() })),
  /** Faults of the settings. With any, the plugin cannot be called. */
  issues: z.array(issueView),
});
export type PluginSettingsView = z.infer<typeof pluginSettingsView>;

/** The plugin's texts about a call. Null if it had none. */
const reportView = z.nullable(
  z.strictObject({
    fault: z.nullable(shownFaultShape),
    output: z.array(outputLineShape),
    /** True if texts were left out, because they may contain a visitor's input. */
    withheld: z.boolean(),
  }),
);

/** Failed calls, newest first. Their input and answer are not recorded. */
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

/** Days since this deployment first read a version in its index, and keys that have signed it. */
const demandsView = z.strictObject({ days: z.int(), signatures: z.int() });
export const siteRuleView = z.extend(updateRuleView, { demands: demandsView });
export type SiteRuleView = z.infer<typeof siteRuleView>;

export const pluginDetailView = z.extend(pluginView, {
  /** Pages that the waiting version shows differently. Null without one. */
  waitingTouches: z.nullable(touchedView),
  /** Values of translations that the waiting version shows differently. Null without one. */
  waitingSharing: z.nullable(sharingView),
  settings: pluginSettingsView,
  failures: z.array(failure),
});
export type PluginDetailView = z.infer<typeof pluginDetailView>;

export const pluginsView = z.strictObject({
  items: z.array(pluginView),
  /** The rule for updates of plugins without a rule of their own. */
  updates: z.enum(UPDATE_RULES),
  /** The demands of the site on new packages. */
  demands: demandsView,
  loader: z.strictObject({ available: z.boolean(), reason: z.nullable(z.string()) }),
  /** Thumbprints of the keys that this deployment trusts, and its invalid entries. */
  trust: z.strictObject({ keys: names, refused: z.array(issueView) }),
});
export type PluginsView = z.infer<typeof pluginsView>;

/** Calls, newest first. Their input and answer are not recorded. */
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

/** A stored source map: its plugin version and the number of its sources. */
export const pluginMappedView = z.strictObject({ plugin: z.string(), digest: z.string(), sources: z.int() });
export type PluginMappedView = z.infer<typeof pluginMappedView>;

export const pluginRemovedView = z.strictObject({ plugin: z.string(), removed: z.literal(true) });
export type PluginRemovedView = z.infer<typeof pluginRemovedView>;
