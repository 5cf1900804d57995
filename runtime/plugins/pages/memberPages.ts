import {
  MEMBER_PAGE_COUNT_MAX,
  MEMBER_PAGE_ROWS,
  MEMBER_PAGE_TEXT_MAX_CHARS,
} from "../../../manifests/bounds/plugins.ts";
import { isObject } from "../../../manifests/json/jsonObject.ts";
import type { MemberPage, MemberPageField, MemberPageList } from "../../../manifests/manifest/memberPage.ts";
import { labelled, translationsFor } from "../../../manifests/packages/labels.ts";
import { Refusal } from "../../../manifests/refusals/refusal.ts";
import { can, type Role } from "../../commands/permissions.ts";
import type { Contribution } from "../../contributions/contribution.ts";
import type { Powers } from "../../powers/powers.ts";
import type { Sites } from "../../tenancy/sites.ts";
import type { PluginShelf } from "../states/shelf.ts";
import type { OfReader } from "../states/readersText.ts";
import { StorageRows } from "../storage/storageRows.ts";
import type { StoredRow } from "../storage/storageUse.ts";
import type { MemberPageEntry, MemberPagesView, MemberPageView, ShownValue } from "./views.ts";

/** The member who reads, by their role. */
export interface MemberPageReader extends OfReader {
  readonly role: Role;
}

export interface MemberPagesWanted extends MemberPageReader {
  readonly onlyWaiting?: boolean | undefined;
}

export interface MemberPageWanted extends MemberPageReader {
  /** `<plugin id>/<name>`. */
  readonly page: string;
  /** The name of a list; the first one if undefined. */
  readonly list?: string | undefined;
  /** The key after which the list goes on. */
  readonly after?: string | undefined;
  /** The key of the only entry wanted, which then has its details, too. */
  readonly entry?: string | undefined;
}

export interface MemberPageParts {
  readonly powers: Powers;
  readonly sites: Sites;
  readonly plugins: PluginShelf;
}

/** Plugins' pages in the editor. They show what a plugin has stored, to members whose role its manifest names. */
export class MemberPages {
  readonly #parts: MemberPageParts;

  constructor(parts: MemberPageParts) {
    this.#parts = parts;
  }

  /**
   * The pages that the role may open, with the number of entries in each list. `onlyWaiting` counts those lists alone
   * whose entries wait for a member, because every page of the editor asks for them.
   */
  all(site: string, { role, language, onlyWaiting = false }: MemberPagesWanted): MemberPagesView {
    const open = this.#pages(site).filter(({ item }) => isOpen(item, role));
    const items = open.map((one) => {
      const { title, description = "", lists } = inLanguage(one, language);
      const rows = this.#rows(site, one);
      const shown = onlyWaiting ? lists.filter((list) => list.counted) : lists;
      const counted = shown.map((list) => ({ ...list, total: rows.count(list.prefix, MEMBER_PAGE_COUNT_MAX) }));
      const waiting = counted.filter((list) => list.counted).map(({ total }) => total);
      return {
        page: one.qualified,
        plugin: one.plugin.id,
        title,
        description,
        lists: counted.map((list) => ({ title: list.title, total: list.total })),
        waiting: waiting.length === 0 ? null : waiting.reduce((sum, total) => sum + total, 0),
      };
    });
    return { items };
  }

