import { REDIRECT_TABLES_KEPT_RULES } from "../../manifests/bounds/documents.ts";
import { WeighedMap } from "../../manifests/memory/weighedMap.ts";
import type { DocumentKind, Redirects } from "./content/content.ts";
import { LATEST_CHANGE } from "./content/forever.ts";
import { RedirectTable } from "./redirectTable.ts";

type Ref = { readonly kind: DocumentKind; readonly id: string };

/** The part of all documents that tells about redirects. */
interface StoredRules {
  stampAt(site: string, ref: Ref, at: number): string | undefined;
  get(site: string, kind: "redirects", id: string, at: number): { readonly body: Redirects } | undefined;
}

interface KeptTable {
  readonly table: RedirectTable;
  readonly rules: number;
}

const REF = { kind: "redirects", id: "site" } as const;
const NONE: Redirects = { entries: [] };

/** The redirects of a site at moments, as tables for lookup. Moments with the same redirects share one table. */
export class RedirectRules {
  readonly #documents: StoredRules;
  readonly #tables = new WeighedMap<string, KeptTable>(REDIRECT_TABLES_KEPT_RULES, ({ rules }) => rules + 1);

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

  /** The table at a moment. Default: the draft's. */
  table(site: string, at = LATEST_CHANGE): RedirectTable {
    const stamp = this.stamp(site, at);
    const known = this.#tables.get(stamp)?.table;
    if (known) return known;
    const body = this.body(site, at);
    const table = new RedirectTable(body);
    this.#tables.set(stamp, { table, rules: body.entries.length });
    return table;
  }
}
