import type { PackedPlugin } from "../../../manifests/packages/packedPlugin.ts";
import { Refusal } from "../../../manifests/refusals/refusal.ts";
import type { InstalledPlugin } from "../../contributions/installed.ts";
import { soleNamesOf } from "../../contributions/points.ts";
import type { SoleName } from "../../contributions/soleName.ts";

/** A plugin that would take new names at a site. */
export interface Newcomer {
  readonly after: PackedPlugin;
  /** The currently enabled version. Undefined if none is. */
  readonly before: PackedPlugin | undefined;
  /** Names without prefix that an owner has agreed to. */
  readonly agreed: readonly string[];
}

/** A name, in words for members, and the plugin that has it. */
export interface TakenName {
  readonly name: string;
  readonly by: string;
}

/**
 * Tells whether a plugin is enabled. It keeps its names even while it is inactive, because it may become active again
 * without a command.
 */
export const isSwitchedOn = ({ state, shadowed = false }: InstalledPlugin): boolean =>
  state !== "disabled" && !shadowed;

/**
 * Throws if a plugin would take another plugin's name, or a name without prefix that its owner has not agreed to.
 * Resolution would decide such a conflict by places, but then a plugin would lose a name.
 */
export function requireNames(newcomer: Newcomer, installed: readonly InstalledPlugin[]): void {
  const gained = gainedBy(newcomer);
  requireFree(newcomer, gained, installed);
  requireAgreed(newcomer, gained);
}

function gainedBy({ before, after }: Newcomer): SoleName[] {
  const had = new Set(before ? soleNamesOf(before).map(({ says }) => says) : []);
  return soleNamesOf(after).filter(({ says }) => !had.has(says));
}

/** Lists the plugin's names that other plugins have, and that keep it from being enabled. */
export const takenNames = (newcomer: Newcomer, installed: readonly InstalledPlugin[]): TakenName[] =>
  takenOf(newcomer, gainedBy(newcomer), installed);

function takenOf({ after }: Newcomer, gained: readonly SoleName[], installed: readonly InstalledPlugin[]): TakenName[] {
  const { id } = after.manifest;
  const owners = ownersOf(installed.filter((other) => isSwitchedOn(other) && other.plugin.manifest.id !== id));
  return gained.flatMap(({ says, seeks }): TakenName[] => {
    const by = seeks.map((mark) => owners.get(mark)).find((owner) => owner !== undefined);
    return by === undefined ? [] : [{ name: says, by }];
  });
}

function requireFree(newcomer: Newcomer, gained: readonly SoleName[], installed: readonly InstalledPlugin[]): void {
  const { id } = newcomer.after.manifest;
  const taken = takenOf(newcomer, gained, installed);
  if (taken.length > 0) throw new Refusal("PLUGIN_NAME_TAKEN", { plugin: id, reason: takenSays(id, taken), taken });
}

function takenSays(id: string, taken: readonly TakenName[]): string {
  const others = [...new Set(taken.map(({ by }) => by))].join(" and ");
  const names = taken.map(({ name, by }) => `${by} has ${name}`).join("; ");
  return `${names}. Disable ${others} first, or leave ${id} disabled.`;
}

function ownersOf(others: readonly InstalledPlugin[]): ReadonlyMap<string, string> {
  return new Map(
    others
      .toReversed()
      .flatMap(({ plugin }) =>
        soleNamesOf(plugin).flatMap(({ leaves }) => leaves.map((mark) => [mark, plugin.manifest.id] as const)),
      ),
  );
}

function requireAgreed({ after, agreed }: Newcomer, gained: readonly SoleName[]): void {
  const alone = gained.flatMap((name) => name.alone ?? []).filter((name) => !agreed.includes(name));
  if (alone.length === 0) return;
  const { id } = after.manifest;
  const reason = `Agents would call ${alone.join(", ")} without the name of ${id} before it. An owner must agree by listing these names in "alone".`;
  throw new Refusal("PLUGIN_CONSENT_MISSING", { plugin: id, reason, alone: [...new Set(alone)] });
}

/** The names of a plugin that stand without its prefix. */
export const namesAlone = (plugin: PackedPlugin): string[] => [
  ...new Set(soleNamesOf(plugin).flatMap(({ alone }) => alone ?? [])),
];
