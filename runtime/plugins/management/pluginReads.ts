import type { Probation } from "../calls/probation.ts";
import { FAILURES_SHOWN } from "../../../manifests/bounds/plugins.ts";
import type { Manifest } from "../../../manifests/manifest/manifest.ts";
import type { PackedPlugin } from "../../../manifests/packages/packedPlugin.ts";
import { Refusal } from "../../../manifests/refusals/refusal.ts";
import { secretNames } from "../../../manifests/rules/settingsRules.ts";
import type { PluginShelf } from "../states/shelf.ts";
import { readersText } from "../states/readersText.ts";
import type { Sites } from "../../tenancy/sites.ts";
import { contributorOf } from "../consent/effects.ts";
import { difference } from "../../contributions/grant.ts";
import { consentOf } from "../consent/consent.ts";
import type { Grants } from "../grants/grants.ts";
import type { InstalledPlugin } from "../../contributions/installed.ts";
import type { InvocationRow, Invocations } from "../calls/invocations.ts";
import type { ShowFault, SourceMaps } from "../calls/sourceMaps.ts";
import type { ShownMigrationFailure } from "../migrations/failure.ts";
import type { MigrationFailure } from "../migrations/migrations.ts";
import type { PackageRow, Packages } from "../packages/packages.ts";
import type { PackageTrust } from "../packages/packageTrust.ts";
import { namesAlone } from "../packages/nameCheck.ts";
import type { PluginSettings } from "../settings/settings.ts";
import type { SettingsStore } from "../settings/settingsStore.ts";
import { touchedBy } from "./touched.ts";
import type { Documents } from "../../documents/documents.ts";
import type { PluginUpdates } from "../updates/pluginUpdates.ts";
import type { SiteDemands } from "../updates/demands.ts";
import type { UpdateRules } from "../updates/updateRules.ts";
import type { PluginStates } from "../states/states.ts";
import type {
  ContributesView,
  InvocationsView,
  PluginDetailView,
  PluginSettingsView,
  PluginsView,
  PluginView,
} from "./views.ts";

export interface PluginReadParts {
  readonly sites: Sites;
  readonly plugins: PluginShelf;
  readonly packages: Packages;
  readonly packageTrust: PackageTrust;
  readonly grants: Grants;
  readonly states: PluginStates;
  readonly settingsStore: SettingsStore;
  readonly pluginSettings: PluginSettings;
  readonly invocations: Invocations;
  readonly sourceMaps: SourceMaps;
  readonly probation: Probation;
  readonly documents: Documents;
  readonly pluginUpdates: PluginUpdates;
  readonly updateRules: UpdateRules;
  readonly siteDemands: SiteDemands;
}

/** Reads plugins for the members who manage them. */
export class PluginReads {
  readonly #parts: PluginReadParts;

  constructor(parts: PluginReadParts) {
    this.#parts = parts;
  }

  /** Lists all plugins. With a language, their names and descriptions are in their translations for it. */
  async all(site: string, language?: string): Promise<PluginsView> {
    const { sites, plugins, packageTrust } = this.#parts;
    sites.get(site);
    await packageTrust.prepare();
    const { keys, refused } = packageTrust.keyringView;
    const installed = plugins.installed(site);
    const say = readersText(installed, language);
    return {
      items: installed.map((one) => {
        const view = this.#view(site, one);
        return { ...view, name: say(view.id, view.name), description: say(view.id, view.description) };
      }),
      updates: this.#parts.updateRules.ofSite(site),
      demands: this.#parts.siteDemands.of(site),
      loader: { available: plugins.loader.available, reason: plugins.loader.reason ?? null },
      trust: { keys: [...keys], refused: refused.map((issue) => ({ ...issue })) },
    };
  }

  async detail(site: string, plugin: string): Promise<PluginDetailView> {
    return {
      ...this.view(site, plugin),
      settings: await this.settings(site, plugin),
      failures: this.#failures(site, plugin),
      ...this.#waitingChanges(site, plugin),
    };
  }

