import { MEMBER_PAGE_COUNT_MAX, MEMBER_PAGE_TEXT_MAX_CHARS } from "../../../manifests/bounds/plugins.ts";
import type { MemberPage, MemberPageList } from "../../../manifests/manifest/memberPage.ts";
import type { Contributes } from "../../../manifests/manifest/manifest.ts";
import { labelled, translationsFor } from "../../../manifests/packages/labels.ts";
import { Refusal } from "../../../manifests/refusals/refusal.ts";
import { can, type Role } from "../../commands/permissions.ts";
import type { Contribution } from "../../contributions/contribution.ts";
import type { Powers } from "../../powers/powers.ts";
import type { Sites } from "../../tenancy/sites.ts";
import type { PluginShelf } from "../states/shelf.ts";
import type { OfReader } from "../states/readersText.ts";
import { StorageRows } from "../storage/storageRows.ts";
import { entryOf } from "./entries.ts";
import { type MemberPagePart, pagePart } from "./pageCsv.ts";
import { formsAt } from "./pageForms.ts";
import { listedRows, onlyRow, soughtRows } from "./rowsOfList.ts";
import type { MemberPagesView, MemberPageView } from "./views.ts";

/** The member who reads, by their role. */
export interface MemberPageReader extends OfReader {
  readonly role: Role;
}

export interface MemberPagesWanted extends MemberPageReader {
  readonly onlyWaiting?: boolean | undefined;
}

interface ListWanted extends MemberPageReader {
  /** `<plugin id>/<name>`. */
  readonly page: string;
  /** The name of a list; the first one if undefined. */
  readonly list?: string | undefined;
  /** The key after which the list goes on. */
  readonly after?: string | undefined;
}

export interface MemberPageWanted extends ListWanted {
  /** Shows the entries alone whose values hold this text. */
  readonly text?: string | undefined;
  /** The key of the only entry wanted, which then has its details, too. */
  readonly entry?: string | undefined;
}

type Route = NonNullable<Contributes["routes"]>[number];

interface Opened {
  readonly found: Contribution<MemberPage>;
  /** The page with its texts in the reader's language. */
  readonly page: MemberPage;
  readonly list: MemberPageList;
  readonly rows: StorageRows;
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
  one(site: string, wanted: MemberPageWanted): MemberPageView {
    const { list, rows, found, page } = this.#opened(site, wanted);
    const { text, after, entry } = wanted;
    const { title, description = "", lists, columns, details = [] } = page;
    const all = [...columns, ...details];
    const { shown, next } =
      entry !== undefined
        ? onlyRow(rows, list, entry)
        : text === undefined
          ? listedRows(rows, list, after)
          : soughtRows(rows, list, after, { text, fields: all });
    const [fields, most] =
      entry === undefined ? [columns, MEMBER_PAGE_TEXT_MAX_CHARS] : [all, Number.POSITIVE_INFINITY];
    const routeOf = routesOf(found, wanted.language);
    return {
      page: wanted.page,
      plugin: found.plugin.id,
      title,
      description,
      lists: lists.map((one) => ({
        name: one.name,
        title: one.title,
        total: rows.count(one.prefix, MEMBER_PAGE_COUNT_MAX),
      })),
      list: list.name,
      look: list.look ?? "table",
      columns: columns.map((column) => column.title),
      entries: shown.map((row) => entryOf(row, fields, most)),
      next,
      actions: (page.actions ?? [])
        .filter(({ lists: on }) => on === undefined || on.includes(list.name))
        .map((action) => ({
          name: action.name,
          title: action.title,
          path: routeOf(action.route)?.path ?? "/",
          asks: action.asks ?? null,
        })),
      forms: formsAt({ page, list, row: entry === undefined ? undefined : shown[0], routeOf }),
    };
  }

  /** A part of one list as CSV. The first has the header. */
  export(site: string, wanted: ListWanted): MemberPagePart {
    const { list, rows, page } = this.#opened(site, wanted);
    const { columns, details = [] } = page;
    return pagePart({
      rows,
      list,
      fields: [...columns, ...details],
      after: wanted.after,
      timestamp: (ms) => this.#parts.powers.timestamp(ms),
    });
  }

  /** A page and one of its lists, for a member whose role may open it. */
  #opened(site: string, { page: wanted, role, language, list: name }: ListWanted): Opened {
    const found = this.#pages(site).find(({ qualified }) => qualified === wanted);
    if (!found) throw new Refusal("NOT_FOUND", { page: wanted });
    if (!isOpen(found.item, role)) throw new Refusal("FORBIDDEN", { permission: found.item.access });
    const page = inLanguage(found, language);
    const list = name === undefined ? page.lists[0] : page.lists.find((one) => one.name === name);
    if (!list) throw new Refusal("NOT_FOUND", { page: wanted });
    return { found, page, list, rows: this.#rows(site, found) };
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

/** The plugin's routes by name, with the titles of their fields in the reader's language. */
function routesOf({ plugin }: Contribution<MemberPage>, language: string | undefined) {
  const { manifest, files } = plugin.plugin;
  const labels = language === undefined ? undefined : translationsFor(files, language);
  return (name: string): Route | undefined => {
    const route = manifest.contributes.routes?.find((one) => one.name === name);
    return route && labelled(route, labels);
  };
}
