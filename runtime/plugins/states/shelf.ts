import { CALL_MAX_WALL_MS } from "../../../manifests/bounds/calls.ts";
import type { PackedPlugin } from "../../../manifests/packages/packedPlugin.ts";
import { ENGINE_VERSION } from "../../../manifests/manifest/engine.ts";
import type { Grants } from "../grants/grants.ts";
import type { LoaderState } from "../../../manifests/loaderState.ts";
import type { LoaderKnowledge } from "./loaderKnowledge.ts";
import type { Packages } from "../packages/packages.ts";
import type { PackageTrust } from "../packages/packageTrust.ts";
import type { Additions } from "../../contributions/additions.ts";
import { combine } from "../../contributions/points.ts";
import type { PluginRecords } from "../packages/records.ts";
import type { ActivePlugin, InstalledPlugin, PluginState, Resolution } from "./resolution.ts";
import { resolve } from "./resolution.ts";
import type { SettingsStore } from "../settings/settingsStore.ts";
import type { SkipAudit } from "./skipAudit.ts";
import type { PluginStates } from "./states.ts";
import type { Renderer } from "../../rendering/renderer.ts";
import { createRenderer } from "../../rendering/renderer.ts";
import type { Sites } from "../../tenancy/sites.ts";

/** The plugins of one site at one moment, ready to render with. */
export interface SitePlugins {
  readonly resolution: Resolution;
  readonly additions: Additions;
  readonly renderer: Renderer;
  /**
   * Each active plugin's part of a release's inputs, by plugin id. It is made of its digest, its settings if it
   * computes data for pages, and digests of plugins that add to its points.
   */
  readonly digests: Readonly<Record<string, string>>;
}

/** The deployment's pack and the records that resolution reads. */
export interface ShelfParts {
  /** The first-party plugins of the deployment. */
  readonly pack: readonly PackedPlugin[];
  readonly packages: Packages;
  readonly packageTrust: PackageTrust;
  readonly grants: Grants;
  readonly states: PluginStates;
  readonly loaderKnowledge: LoaderKnowledge;
  readonly settingsStore: SettingsStore;
  readonly sites: Sites;
  readonly skipAudit: SkipAudit;
  /** The origin of the deployment's public MCP server; empty without one. */
  readonly agentsOrigin: string;
  /** The deployment's key for the challenge in front of forms; empty without one. */
  readonly challengeKey: string;
  readonly records: PluginRecords;
}

/** A version that another one has taken over from. */
interface Leaving {
  readonly grant: ActivePlugin["grant"];
  readonly until: number;
}

const leavingKey = (site: string, id: string, digest: string): string => JSON.stringify([site, id, digest]);

interface Resolved {
  /** A mark over the records, the verdicts and the loader's state. While it is the same, nothing needs another read. */
  readonly mark: string;
  readonly key: string;
  readonly plugins: SitePlugins;
}

/**
 * The plugins of each site, resolved. First-party plugins are installed everywhere and enabled unless the site switches
 * them off. They are trusted as part of the deployment, whose pack pins them by digest. Uploaded plugins are disabled
 * until a member enables them, and the keyring decides their trust.
 */
export class PluginShelf {
  readonly #parts: ShelfParts;
  readonly #firstParty: ReadonlySet<string>;
  readonly #resolved = new Map<string, Resolved>();
  /** Versions whose calls may still end, by site, plugin and digest. */
  readonly #leaving = new Map<string, Leaving>();

  constructor(parts: ShelfParts) {
    this.#parts = parts;
    this.#firstParty = new Set(parts.pack.map(({ manifest }) => manifest.id));
  }

  get loader(): LoaderState {
    return this.#parts.loaderKnowledge.state;
  }

  isFirstParty(plugin: string): boolean {
    return this.#firstParty.has(plugin);
  }

  /**
   * Learns the facts that resolution needs and cannot wait for: whether packages are still trusted, and whether code
   * can run here. Every request to the workspace waits for this first; it costs nothing while nothing changed. Answers
   * true if it wrote rows in audit, which then need delivery.
   */
  async prepare(): Promise<boolean> {
    const { packageTrust, loaderKnowledge } = this.#parts;
    const changed = await Promise.all([packageTrust.prepare(), loaderKnowledge.prepare()]);
    return changed.some(Boolean) && this.#noteSkips();
  }

