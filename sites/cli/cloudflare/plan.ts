/**
 * Compares the wanted parts of a profile's deployment with the prepared set. This file is pure; its text and JSON forms
 * only show the plan.
 */
import { type Fact, factsOf } from "./descriptor/facts.ts";
import type { Config } from "./descriptor/config.ts";

export type Sign = "+" | "~" | "-" | "=";

export interface PlanRow {
  readonly sign: Sign;
  /** The worker's name, or "account" for resources that several workers share. */
  readonly of: string;
  readonly kind: string;
  readonly name: string;
  readonly target: string;
  /** The prepared value, if the wanted one differs. */
  readonly was?: string;
  /** True if the part needs the provider's paid plan. */
  readonly isPaid: boolean;
}

export interface Planned {
  readonly name: string;
  readonly config: Config;
  /** SHA-256 of the bundle; undefined if it is not built. */
  readonly code?: string | undefined;
  /** SHA-256 of the static files' list with their digests; undefined if the worker has none. */
  readonly assets?: string | undefined;
}

/** The wanted and the prepared configurations, and the migrations. */
export interface PlanInput {
  readonly wanted: readonly Planned[];
  readonly prepared: readonly Planned[];
  readonly migrations: { readonly wanted: readonly string[]; readonly prepared: readonly string[] };
}

/** Kinds of fact that name an account resource. The resource must exist before the worker that binds it. */
const RESOURCES: Readonly<Record<string, string>> = {
  d1: "database",
  kv_namespace: "namespace",
  r2_bucket: "bucket",
  queue: "queue",
  consumer: "queue",
  dispatch_namespace: "dispatch namespace",
};

/** Kinds that the provider offers only with its paid plan. */
const PAID = new Set(["worker_loader", "dispatch_namespace", "dispatch namespace"]);

/** The order in which a deployment creates account resources. */
const ACCOUNT_ORDER = ["queue", "bucket", "namespace", "database", "migration file", "dispatch namespace"];

interface Item extends Fact {
  readonly of: string;
}

const keyOf = ({ of, kind, name }: Item): string => `${of}\n${kind}\n${name}`;

/** The name of the resource. For a consumer this is the fact's name, for every other binding its target. */
const resourceName = ({ kind, name, target }: Fact): string => (kind === "consumer" ? name : target);

function resources(workers: readonly Planned[]): Item[] {
  const found = workers.flatMap(({ config }) => factsOf(config)).filter(({ kind }) => kind in RESOURCES);
  const named = found.map((fact) => ({
    of: "account",
    kind: RESOURCES[fact.kind] ?? "",
    name: resourceName(fact),
    target: "",
  }));
  const unique = new Map(named.map((item) => [keyOf(item), item]));
  return [...unique.values()].toSorted((a, b) => ACCOUNT_ORDER.indexOf(a.kind) - ACCOUNT_ORDER.indexOf(b.kind));
}

const built = (of: string, kind: string, name: string, digest: string | undefined): Item[] =>
  digest === undefined ? [] : [{ of, kind, name, target: `sha256 ${digest.slice(0, 12)}` }];

const builtOf = ({ name, code, assets }: Planned): Item[] => [
  ...built(name, "code", "bundle", code),
  ...built(name, "static files", "editor", assets),
];

const itemsOf = (workers: readonly Planned[], migrations: readonly string[]): Item[] => [
  ...resources(workers),
  ...migrations.map((name) => ({ of: "account", kind: "migration file", name, target: "" })),
  ...workers.flatMap((worker) => [
    { of: worker.name, kind: "worker", name: worker.name, target: "" },
    ...builtOf(worker),
    ...factsOf(worker.config).map((fact) => ({ of: worker.name, ...fact })),
  ]),
];

function signOf(before: Item | undefined, after: Item | undefined): Sign {
  if (!before) return "+";
  if (!after) return "-";
  return before.target === after.target ? "=" : "~";
}

/** All facts of both sides in the order of deployment. Facts that only the prepared set has come last. */
export function planOf({ wanted, prepared, migrations }: PlanInput): readonly PlanRow[] {
  const before = new Map(itemsOf(prepared, migrations.prepared).map((item) => [keyOf(item), item]));
  const after = new Map(itemsOf(wanted, migrations.wanted).map((item) => [keyOf(item), item]));
  const keys = [...new Set([...after.keys(), ...before.keys()])];
  return keys.flatMap((key) => {
    const [was, is] = [before.get(key), after.get(key)];
    const shown = is ?? was;
    if (!shown) return [];
    const sign = signOf(was, is);
    return [{ ...shown, sign, ...(sign === "~" ? { was: was?.target ?? "" } : {}), isPaid: PAID.has(shown.kind) }];
  });
}

export type Counts = Readonly<Record<Sign, number>>;

export const countsOf = (rows: readonly PlanRow[]): Counts => {
  const count = (sign: Sign): number => rows.filter((row) => row.sign === sign).length;
  return { "+": count("+"), "~": count("~"), "-": count("-"), "=": count("=") };
};

export const isChange = ({ "+": added, "~": changed, "-": removed }: Counts): boolean => added + changed + removed > 0;
