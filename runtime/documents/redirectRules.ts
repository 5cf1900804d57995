import { REDIRECT_TABLES_KEPT_RULES, REDIRECTS_EDITED_MAX } from "../../manifests/bounds/documents.ts";
import { WeighedMap } from "../../manifests/memory/weighedMap.ts";
import type { DocumentKind, Redirect, Redirects } from "./content/content.ts";
import { LATEST_CHANGE } from "./content/forever.ts";
import { RedirectTable } from "./redirectTable.ts";

type Ref = { readonly kind: DocumentKind; readonly id: string };

/** The part of all documents that tells about redirects. */
interface StoredRules {
  stampAt(site: string, ref: Ref, at: number): string | undefined;
  get(site: string, kind: "redirects", id: string, at: number): { readonly body: Redirects } | undefined;
}

interface KeptTable extends Redirects {
  readonly table: RedirectTable;
}

const REF = { kind: "redirects", id: "site" } as const;
const NONE: Redirects = { entries: [] };

/** The redirects of a site at moments, as tables for lookup. Moments with the same redirects share one table. */
export class RedirectRules {
  readonly #documents: StoredRules;
  readonly #tables = new WeighedMap<string, KeptTable>(REDIRECT_TABLES_KEPT_RULES, ({ entries }) => entries.length + 1);
  /** The stamp of the table of each site that was wanted last. */
  readonly #last = new Map<string, string>();

  constructor(documents: StoredRules) {
    this.#documents = documents;
  }

  /** Names the redirects at a moment among all that the workspace ever stored. */
  stamp(site: string, at = LATEST_CHANGE): string {
    return `${site} ${this.#documents.stampAt(site, REF, at) ?? ""}`;
  }

  body(site: string, at = LATEST_CHANGE): Redirects {
    return this.#documents.get(site, REF.kind, REF.id, at)?.body ?? NONE;
  }

  /** The table at a moment. Default: the draft's. `read` is the body at that moment, if the caller has it. */
  table(site: string, at = LATEST_CHANGE, read?: Redirects): RedirectTable {
    const stamp = this.stamp(site, at);
    const known = this.#tables.get(stamp)?.table;
    const table = known ?? this.#made(site, stamp, read ?? this.body(site, at));
    this.#last.set(site, stamp);
    return table;
  }

  /** The table of a draft that may come after the one whose table was wanted last. It is not kept, as nobody may want it. */
  tableOf(site: string, body: Redirects): RedirectTable {
    return this.#nearly(site, body) ?? new RedirectTable(body);
  }

  #made(site: string, stamp: string, body: Redirects): RedirectTable {
    const table = this.#nearly(site, body) ?? new RedirectTable(body);
    this.#tables.set(stamp, { table, entries: body.entries });
    return table;
  }

  /** A table made of the last one, if few rules differ. Rules that a change leaves alone are the same objects. */
  #nearly(site: string, { entries }: Redirects): RedirectTable | undefined {
    const last = this.#tables.get(this.#last.get(site) ?? "");
    if (!last) return undefined;
    const { removed, added, isReordered } = differingRules(last.entries, entries);
    if (isReordered && last.table.isOrdered) return undefined;
    const differing = removed.length + added.length;
    return differing > REDIRECTS_EDITED_MAX ? undefined : last.table.with(removed, added);
  }
}

/** The rules that only one of two lists has. */
export interface RuleChanges {
  readonly removed: readonly Redirect[];
  readonly added: readonly Redirect[];
  /** True if the rules of both lists come in another order. */
  readonly isReordered: boolean;
}

/** Compares two lists of rules by their objects. Rules in the same order cost one comparison each. */
export function differingRules(before: readonly Redirect[], after: readonly Redirect[]): RuleChanges {
  let start = 0;
  while (start < before.length && before[start] === after[start]) start += 1;
  let end = 0;
  const most = Math.min(before.length, after.length) - start;
  while (end < most && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  const [was, is] = [before.slice(start, before.length - end), after.slice(start, after.length - end)];
  const [had, has] = [new Set(was), new Set(is)];
  const stayed = is.filter((rule) => had.has(rule));
  return {
    removed: was.filter((rule) => !has.has(rule)),
    added: is.filter((rule) => !had.has(rule)),
    isReordered: was.filter((rule) => has.has(rule)).some((rule, index) => rule !== stayed[index]),
  };
}