  /** One list of a page, or one entry. Throws a `Refusal` if there is none, or not for this role. */
  one(site: string, { page, role, language, list: name, after, entry }: MemberPageWanted): MemberPageView {
    const found = this.#pages(site).find(({ qualified }) => qualified === page);
    if (!found) throw new Refusal("NOT_FOUND", { page });
    const { access } = found.item;
    if (!isOpen(found.item, role)) throw new Refusal("FORBIDDEN", { permission: access });
    const { title, description = "", lists, columns, details = [], actions = [] } = inLanguage(found, language);
    const list = name === undefined ? lists[0] : lists.find((one) => one.name === name);
    if (!list) throw new Refusal("NOT_FOUND", { page });
    const rows = this.#rows(site, found);
    const { shown, next } = entry === undefined ? listedRows(rows, list, after) : onlyRow(rows, list, entry);
    const fields = entry === undefined ? columns : [...columns, ...details];
    const most = entry === undefined ? MEMBER_PAGE_TEXT_MAX_CHARS : Number.POSITIVE_INFINITY;
    return {
      page,
      plugin: found.plugin.id,
      title,
      description,
      lists: lists.map((one) => ({
        name: one.name,
        title: one.title,
        total: rows.count(one.prefix, MEMBER_PAGE_COUNT_MAX),
      })),
      list: list.name,
      columns: columns.map((column) => column.title),
      entries: shown.map((row) => entryOf(row, fields, most)),
      next,
      actions: actions
        .filter(({ lists: on }) => on === undefined || on.includes(list.name))
        .map((action) => ({
          name: action.name,
          title: action.title,
          path: routePath(found, action.route),
          asks: action.asks ?? null,
        })),
    };
  }

  #pages(site: string): readonly Contribution<MemberPage>[] {
    const { sites, plugins } = this.#parts;
    sites.get(site);
    return plugins.forSite(site).resolution.active.flatMap((plugin) =>
      (plugin.plugin.manifest.contributes.pages ?? []).map((item) => ({
        plugin,
        item,
        qualified: `${plugin.id}/${item.name}`,
      })),
    );
  }

  #rows(site: string, { plugin }: Contribution<MemberPage>): StorageRows {
    return new StorageRows(this.#parts.powers.sql, site, plugin.id);
  }
}

const isOpen = ({ access }: MemberPage, role: Role): boolean =>
  access !== "public" && (access === "member" || can(role, access));

const inLanguage = ({ item, plugin }: Contribution<MemberPage>, language: string | undefined): MemberPage =>
  language === undefined ? item : labelled(item, translationsFor(plugin.plugin.files, language));

const routePath = ({ plugin }: Contribution<MemberPage>, name: string): string =>
  plugin.plugin.manifest.contributes.routes?.find((route) => route.name === name)?.path ?? "/";

interface Found {
  readonly shown: readonly StoredRow[];
  readonly next: string | null;
}

function listedRows(rows: StorageRows, { prefix, order = "last" }: MemberPageList, after: string | undefined): Found {
  const limit = MEMBER_PAGE_ROWS + 1;
  const found =
    order === "last"
      ? rows.before({ prefix, before: after, limit })
      : rows.within({ prefix, ...(after === undefined ? {} : { after }), limit });
  const shown = found.slice(0, MEMBER_PAGE_ROWS);
  return { shown, next: found.length > shown.length ? (shown.at(-1)?.key ?? null) : null };
}

/** An entry that another member has moved or deleted is not found. */
function onlyRow(rows: StorageRows, { prefix }: MemberPageList, key: string): Found {
  const shown = key.startsWith(prefix) ? rows.find(key) : [];
  if (shown.length === 0) throw new Refusal("NOT_FOUND", { id: key });
  return { shown, next: null };
}

function entryOf({ key, value }: StoredRow, fields: readonly MemberPageField[], most: number): MemberPageEntry {
  const stored: unknown = JSON.parse(value);
  const values = fields.map(({ field, title, as = "text" }): ShownValue => {
    const value = isObject(stored) && Object.hasOwn(stored, field) ? stored[field] : null;
    return { field, title, as, value: shownAs(value, most) };
  });
  return { key, values };
}

const cut = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most).toWellFormed().trimEnd()}…` : text;

function shownAs(value: unknown, most: number): ShownValue["value"] {
  if (typeof value === "string") return cut(value, most);
  if (typeof value === "number" || typeof value === "boolean" || value === null) return value;
  return cut(JSON.stringify(value) ?? "", most);
}
