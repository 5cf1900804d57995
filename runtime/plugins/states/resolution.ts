/**
 * Decides which installed plugins are active at a site. It is a pure function: the order of the input does not matter.
 * It reports each inactive plugin with a reason, throws nothing and replaces nothing. If two plugins claim one name,
 * the one with the lower place gets it. Ids do not decide, because authors choose them.
 */
import rcompare from "semver/functions/rcompare.js";
import satisfies from "semver/functions/satisfies.js";
import { fulfils } from "../../../manifests/shapes/versionRange.ts";
import { decides } from "../../../manifests/hooks/lookup.ts";
import type { PackedPlugin } from "../../../manifests/packages/packedPlugin.ts";
import type {
  ActivePlugin,
  InstalledPlugin,
  Resolution,
  ResolutionInput,
  SkippedPlugin,
  SkipReason,
} from "../../contributions/installed.ts";
import { covers } from "../../contributions/grant.ts";
import { soleNamesOf } from "../../contributions/points.ts";

export type * from "../../contributions/installed.ts";

/** Tells why one plugin alone cannot be active. Undefined if it can. */
type Gate = (installed: InstalledPlugin, input: ResolutionInput) => string | undefined;

const TRUST_DETAIL = {
  untrusted_key: "no trusted key signed it",
  signature_invalid: "its signature does not verify",
  digest_mismatch: "its files are not the ones that were signed",
} as const;

const distrusted =
  (reason: keyof typeof TRUST_DETAIL): Gate =>
  ({ distrust }) =>
    distrust?.reason === reason ? (distrust.detail ?? TRUST_DETAIL[reason]) : undefined;

/** The first gate with an answer gives the reason. Reasons that an owner cannot fix by a click come first. */
const GATES: readonly (readonly [SkipReason, Gate])[] = [
  ["signature_invalid", distrusted("signature_invalid")],
  ["digest_mismatch", distrusted("digest_mismatch")],
  ["untrusted_key", distrusted("untrusted_key")],
  ["conflict", ({ shadowed }) => (shadowed ? "this deployment already has a plugin with that id" : undefined)],
  [
    "quarantined",
    ({ state, stateReason = "it failed repeatedly" }) =>
      state === "quarantined" ? `${stateReason}; an owner can enable it again` : undefined,
  ],
  ["disabled", ({ state }) => (state === "disabled" ? "it is switched off" : undefined)],
  ["revoked", ({ state }) => (state === "revoked" ? "its grant was revoked; an owner can grant it again" : undefined)],
  ["engine_incompatible", engineGate],
  ["loader_unavailable", loaderGate],
  ["not_granted", grantGate],
];

function engineGate({ plugin: { manifest } }: InstalledPlugin, { engine }: ResolutionInput): string | undefined {
  return satisfies(engine, manifest.engine)
    ? undefined
    : `it needs engine ${manifest.engine}, but this is engine ${engine}`;
}

function loaderGate({ plugin: { manifest } }: InstalledPlugin, { loader }: ResolutionInput): string | undefined {
  if (manifest.kind !== "executable" || loader.available) return undefined;
  return loader.reason ?? "this deployment cannot run plugin code";
}

function grantGate({ plugin, grant }: InstalledPlugin): string | undefined {
  const requested = plugin.manifest.capabilities ?? {};
  const asked = Object.keys(requested).toSorted();
  if (asked.length === 0) return undefined;
  if (!grant) return `nobody has granted ${asked.join(", ")}`;
  if (grant.digest !== plugin.digest) return "the grant is for another version";
  return covers(grant, plugin.digest, requested) ? undefined : "the grant covers other capabilities than it asks for";
}

export function resolve(input: ResolutionInput): Resolution {
  return new Resolving(input).resolve();
}

/** One run of the resolution, with the decisions so far. */
class Resolving {
  readonly #input: ResolutionInput;
  readonly #skipped: SkippedPlugin[] = [];
  readonly #whyNot = new Map<string, string>();
  readonly #eligible = new Map<string, InstalledPlugin>();
  readonly #active = new Map<string, ActivePlugin>();
  /** The plugin that has each taken name, by the name's mark. */
  readonly #taken = new Map<string, string>();

  constructor(input: ResolutionInput) {
    this.#input = input;
  }

