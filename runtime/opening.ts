import { joinTo } from "../manifests/joinedTables.ts";
import type { Needs, ReadMode } from "./area/area.ts";
import type { Chore } from "./area/chore.ts";
import type { Command, CommandTable } from "./area/command.ts";

type Maker = { make(from: object): Command<unknown, unknown> }["make"];

/** An area without its types. Its `needs` decide what it gets. */
export interface OpenedArea {
  readonly needs: Needs;
  open(from: object): object;
  readonly commands?: CommandTable | undefined;
  readonly makers?: Readonly<Record<string, Maker>> | undefined;
  readonly reads?: Readonly<Record<string, { readonly mode: ReadMode }>> | undefined;
  chores?(from: object): readonly Chore[];
  tidy?(from: object, now: number): void;
}

/** The view of each area: exactly the needs that it names. */
export type Views = ReadonlyMap<OpenedArea, object>;

/**
 * Opens the areas, the lowest first, and adds their offers to the deployment's parts. `complete` adds parts that need
 * all areas open. A view resolves names lazily, because some belong to higher areas. Throws if two of them offer one
 * name, because nothing could say which of the two an area gets.
 */
export function openAreas<Everything extends object>(
  areas: readonly OpenedArea[],
  given: object,
  complete: (open: Everything) => object,
): { readonly all: Everything; readonly views: Views } {
  const all: Record<string, unknown> = { ...given };
  const views = new Map<OpenedArea, object>();
  for (const area of areas) {
    const view = {};
    views.set(area, view);
    for (const name of Object.keys(area.needs))
      Object.defineProperty(view, name, { configurable: true, enumerable: true, get: () => known(all, name) });
    joinTo(all, "offer", area.open(view));
  }
  joinTo(all, "offer", complete(all as Everything));
  for (const [{ needs }, view] of views) {
    for (const name of Object.keys(needs))
      Object.defineProperty(view, name, { enumerable: true, value: known(all, name) });
    Object.freeze(view);
  }
  return { all: all as Everything, views };
}

function known(all: Readonly<Record<string, unknown>>, name: string): unknown {
  if (!Object.hasOwn(all, name)) throw new Error(`nothing offers ${name} yet`);
  return all[name];
}
