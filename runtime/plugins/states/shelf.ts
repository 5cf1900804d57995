import { CALL_MAX_WALL_MS } from "../../../manifests/bounds/calls.ts";
import { MOMENTS_OF_TYPES_KEPT } from "../../../manifests/bounds/documents.ts";
import { BoundedMap } from "../../../manifests/memory/boundedMap.ts";
import type { PackedPlugin } from "../../../manifests/packages/packedPlugin.ts";
import { ENGINE_VERSION } from "../../../manifests/manifest/engine.ts";
import { type Grant, grantOfDeployment } from "../../contributions/grant.ts";
import type { Grants } from "../grants/grants.ts";
import type { LoaderState } from "../../../manifests/loaderState.ts";
import type { LoaderKnowledge } from "./loaderKnowledge.ts";
import type { Packages } from "../packages/packages.ts";
import type { PackageTrust } from "../packages/packageTrust.ts";
import type { Additions } from "../../contributions/additions.ts";
import { combine } from "../../contributions/points.ts";
import type { PluginRecords } from "../packages/records.ts";
import { type ActivePlugin, type InstalledPlugin, type PluginState, type Resolution, resolve } from "./resolution.ts";
import type { SettingsStore } from "../settings/settingsStore.ts";
import type { SkipAudit } from "./skipAudit.ts";
import type { EntryType } from "../../documents/lists/entryIndex.ts";
import { entryTypesOf } from "./entryTypes.ts";
import type { OwnContentTypes } from "./ownTypes.ts";
import type { PluginStates } from "./states.ts";
import { type Renderer, createRenderer } from "../../rendering/renderer.ts";
import type { Sites } from "../../tenancy/sites.ts";

/** The resolved plugins of one site, ready for rendering. */
export interface SitePlugins {
  readonly resolution: Resolution;
  /** The content types that the owner made. Absent if there are none. */
  readonly own?: ActivePlugin | undefined;
  readonly additions: Additions;
  readonly renderer: Renderer;
  /** The content types of all trusted plugins, inactive ones included, by qualified name. */
  readonly entryTypes: ReadonlyMap<string, EntryType>;
  /**
   * Each active plugin's part of a release's inputs, by plugin id. It covers its digest, its settings if it computes
   * data or its templates read them, and the digests of plugins that add to its points.
   */
  readonly digests: Readonly<Record<string, string>>;
}

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
  /** The origin of the deployment's public MCP server. Empty without one. */
  readonly agentsOrigin: string;
  /** The key of the challenge in front of forms. Empty without one. */
  readonly challengeKey: string;
  readonly records: PluginRecords;
  readonly ownContentTypes: OwnContentTypes;
}

/** A version that was replaced while its calls may still run. */
interface Leaving {
  readonly grant: ActivePlugin["grant"];
  readonly until: number;
}

const leavingKey = (site: string, id: string, digest: string): string => JSON.stringify([site, id, digest]);

/** The facts that a resolution depends on. While they are equal, nothing is resolved again. */
interface Mark {
  readonly records: string;
  readonly judgements: number;
  readonly loader: LoaderState;
}

interface Resolved {
  readonly mark: Mark;
  readonly key: string;
  readonly plugins: WithTypes;
}

/** The same plugins, without an owner's types and with those of some moments. */
interface WithTypes {
  readonly base: SitePlugins;
  readonly make: (own: ActivePlugin) => SitePlugins;
  readonly made: BoundedMap<ActivePlugin, SitePlugins>;
}

/**
 * The resolved plugins of each site. First-party plugins are installed everywhere, and enabled unless a site disables
 * them. They are trusted as part of the deployment, which pins their digests. Uploaded plugins are disabled until a
 * member enables them, and the keyring decides their trust.
 */
export class PluginShelf {
  readonly #parts: ShelfParts;
  readonly #firstParty: ReadonlySet<string>;
  readonly #resolved = new Map<string, Resolved>();
  /** Replaced versions whose calls may still run, by site, plugin and digest. */
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
   * Refreshes the asynchronous facts that resolution needs: whether packages are trusted, and whether code can run.
   * Every request to the workspace awaits this; it costs nothing while nothing has changed. True if it added audit
   * rows, which must be delivered.
   */
  async prepare(): Promise<boolean> {
    const { packageTrust, loaderKnowledge } = this.#parts;
    const changed = await Promise.all([packageTrust.prepare(), loaderKnowledge.prepare()]);
    return changed.some(Boolean) && this.#noteSkips();
  }