  /** The pages and values that the waiting version shows differently. */
  #waitingChanges(site: string, id: string): Pick<PluginDetailView, "waitingTouches" | "waitingSharing"> {
    const { documents, pluginUpdates } = this.#parts;
    const waiting = pluginUpdates.find(site, id);
    if (!waiting) return { waitingTouches: null, waitingSharing: null };
    const { total, listed } = pluginUpdates.sharing(site, waiting.plugin);
    return {
      waitingTouches: touchedBy(documents, site, waiting.plugin.manifest),
      waitingSharing: { total, listed: [...listed] },
    };
  }

  view(site: string, plugin: string): PluginView {
    return this.#view(site, this.find(site, plugin));
  }

  /** Finds a plugin by id. If two have the same id, the deployment's own wins. */
  find(site: string, plugin: string): InstalledPlugin {
    this.#parts.sites.get(site);
    const found = this.#parts.plugins.installed(site).find((installed) => installed.plugin.manifest.id === plugin);
    if (!found) throw new Refusal("NOT_FOUND", { plugin });
    return found;
  }

  /** The recorded calls of the plugin's code. */
  calls(site: string, id: string, after?: number): InvocationsView {
    this.find(site, id);
    const rows = this.#parts.invocations.list(site, id, after);
    const show = this.#showing(site, id, rows);
    return { items: rows.map(({ plugin: _plugin, ...row }) => ({ ...row, report: reportView(row, show) })) };
  }

  async settings(site: string, id: string): Promise<PluginSettingsView> {
    const { plugin } = this.find(site, id);
    const { version, values, secrets } = this.#parts.settingsStore.get(site, id);
    const schema = plugin.manifest.contributes.settings ?? null;
    return {
      version,
      schema,
      values: { ...values },
      secrets: secretNames(schema ?? {}).map((name) => ({ name, set: Object.hasOwn(secrets, name) })),
      issues: await this.#parts.pluginSettings.issues(site, plugin),
    };
  }

  #failures(site: string, plugin: string): PluginDetailView["failures"] {
    const failed = this.#parts.invocations
      .list(site, plugin)
      .flatMap(({ outcome, ...call }) => (outcome === null || outcome === "ok" ? [] : [{ ...call, outcome }]));
    const rows = failed.slice(0, FAILURES_SHOWN);
    const show = this.#showing(site, plugin, rows);
    return rows.map((row) => {
      const { version, point, name, startedAt, durationMs, outcome } = row;
      return { report: reportView(row, show), version, point, name, startedAt, durationMs, outcome };
    });
  }

  #showing(site: string, plugin: string, rows: readonly Reported[]): ShowFault {
    const faults = rows.map(({ digest, report }) => ({ digest, fault: report?.fault ?? null }));
    return this.#parts.sourceMaps.showing(site, plugin, faults);
  }

  #failureOf(site: string, { manifest: { id }, digest }: PackedPlugin): ShownMigrationFailure | null {
    const failure = this.#parts.pluginUpdates.failureOf(site, id);
    return failure && this.shown(site, id, digest, failure);
  }

  /** A migration's failure, with source positions. */
  shown(site: string, id: string, digest: string, failure: MigrationFailure): ShownMigrationFailure {
    const { fault } = failure;
    const show = this.#parts.sourceMaps.showing(site, id, [{ digest, fault }]);
    return { ...failure, fault: fault && show(fault, digest) };
  }

  #view(site: string, installed: InstalledPlugin): PluginView {
    const { manifest, digest } = installed.plugin;
    const { id, version, name, description = "", license = null, kind, capabilities = {} } = manifest;
    const contributor = contributorOf(installed.plugin);
    const row = this.#rowOf(site, installed);
    const grant = this.#parts.grants.find(site, id);
    return {
      id,
      version,
      name,
      description,
      license,
      kind,
      digest,
      source: row ? "installed" : "first-party",
      state: installed.state,
      ...this.#skipStateOf(site, installed),
      probation: this.#parts.probation.of({ site, plugin: id, digest }),
      requested: capabilities,
      grant: grant
        ? { digest: grant.digest, capabilities: grant.capabilities, grantedBy: grant.actor, grantedAt: grant.at }
        : null,
      difference: shown(difference((grant ?? installed.grant)?.capabilities ?? {}, capabilities)),
      contributes: { ...contributesOf(manifest), ...this.#joined(site, installed) },
      consent: consentOf({ contributor, capabilities }, this.#parts.pluginUpdates.agreed(site, id)),
      updates: {
        rule: this.#parts.updateRules.of(site, id),
        own: this.#parts.updateRules.ownRule(site, id) !== undefined,
      },
      waiting: this.#waiting(site, id),
      alone: namesAlone(installed.plugin),
      ...this.#upload(row),
    };
  }

  /** The origin of an uploaded plugin. Empty for a plugin of the deployment. */
  #upload(row: PackageRow | undefined): Pick<PluginView, "signedBy" | "origin" | "installedBy" | "installedAt"> {
    if (!row) return { signedBy: [], origin: null, installedBy: null, installedAt: null };
    const { packageTrust, packages } = this.#parts;
    return {
      signedBy: [...packageTrust.of(row).signedBy],
      origin: packages.origin(row.site, row.plugin),
      installedBy: row.actor,
      installedAt: row.at,
    };
  }

  #waiting(site: string, id: string): PluginView["waiting"] {
    const { pluginUpdates, plugins } = this.#parts;
    const waiting = plugins.isFirstParty(id) ? undefined : pluginUpdates.find(site, id);
    if (!waiting) return null;
    const { row, plugin, distrust, signedBy } = waiting;
    const { capabilities = {}, version } = plugin.manifest;
    const failure = this.#failureOf(site, plugin);
    const asks = { contributor: contributorOf(plugin), capabilities };
    return {
      version,
      digest: plugin.digest,
      why: pluginUpdates.whyWaits(site, { plugin, signedBy }) ?? (failure ? "migration" : "rule"),
      failure,
      distrust: distrust ? (distrust.detail ?? distrust.reason) : null,
      requested: capabilities,
      consent: consentOf(asks, pluginUpdates.agreed(site, id)),
      signedBy: [...signedBy],
      installedBy: row.actor,
      installedAt: row.at,
    };
  }

  /** Lists the additions between a plugin and others. An inactive plugin neither adds nor takes. */
  #joined(site: string, installed: InstalledPlugin): Pick<ContributesView, "provides" | "extends"> {
    const { id, contributes } = installed.plugin.manifest;
    const { additions } = this.#parts.plugins.forSite(site);
    const { active, skipped } = this.#skipStateOf(site, installed);
    const why = (name: string) => (active ? (additions.leftOut(`${id}/${name}`) ?? null) : skipped);
    return {
      provides: (contributes.provides ?? []).map(({ name, title }) => ({
        name,
        title,
        additions: active ? [...additions.at(`${id}/${name}`)] : [],
      })),
      extends: (contributes.extends ?? []).map(({ name, point, data }) => ({ name, point, data, skipped: why(name) })),
    };
  }

  #rowOf(site: string, { plugin, shadowed = false }: InstalledPlugin): PackageRow | undefined {
    const { id } = plugin.manifest;
    return shadowed || !this.#parts.plugins.isFirstParty(id) ? this.#parts.packages.find(site, id) : undefined;
  }

  #skipStateOf(site: string, { plugin, shadowed = false }: InstalledPlugin): Pick<PluginView, "active" | "skipped"> {
    const { id, version } = plugin.manifest;
    const { active, skipped } = this.#parts.plugins.forSite(site).resolution;
    if (!shadowed && active.some((one) => one.id === id && one.plugin.digest === plugin.digest))
      return { active: true, skipped: null };
    const why = skipped.find(
      (one) => one.id === id && one.version === version && (!shadowed || one.reason !== "disabled"),
    );
    return { active: false, skipped: why ? { reason: why.reason, detail: why.detail } : null };
  }
}

