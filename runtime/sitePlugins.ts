import type { PackedPlugin } from "../manifests/packedPlugin.ts";
import { ENGINE_VERSION } from "./engine.ts";
import { combine } from "./plugins/points.ts";
import type { InstalledPlugin, Resolution, ResolutionInput } from "./plugins/resolution.ts";
import { resolve } from "./plugins/resolution.ts";
import type { Powers } from "./powers.ts";
import type { Renderer } from "./rendering/renderer.ts";
import { createRenderer } from "./rendering/renderer.ts";

/** Whether this deployment can run plugin code, and why not. */
export type LoaderState = ResolutionInput["loader"];

/** The plugins of one site at one moment, ready to render with. */
export interface SitePlugins {
  readonly resolution: Resolution;
  readonly renderer: Renderer;
  /** Digests of the active plugins by id: the part of a release's inputs that comes from plugins. */
  readonly digests: Readonly<Record<string, string>>;
}

/**
 * Which plugins a site has, resolved. The first-party plugins of the deployment are installed everywhere and enabled
 * unless the site says otherwise; they are trusted by being part of the deployment, pinned by digest in its pack.
 */
export class PluginShelf {
  readonly #powers: Powers;
  readonly #pack: readonly PackedPlugin[];
  readonly #loader: LoaderState;
  /** By the set of states: sites with the same plugins share compiled templates. */
  readonly #resolved = new Map<string, SitePlugins>();

  constructor(powers: Powers, pack: readonly PackedPlugin[], loader: LoaderState) {
    this.#powers = powers;
    this.#pack = pack;
    this.#loader = loader;
  }

  get loader(): LoaderState {
    return this.#loader;
  }

  forSite(site: string): SitePlugins {
    const states = this.#states(site);
    const key = JSON.stringify([...states]);
    const known = this.#resolved.get(key);
    if (known) return known;
    const made = this.#make(states);
    this.#resolved.set(key, made);
    return made;
  }

  /** Enables exactly these first-party plugins for a new site. */
  choose(site: string, ids: readonly string[]): void {
    const chosen = new Set(ids);
    for (const { manifest } of this.#pack) {
      if (chosen.has(manifest.id)) continue;
      this.#powers.sql.all("INSERT OR REPLACE INTO installs (site, plugin, state) VALUES (?, ?, 'disabled')", site, manifest.id);
    }
  }

  #states(site: string): Map<string, InstalledPlugin["state"]> {
    const rows = this.#powers.sql.all<{ plugin: string; state: InstalledPlugin["state"] }>(
      "SELECT plugin, state FROM installs WHERE site = ? ORDER BY plugin",
      site,
    );
    return new Map(rows.map((row) => [row.plugin, row.state]));
  }

  #make(states: ReadonlyMap<string, InstalledPlugin["state"]>): SitePlugins {
    const installed = this.#pack.map((plugin): InstalledPlugin => ({
      plugin, state: states.get(plugin.manifest.id) ?? "enabled", trust: { ok: true }, grant: null,
    }));
    const resolution = resolve({ installed, engine: ENGINE_VERSION, loader: this.#loader, now: this.#powers.now() });
    const digests = Object.fromEntries(resolution.active.map(({ plugin }) => [plugin.manifest.id, plugin.digest]));
    return { resolution, renderer: createRenderer(combine(resolution.active, resolution.skipped)), digests };
  }
}
