/** Judges the links of a possible publication. It follows links inside the site only. */
import { decodedOr, normalPath } from "../../../manifests/shapes/normalPath.ts";
import type { Page } from "../../documents/content/content.ts";
import { type PublicPlace, sitePathAt } from "../../documents/content/languageHosts.ts";
import { groupOf, tagOf } from "../../documents/content/languages.ts";
import { type PageReader, sourceInstead } from "../../documents/content/sourceInstead.ts";
import { type DocumentRef, type Documents, ONLY } from "../../documents/documents.ts";
import { pathOfLink, type RedirectTable } from "../../documents/redirectTable.ts";
import { eachSection } from "../../documents/content/sectionWalk.ts";
import { pathAllowed } from "../../documents/unreachable.ts";
import { UPLOADED } from "../../templates/image.ts";
import { type DraftedPage, draftPages } from "./draftPages.ts";
import type { PublicationView } from "./views.ts";

type Warning = PublicationView["warnings"][number];

/** A fault of a link: its code, and the page that it leads to, if that is known. */
export type LinkFault = Pick<Warning, "code" | "target">;

export interface LinkPlace {
  readonly documents: Documents;
  readonly site: string;
  readonly hostnames: readonly string[];
  /** The hostnames of languages. */
  readonly hosts?: PublicPlace["hosts"];
  /** The moment of the draft that visitors see. */
  readonly shown: number;
  isChosen(ref: DocumentRef): boolean;
  isKept(src: string): boolean;
  /** The content types whose entries have no page. */
  readonly pageless: ReadonlySet<string>;
  /** Tells whether a list of the draft has an address for its further pages. */
  isOfList(address: string): boolean;
  /** The ids of the headings in a page's texts. Undefined if they were not read, because all texts are too long. */
  headingsOf(body: Page): ReadonlySet<string> | undefined;
  /** The HTML of a page that visitors see now. */
  shownHtml(page: string): string | undefined;
}