  /** Reloads the keys after the operator changed them. True if it added audit rows, which must be delivered. */
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

  /** True if `prepare` has run and its result is valid. `forSite` requires this. */
  get isPrepared(): boolean {
    return this.#parts.packageTrust.isSteady;
  }

  /** The plugins of a site now, with the owner's content types at a moment. Default: those of the draft. */
  forSite(site: string, change?: number): SitePlugins {
    const plugins = this.#presentOf(site);
    const ofOwner = this.#parts.ownContentTypes.at(site, change);
    if (ofOwner === undefined) return plugins.base;
    const known = plugins.made.get(ofOwner) ?? plugins.make(ofOwner);
    plugins.made.set(ofOwner, known);
    return known;
  }

  #presentOf(site: string): WithTypes {
    const mark = this.#mark(site);
    const known = this.#resolved.get(site);
    if (known && isSameMark(known.mark, mark)) return known.plugins;
    const resolved = this.#read(site, mark);
    this.#resolved.set(site, resolved);
    return resolved.plugins;
  }

  #mark(site: string): Mark {
    const { packageTrust, records } = this.#parts;
    return { records: records.ofSite(site), judgements: packageTrust.judgements, loader: this.loader };
  }

  #read(site: string, mark: Mark): Resolved {
    const installed = this.installed(site);
    const settings = this.#parts.settingsStore.marks(site);
    const key = JSON.stringify([this.loader, [...settings], inPlace(installed)]);
    return { mark, key, plugins: this.#shared(key) ?? this.#make(installed, settings) };
  }

  /**
   * Tells whether an active plugin is still trusted, enabled, and has the grant with which its call began. The
   * workspace checks this before every answer to a running call, so it looks only at this plugin and does not resolve
   * the site.
   */
  holds(site: string, { id, plugin, grant }: ActivePlugin): boolean {
    const { packageTrust, states } = this.#parts;
    if (!packageTrust.isSteady || (states.of(site, id) ?? this.#defaultState(id)) !== "enabled") return false;
    if (this.#isLeaving(site, id, plugin.digest, grant)) return true;
    if (!this.#isPresent(site, id, plugin.digest)) return false;
    return plugin.manifest.capabilities === undefined || isSameGrant(this.#grantOf(site, plugin), grant);
  }

  /** The grant of a version: an owner's, or the deployment's for its own plugins. */
  #grantOf(site: string, plugin: PackedPlugin): Grant | null {
    const { id, capabilities } = plugin.manifest;
    if (capabilities === undefined) return null;
    const record = this.#parts.grants.find(site, id);
    const isOld = this.isFirstParty(id) && record !== undefined && record.digest !== plugin.digest;
    // A release replaces its own plugins without asking, so an owner's grant to the version before goes on.
    if (record && !(isOld && grantOfDeployment(plugin) !== null))
      return { digest: record.digest, capabilities: record.capabilities };
    return this.isFirstParty(id) ? grantOfDeployment(plugin) : null;
  }

  /**
   * Records that another version has replaced this one. Running calls of the old version continue, at most
   * CALL_MAX_WALL_MS. They also end once the new version is no longer trusted, enabled and granted.
   */
  leaves(site: string, { plugin, grant = null }: InstalledPlugin): void {
    const until = this.#parts.loaderKnowledge.now() + CALL_MAX_WALL_MS;
    this.#leaving.set(leavingKey(site, plugin.manifest.id, plugin.digest), { grant, until });
  }

  /** Ends running calls of older versions, because the stored data has another form now. */
  endReplaced(site: string, id: string): void {
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

  /** Tells whether the site has exactly this version, trusted or not. */
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

  /** The state of a plugin that no member has enabled or disabled. */
  #defaultState(id: string): PluginState {
    return this.isFirstParty(id) ? "enabled" : "disabled";
  }

  /** Enables only these first-party plugins at a new site. */
  choose(site: string, ids: readonly string[]): void {
    const chosen = new Set(ids);
    for (const id of this.#firstParty) if (!chosen.has(id)) this.#parts.states.put(site, id, "disabled");
  }

  /** Lists a site's plugins, active or not. */
  installed(site: string): InstalledPlugin[] {
    const states = this.#parts.states.ofSite(site);
    const places = this.#parts.states.placesOf(site);
    return [
      // The order of the pack decides between plugins of the deployment, never their ids.
      ...this.#parts.pack.map((plugin, index, { length }) => this.#installedOf(site, plugin, states, index - length)),
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
    const { id, kind, contributes } = plugin.manifest;
    const hasSettings = kind === "declarative" && contributes.settings !== undefined;
    const settings = hasSettings ? { settings: this.#parts.settingsStore.get(site, id).values } : {};
    const grant = this.#grantOf(site, plugin);
    const state = states.get(id) ?? this.#defaultState(id);
    const stateReason = state === "quarantined" ? this.#parts.states.reasonOf(site, id) : undefined;
    return { plugin, place, state, grant, ...settings, ...(stateReason === undefined ? {} : { stateReason }) };
  }

  #resolve(installed: readonly InstalledPlugin[]): Resolution {
    return resolve({ installed, engine: ENGINE_VERSION, loader: this.loader });
  }

  /** Sites with the same plugins share compiled templates. */
  #shared(key: string): WithTypes | undefined {
    return [...this.#resolved.values()].find((resolved) => resolved.key === key)?.plugins;
  }

  #make(installed: readonly InstalledPlugin[], settings: ReadonlyMap<string, string>): WithTypes {
    const resolution = this.#resolve(installed);
    const idle = idleAmong(installed, resolution);
    const make = (own?: ActivePlugin): SitePlugins => this.#with(own, { resolution, idle, settings });
    return { base: make(), make, made: new BoundedMap(MOMENTS_OF_TYPES_KEPT) };
  }

  #with(own: ActivePlugin | undefined, { resolution, idle, settings }: Resolvable): SitePlugins {
    const active = own ? [...resolution.active, own] : resolution.active;
    const contributions = combine(active, resolution.skipped, idle);
    const { additions } = contributions;
    const digests = Object.fromEntries(
      active.map(({ id, plugin }) => [id, inputOf(plugin, settings.get(id), additions.sourcesOf(id))]),
    );
    return {
      resolution,
      own,
      additions,
      renderer: createRenderer(contributions, this.#parts.agentsOrigin, this.#parts.challengeKey),
      entryTypes: entryTypesOf([...active.map(({ plugin }) => plugin), ...idle].map(({ manifest }) => manifest)),
      digests,
    };
  }
}

/** Every command asks this several times, so no text is made of the parts. */
const isSameMark = (one: Mark, other: Mark): boolean =>
  one.records === other.records &&
  one.judgements === other.judgements &&
  (one.loader === other.loader || JSON.stringify(one.loader) === JSON.stringify(other.loader));

interface Resolvable {
  readonly resolution: Resolution;
  readonly idle: readonly PackedPlugin[];
  readonly settings: ReadonlyMap<string, string>;
}

/** Inactive plugins with a trusted package. */
const idleAmong = (installed: readonly InstalledPlugin[], { active }: Resolution): PackedPlugin[] =>
  installed.flatMap(({ plugin, distrust, shadowed = false }) =>
    distrust || shadowed || active.some(({ id }) => id === plugin.manifest.id) ? [] : [plugin],
  );

/** A place after all places that a site has assigned. */
const LAST = Number.MAX_SAFE_INTEGER;

/** The plugins in order of their places. The numbers of places are left out, because they differ between sites. */
const inPlace = (installed: readonly InstalledPlugin[]): unknown[] =>
  installed
    .toSorted((a, b) => a.place - b.place)
    .map(({ plugin, place: _place, ...rest }) => [plugin.manifest.id, plugin.digest, rest]);

function inputOf({ manifest, digest }: PackedPlugin, settings: string | undefined, sources: readonly string[]): string {
  const computes = manifest.contributes.sections?.some(({ data }) => data !== undefined) === true;
  // Templates of a plugin without code read its settings.
  const reads = computes || manifest.kind === "declarative";
  return [digest, ...(reads && settings !== undefined ? [settings] : []), ...sources].join(" ");
}

/** Tells whether two grants are equal. Grants of one digest differ only if one was tampered with. */
const isSameGrant = (one: ActivePlugin["grant"], other: ActivePlugin["grant"]): boolean =>
  one?.digest === other?.digest && JSON.stringify(one?.capabilities) === JSON.stringify(other?.capabilities);