  /** Learns that the operator has added or revoked keys. True if it wrote rows in audit, which then need delivery. */
  async keysChanged(): Promise<boolean> {
    await this.#parts.packageTrust.keysChanged();
    this.#leaving.clear();
    return this.#noteSkips();
  }

  #noteSkips(): boolean {
    const { sites, skipAudit } = this.#parts;
    return sites
      .all()
      .map(({ site }) => skipAudit.note(site, this.#resolve(this.installed(site))))
      .some(Boolean);
  }

  /** True if `prepare` has run and its result still holds; `forSite` may be called only then. */
  get isPrepared(): boolean {
    return this.#parts.packageTrust.isSteady;
  }

  forSite(site: string): SitePlugins {
    const mark = this.#mark(site);
    const known = this.#resolved.get(site);
    if (known?.mark === mark) return known.plugins;
    const resolved = this.#read(site, mark);
    this.#resolved.set(site, resolved);
    return resolved.plugins;
  }

  #mark(site: string): string {
    return `${JSON.stringify(this.loader)} ${this.#parts.packageTrust.judgements} ${this.#parts.records.ofSite(site)}`;
  }

  #read(site: string, mark: string): Resolved {
    const installed = this.installed(site);
    const settings = this.#parts.settingsStore.marks(site);
    const key = JSON.stringify([this.loader, [...settings], inPlace(installed)]);
    return { mark, key, plugins: this.#shared(key) ?? this.#make(installed, settings) };
  }

  /**
   * Tells whether an active plugin is still trusted, switched on, and granted the same as when its call began. The
   * workspace asks this before every answer to a running call. It therefore looks at this plugin alone and does not
   * resolve the site.
   */
  holds(site: string, { id, plugin, grant }: ActivePlugin): boolean {
    const { packageTrust, states, grants } = this.#parts;
    if (!packageTrust.isSteady || (states.of(site, id) ?? this.#otherwise(id)) !== "enabled") return false;
    if (this.#isLeaving(site, id, plugin.digest, grant)) return true;
    if (!this.#isPresent(site, id, plugin.digest)) return false;
    return plugin.manifest.capabilities === undefined || isSameGrant(grants.find(site, id) ?? null, grant);
  }

  /**
   * Notes that another version has taken over. A call of the version before goes on until it ends, at most as long as a
   * call may take. It also ends once its successor is no longer trusted, switched on and granted.
   */
  leaves(site: string, { plugin, grant = null }: InstalledPlugin): void {
    const until = this.#parts.loaderKnowledge.now() + CALL_MAX_WALL_MS;
    this.#leaving.set(leavingKey(site, plugin.manifest.id, plugin.digest), { grant, until });
  }

  /** Notes that versions before may do nothing more: what is stored has another form now. */
  leftAtOnce(site: string, id: string): void {
    for (const key of this.#leaving.keys())
      if (key.startsWith(leavingKey(site, id, "").slice(0, -2))) this.#leaving.delete(key);
  }

  #isLeaving(site: string, id: string, digest: string, grant: ActivePlugin["grant"]): boolean {
    const key = leavingKey(site, id, digest);
    const left = this.#leaving.get(key);
    if (!left) return false;
    const row = this.#parts.packages.find(site, id);
    const { packageTrust, grants } = this.#parts;
    const goesOn =
      this.#parts.loaderKnowledge.now() < left.until &&
      row !== undefined &&
      packageTrust.of(row).distrust === undefined &&
      isSameGrant(left.grant, grant) &&
      (grant === null || grants.find(site, id)?.digest === row.digest);
    if (!goesOn) this.#leaving.delete(key);
    return goesOn;
  }

  /** Tells whether the site has this very version under the id, trusted or not. */
  has(site: string, id: string, digest: string): boolean {
    return (this.#ours(id) ?? this.#parts.packages.find(site, id))?.digest === digest;
  }

  #isPresent(site: string, id: string, digest: string): boolean {
    const ours = this.#ours(id);
    if (ours) return ours.digest === digest;
    const row = this.#parts.packages.find(site, id);
    return row?.digest === digest && this.#parts.packageTrust.of(row).distrust === undefined;
  }

  #ours(id: string): PackedPlugin | undefined {
    return this.#parts.pack.find(({ manifest }) => manifest.id === id);
  }

  /** The state of a plugin that no member has switched. */
  #otherwise(id: string): PluginState {
    return this.isFirstParty(id) ? "enabled" : "disabled";
  }

  /** Enables exactly these first-party plugins for a new site. */
  choose(site: string, ids: readonly string[]): void {
    const chosen = new Set(ids);
    for (const id of this.#firstParty) if (!chosen.has(id)) this.#parts.states.put(site, id, "disabled");
  }

  /** Lists a site's plugins, active or not. */
  installed(site: string): InstalledPlugin[] {
    const states = this.#parts.states.ofSite(site);
    const places = this.#parts.states.placesOf(site);
    return [
      ...this.#parts.pack.map((plugin) => this.#installedOf(site, plugin, states, 0)),
      ...this.#parts.packages.ofSite(site).map((row): InstalledPlugin => {
        const { plugin, distrust } = this.#parts.packageTrust.of(row);
        const shadowed = this.isFirstParty(row.plugin);
        return {
          ...this.#installedOf(site, plugin, states, places.get(row.plugin) ?? LAST),
          ...(distrust ? { distrust } : {}),
          ...(shadowed ? { shadowed } : {}),
        };
      }),
    ];
  }

  #installedOf(
    site: string,
    plugin: PackedPlugin,
    states: ReadonlyMap<string, PluginState>,
    place: number,
  ): InstalledPlugin {
    const { id, capabilities } = plugin.manifest;
    const record = capabilities && this.#parts.grants.find(site, id);
    const grant = record ? { digest: record.digest, capabilities: record.capabilities } : null;
    const state = states.get(id) ?? this.#otherwise(id);
    const stateReason = state === "quarantined" ? this.#parts.states.reasonOf(site, id) : undefined;
    return { plugin, place, state, grant, ...(stateReason === undefined ? {} : { stateReason }) };
  }