const PAGE_LINK = /^page:([a-z0-9][a-z0-9-]*)(?:#(.*))?$/s;

/** The last part of a path that names a file, and no page of other software. Plugins and the site itself serve those. */
const FILE = /\.(?!(?:html?|php\d?|aspx?|jsp)$)[A-Za-z0-9]+$/i;

export class LinkCheck {
  readonly #place: LinkPlace;
  readonly #redirects: RedirectTable;
  readonly #read = new Map<string, ReadonlySet<string> | undefined>();

  constructor(place: LinkPlace) {
    this.#place = place;
    const moment = place.isChosen({ kind: "redirects", id: ONLY }) ? undefined : place.shown;
    this.#redirects = place.documents.redirects.table(place.site, moment);
  }

  /** Tells whether a redirect leads on from a path. */
  leadsOn(path: string): boolean {
    return this.#redirects.match(path) !== undefined;
  }

  /** The fault of a link on a page. Undefined for a sound one, and for one to another site. */
  faultOf(link: string, from: string | undefined): LinkFault | undefined {
    if (link.startsWith("#")) return from === undefined ? undefined : this.#anchored(from, link.slice(1));
    const [, page, anchor = ""] = PAGE_LINK.exec(link) ?? [];
    if (page !== undefined) return this.#toPage(page) ?? this.#anchored(page, anchor);
    const path = this.#ownPath(link);
    return path === undefined ? undefined : this.#toPath(path);
  }

  /** The path of a link to this site, also if the link names the site. */
  #ownPath(link: string): string | undefined {
    if (link.startsWith("/")) return link;
    if (!URL.canParse(link)) return undefined;
    const { protocol, hostname, pathname, hash } = new URL(link);
    if (!/^https?:$/.test(protocol) || !this.#place.hostnames.includes(hostname)) return undefined;
    const host = this.#place.hosts?.find((one) => one.hostname === hostname);
    return (host ? sitePathAt(host, pathname) : pathname) + hash;
  }

  #toPath(link: string): LinkFault | undefined {
    const { documents, site, shown, isKept } = this.#place;
    const written = pathOfLink(link);
    if (UPLOADED.test(written)) return isKept(written) ? undefined : { code: "link_broken", target: null };
    const path = normalPath(written);
    if (pathAllowed(path) !== undefined || FILE.test(path) || this.leadsOn(path)) return undefined;
    const [draft, published] = [documents.change(site), shown].map((at) => documents.pageAtPath(site, path, at)?.id);
    const there = [draft, published].find((id) => id !== undefined && this.#bodyOf(id)?.path === path);
    if (there !== undefined) return this.#toPage(there) ?? this.#anchored(there, link.split("#")[1] ?? "");
    if (draft !== undefined) return this.#unseen(draft);
    return this.#place.isOfList(path) ? undefined : this.#toSource(path, link.split("#")[1] ?? "");
  }

  /** The fault of a link to an address where a language may show the source of a page that it lacks. */
  #toSource(path: string, anchor: string): LinkFault | undefined {
    const found = sourceInstead(this.#pages(), path);
    if (found?.is === "translation") return undefined;
    if (found) return this.#anchored(found.page.id, anchor);
    const { documents, site } = this.#place;
    const drafted = sourceInstead(draftPages(documents, site), path);
    return drafted?.is === "source" ? this.#unseen(drafted.page.id) : { code: "link_broken", target: null };
  }

  /** The pages that visitors would see. */
  #pages(): PageReader<DraftedPage> {
    const { documents, site, shown, isChosen } = this.#place;
    const settings = documents.only(
      site,
      "settings",
      isChosen({ kind: "settings", id: ONLY }) ? undefined : shown,
    ).body;
    const idsAt = (path: string): (string | undefined)[] =>
      [documents.change(site), shown].map((at) => documents.pageAtPath(site, path, at)?.id);
    const seen = (id: string): Page | undefined => this.#bodyOf(id);
    return {
      settings,
      at: (path) => {
        const id = idsAt(path).find((one) => one !== undefined && seen(one)?.path === path);
        const body = id === undefined ? undefined : seen(id);
        return id === undefined || !body ? undefined : { id, body };
      },
      languageOf: ({ body }) => tagOf(body, settings),
      group: ({ id, body }) => {
        const { translations } = documents;
        const group = groupOf(id, body);
        const ids = [documents.change(site), shown].flatMap((at) =>
          translations.pages(site, group, at).map((one) => one.id),
        );
        return [...new Set(ids)].flatMap((one) => {
          const page = seen(one);
          return page && groupOf(one, page) === group ? [{ path: page.path, language: tagOf(page, settings) }] : [];
        });
      },
    };
  }

  #toPage(id: string): LinkFault | undefined {
    const body = this.#bodyOf(id);
    if (!body) return this.#unseen(id);
    return this.#place.pageless.has(body.type ?? "")
      ? { code: "link_no_page", target: { id, path: body.path, title: body.title } }
      : undefined;
  }

  #unseen(id: string): LinkFault {
    const draft = this.#place.documents.pageEntry(this.#place.site, id);
    const target = { id, path: draft?.path ?? null, title: draft?.title ?? null };
    return { code: draft ? "link_unpublished" : "link_broken", target };
  }

  /** The body that a page would have for visitors. */
  #bodyOf(id: string): Page | undefined {
    const { documents, site, shown, isChosen } = this.#place;
    return documents.get(site, "page", id, isChosen({ kind: "page", id }) ? undefined : shown)?.body;
  }

  #headings(id: string, body: Page): ReadonlySet<string> | undefined {
    if (!this.#read.has(id)) this.#read.set(id, this.#place.headingsOf(body));
    return this.#read.get(id);
  }

  /** A template may write ids of its own. The published page tells them. */
  #anchored(id: string, anchor: string): LinkFault | undefined {
    const body = this.#bodyOf(id);
    if (anchor === "" || !body) return undefined;
    const wanted = decodedOr(anchor); // Links encode it, and ids do not.
    const isSection = [...eachSection(body.sections)].some(({ section }) => section.id === wanted);
    if (isSection || (this.#headings(id, body)?.has(wanted) ?? true)) return undefined;
    if (this.#place.shownHtml(id)?.includes(` id="${wanted}"`)) return undefined;
    return { code: "anchor_missing", target: { id, path: body.path, title: body.title } };
  }
}