type Reported = Pick<InvocationRow, "digest" | "report">;

const reportView = ({ digest, report }: Reported, show: ShowFault): InvocationsView["items"][number]["report"] =>
  report && { ...report, fault: report.fault && show(report.fault, digest), output: [...report.output] };

const shown = ({ added, removed }: ReturnType<typeof difference>): PluginView["difference"] => ({
  added: [...added],
  removed: [...removed],
});

const named = (list: readonly { readonly name: string }[] | undefined): string[] =>
  (list ?? []).map(({ name }) => name);

function contributesOf({ contributes }: Manifest): Omit<ContributesView, "provides" | "extends"> {
  const {
    sections,
    themes,
    metadata,
    files = [],
    forms,
    media,
    mcp = {},
    hooks = [],
    routes = [],
    settings,
  } = contributes;
  return {
    sections: named(sections),
    themes: named(themes),
    metadata: named(metadata),
    files: files.map(({ path }) => path),
    forms: named(forms),
    media: named(media),
    tools: named(mcp.tools),
    resources: named(mcp.resources),
    prompts: named(mcp.prompts),
    hooks: hooks.map(({ on }) => on),
    routes: routes.map(({ path, methods, access }) => ({ path, methods: [...methods], access })),
    settings: settings !== undefined,
  };
}