  resolve(): Resolution {
    for (const installed of this.#input.installed.toSorted(byPlaceThenNewest)) this.#admit(installed);
    for (const installed of inCycles(this.#eligible)) this.#skip(installed, "dependency_cycle", CYCLE_DETAIL);
    // Plugins are decided in the order of their places, in which the Map was filled.
    for (const id of this.#eligible.keys()) this.#settle(id);
    return { active: [...this.#active.values()], skipped: this.#skipped.toSorted(bySkipped) };
  }

  #admit(installed: InstalledPlugin): void {
    const { id } = installed.plugin.manifest;
    for (const [reason, gate] of GATES) {
      const detail = gate(installed, this.#input);
      if (detail !== undefined) return this.#skip(installed, reason, detail);
    }
    const first = this.#eligible.get(id);
    if (first) return this.#skip(installed, "conflict", `version ${first.plugin.manifest.version} is also installed`);
    this.#eligible.set(id, installed);
  }

  /** Decides a plugin after the plugins that it requires. Cycles were removed before, so this ends. */
  #settle(id: string): void {
    const installed = this.#eligible.get(id);
    if (!installed || this.#active.has(id)) return;
    const requires = Object.entries(installed.plugin.manifest.requires ?? {}).toSorted(([a], [b]) => compare(a, b));
    for (const [needed] of requires) this.#settle(needed);
    const missing = requires.map(([needed, range]) => this.#missing(needed, range)).find((text) => text !== undefined);
    if (missing !== undefined) return this.#skip(installed, "dependency_missing", missing);
    const taken = this.#provided(installed.plugin);
    if (taken !== undefined) return this.#skip(installed, "conflict", taken);
    this.#activate(installed);
  }

  #missing(id: string, range: string): string | undefined {
    const active = this.#active.get(id);
    if (active)
      return fulfils(active.version, range) ? undefined : `it needs ${id} ${range}, but ${active.version} is installed`;
    return `it needs ${id} ${range}, ${this.#whyNot.get(id) ?? "which is not installed"}`;
  }

  #provided(plugin: PackedPlugin): string | undefined {
    for (const { says, seeks } of soleNamesOf(plugin)) {
      const owner = seeks.map((mark) => this.#taken.get(mark)).find((id) => id !== undefined);
      if (owner !== undefined) return `${owner} already provides ${says}`;
    }
    return undefined;
  }

  #activate({ plugin, grant, settings }: InstalledPlugin): void {
    const { id, version } = plugin.manifest;
    for (const mark of soleNamesOf(plugin).flatMap(({ leaves }) => leaves)) this.#taken.set(mark, id);
    this.#active.set(id, { id, version, plugin, grant: grant ?? null, ...(settings && { settings }) });
  }

  #skip(installed: InstalledPlugin, reason: SkipReason, detail: string): void {
    const { id, version, contributes } = installed.plugin.manifest;
    const checks = contributes.hooks?.some(decides) === true;
    const silent = reason === "loader_unavailable" && this.#input.loader.silent === true;
    this.#skipped.push({ id, version, reason, detail, ...(checks && { checks }), ...(silent && { silent }) });
    // Keeps the reason of the newest version, which comes first. Plugins that require this one report it.
    if (!this.#whyNot.has(id)) this.#whyNot.set(id, `which is skipped (${reason}: ${detail})`);
    if (this.#eligible.get(id) === installed) this.#eligible.delete(id);
  }
}

const CYCLE_DETAIL = "it requires itself through other plugins";

/** Plugins in a cycle of `requires`. */
function inCycles(plugins: ReadonlyMap<string, InstalledPlugin>): InstalledPlugin[] {
  const requires = (id: string) => Object.keys(plugins.get(id)?.plugin.manifest.requires ?? {});
  return [...plugins].filter(([id]) => reaches(id, requires)).map(([, installed]) => installed);
}

function reaches(start: string, next: (id: string) => readonly string[]): boolean {
  const seen = new Set<string>();
  const waiting = [...next(start)];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (id === start) return true;
    if (seen.has(id)) continue;
    seen.add(id);
    waiting.push(...next(id));
  }
  return false;
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const byPlaceThenNewest = (a: InstalledPlugin, b: InstalledPlugin): number =>
  a.place - b.place ||
  compare(a.plugin.manifest.id, b.plugin.manifest.id) ||
  rcompare(a.plugin.manifest.version, b.plugin.manifest.version) ||
  compare(a.plugin.digest, b.plugin.digest) ||
  compare(a.state, b.state);

const bySkipped = (a: SkippedPlugin, b: SkippedPlugin): number =>
  compare(a.id, b.id) || rcompare(a.version, b.version) || compare(a.reason, b.reason) || compare(a.detail, b.detail);