  #resolve(installed: readonly InstalledPlugin[]): Resolution {
    return resolve({ installed, engine: ENGINE_VERSION, loader: this.loader });
  }

  /** Sites with the same plugins share compiled templates. */
  #shared(key: string): SitePlugins | undefined {
    return [...this.#resolved.values()].find((resolved) => resolved.key === key)?.plugins;
  }

  #make(installed: readonly InstalledPlugin[], settings: ReadonlyMap<string, string>): SitePlugins {
    const resolution = this.#resolve(installed);
    const contributions = combine(resolution.active, resolution.skipped, idleAmong(installed, resolution));
    const { additions } = contributions;
    const digests = Object.fromEntries(
      resolution.active.map(({ id, plugin }) => [id, inputOf(plugin, settings.get(id), additions.sourcesOf(id))]),
    );
    return {
      resolution,
      additions,
      renderer: createRenderer(contributions, this.#parts.agentsOrigin, this.#parts.challengeKey),
      digests,
    };
  }
}

/** The inactive plugins whose packages are believed. */
const idleAmong = (installed: readonly InstalledPlugin[], { active }: Resolution): PackedPlugin[] =>
  installed.flatMap(({ plugin, distrust, shadowed = false }) =>
    distrust || shadowed || active.some(({ id }) => id === plugin.manifest.id) ? [] : [plugin],
  );

/** A place behind every place that a site has given. */
const LAST = Number.MAX_SAFE_INTEGER;

/**
 * Lists the plugins in their order. The numbers of their places are left out, because they differ from site to site.
 */
const inPlace = (installed: readonly InstalledPlugin[]): unknown[] =>
  installed
    .toSorted((a, b) => a.place - b.place)
    .map(({ plugin, place: _place, ...rest }) => [plugin.manifest.id, plugin.digest, rest]);

function inputOf({ manifest, digest }: PackedPlugin, settings: string | undefined, sources: readonly string[]): string {
  const computes = manifest.contributes.sections?.some(({ data }) => data !== undefined) === true;
  return [digest, ...(computes && settings !== undefined ? [settings] : []), ...sources].join(" ");
}

/**
 * A grant holds the capabilities that its digest's manifest asks for. Two grants of one digest differ only if one was
 * tampered with.
 */
const isSameGrant = (one: ActivePlugin["grant"], other: ActivePlugin["grant"]): boolean =>
  one?.digest === other?.digest && JSON.stringify(one?.capabilities) === JSON.stringify(other?.capabilities);
