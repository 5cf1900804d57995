/**
 * Joins plugins' additions to each other's points. Plugins never call each other. An addition is data in a manifest,
 * the point's schema validates it, and only the point's plugin reads it. An addition that is left out does not affect
 * its own plugin, and carries the reason.
 */
import { ADDITIONS_MAX_CHARS, POINT_ADDITIONS_MAX } from "../../manifests/bounds/manifest.ts";
import { validateForDefaults, withDefaults } from "../../manifests/fields/fields.ts";
import type { AdditionContribution, PointContribution } from "../../manifests/manifest/point.ts";
import { pluginOfPoint } from "../../manifests/rules/pointRules.ts";
import { fulfils } from "../../manifests/shapes/versionRange.ts";
import type { Contribution } from "./contribution.ts";
import type { ActivePlugin, SkippedPlugin } from "./installed.ts";

type Point = Contribution<PointContribution>;
type Addition = Contribution<AdditionContribution>;
type Data = Readonly<Record<string, unknown>>;

export type LeftOutReason = "dependency_missing" | "point_missing" | "data_refused" | "conflict" | "point_full";

/** The reason why an addition is left out, with one sentence for members. */
export interface LeftOut {
  readonly reason: LeftOutReason;
  readonly detail: string;
}

interface Taken {
  readonly addition: Addition;
  readonly data: Data;
}

/** The points of a site's active plugins, with accepted additions, and reasons for the others. */
export class Additions {
  readonly #taken: ReadonlyMap<string, readonly Taken[]>;
  readonly #points: ReadonlyMap<string, readonly Point[]>;
  readonly #leftOut: ReadonlyMap<string, LeftOut>;
  readonly #known = new Map<string, Readonly<Record<string, readonly Data[]>>>();

  constructor(
    points: Iterable<Point>,
    taken: ReadonlyMap<string, readonly Taken[]>,
    leftOut: ReadonlyMap<string, LeftOut>,
  ) {
    this.#points = Map.groupBy(points, ({ plugin }) => plugin.id);
    this.#taken = taken;
    this.#leftOut = leftOut;
  }

  /** The data at each point of a plugin, by the point's name. Undefined for a plugin without points. */
  dataOf(plugin: string): Readonly<Record<string, readonly Data[]>> | undefined {
    const known = this.#known.get(plugin);
    const points = this.#points.get(plugin);
    if (known || !points) return known;
    const made = Object.fromEntries(
      points.map(({ qualified, item }) => [item.name, (this.#taken.get(qualified) ?? []).map(({ data }) => data)]),
    );
    this.#known.set(plugin, made);
    return made;
  }

  /** Qualified names of the additions that a point accepted, in their order. */
  at(point: string): readonly string[] {
    return (this.#taken.get(point) ?? []).map(({ addition }) => addition.qualified);
  }

  /**
   * Digests of the plugins that add to a plugin's points, in order. With the plugin's own digest they identify what its
   * templates read.
   */
  sourcesOf(plugin: string): readonly string[] {
    const taken = (this.#points.get(plugin) ?? []).flatMap(({ qualified }) => this.#taken.get(qualified) ?? []);
    return [...new Set(taken.map(({ addition }) => addition.plugin.plugin.digest))];
  }

  leftOut(addition: string): LeftOut | undefined {
    return this.#leftOut.get(addition);
  }
}

/** Joins additions in the order of resolution. If two additions have the same unique text, the first is accepted. */
export function joined(
  points: ReadonlyMap<string, Point>,
  additions: ReadonlyMap<string, Addition>,
  active: readonly ActivePlugin[],
  skipped: ReadonlyMap<string, SkippedPlugin>,
): Additions {
  const joining = new Joining(points, new Map(active.map((plugin) => [plugin.id, plugin])), skipped);
  for (const addition of additions.values()) joining.add(addition);
  return new Additions(points.values(), joining.taken, joining.leftOut);
}

class Joining {
  readonly taken = new Map<string, Taken[]>();
  readonly leftOut = new Map<string, LeftOut>();
  readonly #points: ReadonlyMap<string, Point>;
  readonly #active: ReadonlyMap<string, ActivePlugin>;
  readonly #skipped: ReadonlyMap<string, SkippedPlugin>;
  /** The plugin that owns each unique text, by point and text. */
  readonly #owners = new Map<string, string>();
  /** Characters of JSON in each plugin's lists. */
  readonly #chars = new Map<string, number>();

  constructor(
    points: ReadonlyMap<string, Point>,
    active: ReadonlyMap<string, ActivePlugin>,
    skipped: ReadonlyMap<string, SkippedPlugin>,
  ) {
    this.#points = points;
    this.#active = active;
    this.#skipped = skipped;
  }

  add(addition: Addition): void {
    const point = this.#points.get(addition.item.point);
    const why = this.#providerMissing(addition) ?? this.#refused(addition, point);
    if (why) this.leftOut.set(addition.qualified, why);
    else if (point) this.#take(addition, point);
  }

  #providerMissing({ item: { point, version } }: Addition): LeftOut | undefined {
    const id = pluginOfPoint(point);
    const needs = `its addition needs ${id} ${version}`;
    const provider = this.#active.get(id);
    if (provider && fulfils(provider.version, version)) return undefined;
    const skipped = this.#skipped.get(id);
    const found = provider
      ? `the installed version is ${provider.version}`
      : skipped
        ? `which is skipped (${skipped.reason}: ${skipped.detail})`
        : "which is not installed";
    return { reason: "dependency_missing", detail: `${needs}, ${found}` };
  }

  #refused({ item }: Addition, point: Point | undefined): LeftOut | undefined {
    if (!point) return { reason: "point_missing", detail: `that plugin has no point ${item.point}` };
    const { data, max = POINT_ADDITIONS_MAX } = point.item;
    const [issue] = validateForDefaults(data, item.data);
    if (issue)
      return { reason: "data_refused", detail: `${issue.pointer}: found ${issue.found}; allowed: ${issue.allowed}` };
    const mark = markOf(point, item);
    const owner = mark === undefined ? undefined : this.#owners.get(mark);
    if (owner !== undefined) return { reason: "conflict", detail: `${owner} already adds the same entry` };
    if ((this.taken.get(point.qualified)?.length ?? 0) >= max)
      return { reason: "point_full", detail: `${item.point} takes ${max} additions` };
    return undefined;
  }

  #take(addition: Addition, point: Point): void {
    const { qualified, item } = point;
    const data = withDefaults(item.data, { ...addition.item.data });
    const id = point.plugin.id;
    const chars = (this.#chars.get(id) ?? 0) + JSON.stringify(data).length;
    if (chars > ADDITIONS_MAX_CHARS) {
      const detail = `all lists of ${id} together hold at most ${ADDITIONS_MAX_CHARS} characters of JSON`;
      this.leftOut.set(addition.qualified, { reason: "point_full", detail });
      return;
    }
    this.#chars.set(id, chars);
    const mark = markOf(point, addition.item);
    if (mark !== undefined) this.#owners.set(mark, addition.plugin.id);
    this.taken.set(qualified, [...(this.taken.get(qualified) ?? []), { addition, data }]);
  }
}

/** The key of an addition's unique text. Spellings that people take for the same text have the same key. */
function markOf({ qualified, item: { unique } }: Point, { data }: AdditionContribution): string | undefined {
  if (unique === undefined) return undefined;
  return `${qualified} ${String(data[unique]).normalize("NFKC").toLowerCase()}`;
}
