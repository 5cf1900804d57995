import { array, boolean, constantFrom, integer, nat, oneof, option, record, type Arbitrary } from "fast-check";
import { THEME } from "../kernel/world.ts";
import { type Model, type ModelCommand, type ModelPage, livePages, pageIn, versionIn } from "./model.ts";

export const HOUR = 3_600_000;
const IDS = ["one", "two", "three"];
/** All possible paths. The last two are of pages that swap paths with a missing page. */
export const PATHS = ["/", "/a", "/b", "/c", "/x", "/y"];
const CHOSEN_PATHS = 4;

/** A random member action before the state is known. Its numbers are taken modulo the number of existing things. */
export interface Wish {
  readonly what: string;
  readonly page: number;
  readonly number: number;
  readonly words: string;
  /** True for a version off by one, as if the sender had missed the last change. */
  readonly stale: boolean;
  readonly flag: boolean;
}

export type Step =
  | { readonly kind: "command"; readonly wish: Wish; readonly stopAfter: number | null }
  | { readonly kind: "race"; readonly wishes: readonly [Wish, Wish] }
  | { readonly kind: "again"; readonly which: number; readonly otherwise: boolean }
  | {
      readonly kind: "alarm";
      readonly hours: number;
      readonly stopAfter: number | null;
      readonly meanwhile: Wish | null;
    }
  | { readonly kind: "restart" };

const EDITS = [
  "create",
  "create",
  "update",
  "move",
  "delete",
  "add",
  "field",
  "structure",
  "revision",
  "swap",
  "theme",
];
const EVERYTHING = [
  ...EDITS,
  ...EDITS,
  "publish",
  "publish",
  "publish",
  "release",
  "release",
  "schedule",
  "schedule",
  "schedule",
  ...Array.from({ length: 6 }, () => "reschedule"),
  "schedule",
  "cancel",
  "cancel",
  "cancel",
];

const wishFor = (what: readonly string[]): Arbitrary<Wish> =>
  record({
    what: constantFrom(...what),
    page: nat(2),
    number: nat(9),
    words: constantFrom("red", "green", "blue"),
    stale: integer({ min: 0, max: 9 }).map((n) => n === 0),
    flag: boolean(),
  });
const kind = <K extends Step["kind"]>(kind: K) => constantFrom(kind);
const stop = option(nat(40), { freq: 2 });

export const step: Arbitrary<Step> = oneof(
  { weight: 10, arbitrary: record({ kind: kind("command"), wish: wishFor(EVERYTHING), stopAfter: stop }) },
  {
    weight: 2,
    arbitrary: record({
      kind: kind("race"),
      wishes: array(wishFor(EDITS), { minLength: 2, maxLength: 2 }).map(([one, other]) => [one, other] as [Wish, Wish]),
    }),
  },
  { weight: 2, arbitrary: record({ kind: kind("again"), which: nat(20), otherwise: boolean() }) },
  {
    weight: 3,
    arbitrary: record({
      kind: kind("alarm"),
      hours: integer({ min: -1, max: 4 }),
      stopAfter: stop,
      meanwhile: option(wishFor(EDITS), { freq: 3 }),
    }),
  },
  { weight: 1, arbitrary: record({ kind: kind("restart") }) },
);

/** Turns a wish into a command for the current state. */
export function commandFor(model: Model, wish: Wish, now: number): ModelCommand {
  const id = pageFor(model, wish);
  const seen = { page: id, expected: Math.max(1, versionIn(model, id) + (wish.stale ? 1 : 0)) };
  const themed = wish.number === 7 ? { ...seen, expectedTheme: model.schemes.length + (wish.flag ? 1 : 0) } : seen;
  const body = (path: string): ModelPage => ({ path, title: wish.words, sections: [] });
  const sections = pageIn(model, id)?.sections ?? [];
  const section = sections[wish.number % Math.max(1, sections.length)]?.id ?? "none";
  const path = PATHS[wish.number % CHOSEN_PATHS] ?? "/";
  const OF: Record<string, () => ModelCommand> = {
    create: () => ({ name: "page.create", input: { id, body: body(path) } }),
    update: () => ({ name: "page.update", input: { ...themed, changes: { title: `${wish.words} ${wish.number}` } } }),
    move: () => ({ name: "page.update", input: { ...themed, changes: { path }, redirect: wish.flag } }),
    delete: () => ({ name: "page.delete", input: themed }),
    add: () => ({
      name: "section.add",
      input: {
        ...themed,
        section: { type: "test.text/text", fields: { text: wish.words } },
        at: { index: wish.number % 4 },
      },
    }),
    field: () => ({
      name: "section.update",
      input: { ...themed, section, fields: { text: `${wish.words} ${wish.number}` } },
    }),
    structure: () => ({ name: "structure.apply", input: { ...themed, operations: operations(wish, section) } }),
    revision: () => ({
      name: "revision.restore",
      input: { page: id, expected: versionIn(model, id) + (wish.stale ? 1 : 0), version: 1 + (wish.number % 4) },
    }),
    swap: () => ({ name: "documents.write", input: { writes: swap(model, wish) } }),
    theme: () => ({
      name: "theme.put",
      input: {
        expected: model.schemes.length + (wish.stale ? 1 : 0),
        body: { ...THEME, scheme: wish.flag ? "dark" : "light" },
      },
    }),
    publish: () => ({ name: "publish", input: {} }),
    release: () => ({ name: "release.restore", input: { release: 1 + (wish.number % (model.releases.length + 1)) } }),
    schedule: () => ({ name: "schedule.create", input: { at: now + (wish.number % 4) * HOUR } }),
    reschedule: () => ({
      name: "schedule.move",
      input: {
        schedule:
          (wish.stale ? model.schedules[0] : model.schedules.findLast(({ state }) => state === "waiting"))?.id ??
          "none",
        at: now + (wish.number % 9) * HOUR,
      },
    }),
    cancel: () => ({
      name: "schedule.cancel",
      input: { schedule: model.schedules[wish.number % Math.max(1, model.schedules.length)]?.id ?? "none" },
    }),
  };
  return OF[wish.what]?.() ?? { name: "publish", input: {} };
}

/** Chooses mostly an existing page, because most commands would otherwise fail. */
function pageFor(model: Model, { what, page, number }: Wish): string {
  const live = Object.keys(livePages(model));
  const any = IDS[page] ?? "one";
  return number === 9 || what === "create" || what === "revision"
    ? any
    : (live[page % Math.max(1, live.length)] ?? any);
}

function operations({ number, flag }: Wish, section: string): object[] {
  const duplicate = { op: "duplicate", section };
  const move = { op: "move", section, to: { index: number % 3 } };
  const remove = { op: "remove", section };
  return (
    [[duplicate, move], [move], [remove], [duplicate, remove], [remove, duplicate]][(number + (flag ? 1 : 0)) % 5] ?? []
  );
}

/** Swaps the paths of two pages, which share one in between. */
function swap(model: Model, { page: first, stale }: Wish): object[] {
  const [one, other] = [IDS[first % 3] ?? "one", IDS[(first + 1) % 3] ?? "two"];
  const paths: Record<string, string> = {
    [one]: pageIn(model, other)?.path ?? "/x",
    [other]: pageIn(model, one)?.path ?? "/y",
  };
  return [one, other].map((id) => ({
    kind: "page",
    id,
    expected: versionIn(model, id) + (stale ? 1 : 0),
    body: { title: "Swapped", sections: [], ...pageIn(model, id), path: paths[id] },
  }));
}
