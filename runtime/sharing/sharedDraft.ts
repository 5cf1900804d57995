import { actorNamed } from "../area/actor.ts";
import type { MemberLanguages } from "../commands/memberLanguages.ts";
import { can } from "../commands/permissions.ts";
import { groupOf, tagOf } from "../documents/content/languages.ts";
import { sourceInstead } from "../documents/content/sourceInstead.ts";
import { pathOfPage } from "../documents/lists/pagelessTypes.ts";
import type { StoredDocument } from "../documents/documents.ts";
import { type Draft, draftRedirect } from "../editing/draft.ts";
import { guestBanner, guestPolicy, type GuestThread } from "../editing/showing/guestBanner.ts";
import { draftView } from "../editing/showing/moment.ts";
import type { PluginShelf } from "../plugins/states/shelf.ts";
import type { Releases } from "../publishing/releases/releases.ts";
import type { RoleOf } from "../publishing/scheduleRunner.ts";
import type { SiteView, TranslatedPage } from "../rendering/renderer.ts";
import { ANSWER_HEADERS } from "../serving/answerHeaders.ts";
import type { PublishedAnswer } from "../serving/publishedAnswer.ts";
import { pagesOfView, unlisted, withNotice } from "../serving/sourceShown.ts";
import { Pinned, type PinnedParts, stylesheetPath } from "../snapshots/pinned.ts";
import { dataVisitorsSee } from "../snapshots/preview.ts";
import type { SectionDataStore } from "../snapshots/store.ts";
import type { Sites } from "../tenancy/sites.ts";
import { asciiAddress, pathOfAddress } from "../../manifests/shapes/normalPath.ts";
import type { ShareLink, ShareLinks } from "./links.ts";
import type { OpenedLink } from "./sharingApi.ts";

export interface SharedDraftParts extends PinnedParts {
  readonly sites: Sites;
  readonly plugins: PluginShelf;
  readonly releases: Releases;
  readonly sectionData: SectionDataStore;
  readonly draft: Draft;
  readonly memberLanguages: Pick<MemberLanguages, "of">;
  readonly roleOf: RoleOf | undefined;
  readonly shareLinks: ShareLinks;
  readonly guestThreads: GuestThreads;
}

/** Reads the remarks on a page that were made under a share link, with their answers. */
export type GuestThreads = (site: string, link: string, page: string) => readonly GuestThread[];

/** The pages that a link shows among the published ones. */
interface SharedPages {
  readonly chosen: ReadonlySet<string>;
  /** True if the link shows pages for readers, too. */
  readonly readers: boolean;
  /** Reads the remarks on a page. Undefined if guests may leave none. */
  readonly remarks: ((page: string) => readonly GuestThread[]) | undefined;
}

interface RemarkablePage {
  readonly link: string;
  readonly page: StoredDocument<"page">;
}

interface PreparedRelease {
  readonly release: number;
  readonly pinned: Pinned;
}

/** Answers what a person with a share link sees of a site. */
export class SharedDraft {
  readonly #parts: SharedDraftParts;
  /** The release of each site, prepared for rendering. */
  readonly #publishedOf = new Map<string, PreparedRelease>();

  constructor(parts: SharedDraftParts) {
    this.#parts = parts;
  }

  /** Counts that a browser opens a link. Null for a link that has ended or shows nothing. */
  async open(site: string, secret: string): Promise<OpenedLink | null> {
    const link = await this.#findLink(site, secret);
    if (!link) return null;
    const path = this.#firstPath(site, link);
    if (path === undefined) return null;
    this.#parts.shareLinks.countOpening(site, link);
    return { path, forMs: link.endsAt - this.#parts.powers.now() };
  }

  #firstPath(site: string, { pages, readers }: ShareLink): string | undefined {
    if (!pages) return "/";
    if (this.#parts.sites.get(site).release === 0) return undefined;
    return pages.map((id) => this.#visible(site, id, readers)?.body.path).find((path) => path !== undefined);
  }

  /** Answers a path of the site. Null if the link does not show it, and visitors' content is meant. */
  async answer(site: string, secret: string, path: string): Promise<PublishedAnswer | null> {
    const link = await this.#findLink(site, secret);
    if (!link) return null;
    const { pages, readers } = link;
    const remarks = link.remarks ? (page: string) => this.#parts.guestThreads(site, link.id, page) : undefined;
    if (pages) return this.#amongPublished(site, { remarks, readers, chosen: new Set(pages) }, pathOfAddress(path));
    return this.#isKept(site, path, readers)
      ? null
      : this.#parts.draft.answer(site, path, { guest: true, readers, remarks });
  }

  /** Tells whether the draft has a page for readers at a path that the link does not show. */
  #isKept(site: string, path: string, readers: boolean): boolean {
    const { documents } = this.#parts;
    return (
      !readers && documents.pageAtPath(site, pathOfAddress(path), documents.change(site))?.body.audience !== undefined
    );
  }

  /** The page at a path of the draft on which a guest may leave a remark, and the link. Undefined if there is none. */
  async remarkable(site: string, secret: string, path: string): Promise<RemarkablePage | undefined> {
    const link = await this.#findLink(site, secret);
    if (!link?.remarks) return undefined;
    const { documents } = this.#parts;
    const page = documents.pageAtPath(site, pathOfAddress(path), documents.change(site));
    const isShown = page && (link.pages?.includes(page.id) ?? true) && this.#visible(site, page.id, link.readers);
    return isShown ? { link: link.id, page } : undefined;
  }

  /** The link of a secret, while its maker may still make one. */
  async #findLink(site: string, secret: string): Promise<ShareLink | undefined> {
    const { powers, sites, shareLinks, memberLanguages, roleOf } = this.#parts;
    const link = shareLinks.ofDigest(site, await powers.digest(secret));
    const maker = link && actorNamed(link.madeBy);
    if (!maker || memberLanguages.of(site, maker)) return undefined;
    if (!roleOf) return link;
    const role = await roleOf({ tenant: sites.get(site).tenant, site, identity: maker.id });
    return role && can(role, "content.publish") ? link : undefined;
  }

  #page(site: string, id: string): StoredDocument<"page"> | undefined {
    return this.#parts.documents.get(site, "page", id);
  }

  /**
   * A page of the draft that visitors would have, and no entry that lives in lists alone. One for readers only if the
   * link shows such pages.
   */
  #visible(site: string, id: string, readers: boolean): StoredDocument<"page"> | undefined {
    const page = this.#page(site, id);
    const isShown = pathOfPage(page?.body, this.#parts.documents.pageless.at(site)) !== undefined;
    return isShown && (readers || !page?.body.audience) ? page : undefined;
  }

  /** Shows chosen pages of the draft. Menus, lists and theme are the published ones, so no other draft is seen. */
  async #amongPublished(site: string, shared: SharedPages, path: string): Promise<PublishedAnswer | null> {
    const pinned = await this.#published(site);
    if (!pinned) return null;
    if (path === stylesheetPath(pinned.stylesheet.digest)) return stylesheet(pinned.stylesheet.css);
    const view = this.#withPages(pinned, shared);
    const page = this.#chosenAt(site, shared, path);
    return page ? this.#rendered(pinned, view, page, shared) : this.#sourceInstead(pinned, view, shared, path);
  }

  #chosenAt(site: string, { chosen, readers }: SharedPages, path: string): StoredDocument<"page"> | undefined {
    const { documents } = this.#parts;
    const page = documents.pageAtPath(site, path, documents.change(site));
    return page && chosen.has(page.id) ? this.#visible(site, page.id, readers) : undefined;
  }

  /** A chosen page that a language shows in place of a translation. Null if visitors' content is meant. */
  #sourceInstead(pinned: Pinned, view: SiteView, shared: SharedPages, path: string): PublishedAnswer | null {
    const { site } = pinned.site;
    const { documents } = this.#parts;
    const publishedAt = (at: string) => documents.pageAtPath(site, at, pinned.change);
    if (publishedAt(path)) return null;
    const found = sourceInstead(
      pagesOfView(view, (at) => this.#chosenAt(site, shared, at)),
      path,
    );
    if (found?.is !== "source") return found ? draftRedirect(asciiAddress(found.path)) : null;
    const answer = this.#rendered(pinned, view, unlisted(found.page), shared);
    return { ...answer, body: withNotice(answer.body ?? "", found.tag) };
  }

  /** The published site, in which links between the chosen pages lead to their paths in the draft. */
  #withPages(pinned: Pinned, { chosen, readers }: SharedPages): SiteView {
    const { view, site } = pinned;
    const drafted = (id: string): StoredDocument<"page"> | undefined =>
      chosen.has(id) ? this.#visible(site.site, id, readers) : undefined;
    const { translations } = view;
    return {
      ...draftView(pinned),
      link: (id) => drafted(id)?.body.path ?? view.link(id),
      ...(translations && {
        translations: (id: string) =>
          withDrafts(
            pinned,
            translations(id),
            id,
            [...chosen].flatMap((one) => drafted(one) ?? []),
          ),
      }),
    };
  }

  #rendered(
    pinned: Pinned,
    site: SiteView,
    { id, version, body }: StoredDocument<"page">,
    { remarks }: SharedPages,
  ): PublishedAnswer {
    const { html, frames } = pinned.plugins.renderer.page({
      id,
      version,
      page: body,
      site,
      mode: "published",
      banner: guestBanner(tagOf(body, site.settings), remarks && { path: body.path, threads: remarks(id) }),
      data: dataVisitorsSee(this.#parts.sectionData, pinned, id, body),
    });
    const policy = { "Content-Security-Policy": guestPolicy(frames.join(" ")) };
    return { status: 200, body: html, headers: { ...ANSWER_HEADERS.draftPage, ...policy } };
  }

  /** The published site at the time of its release, so that lists show what visitors see. */
  async #published(site: string): Promise<Pinned | undefined> {
    const { sites, plugins, releases } = this.#parts;
    const row = sites.get(site);
    const release = releases.find(site, row.release);
    if (!release) return undefined;
    const present = plugins.forSite(site, release.change);
    const known = this.#publishedOf.get(site);
    if (known?.release === release.id && known.pinned.site.origin === row.origin && known.pinned.plugins === present)
      return known.pinned;
    const pinned = await Pinned.at(this.#parts, present, row, release.change, release.createdAt);
    this.#publishedOf.set(site, { release: release.id, pinned });
    return pinned;
  }
}

/** The published pages of a group, with the chosen ones as the draft has them, also those that are new. */
function withDrafts(
  pinned: Pinned,
  published: readonly TranslatedPage[],
  id: string,
  drafts: readonly StoredDocument<"page">[],
): readonly TranslatedPage[] {
  const { settings } = pinned.view;
  const asked = drafts.find((one) => one.id === id);
  const group = asked ? groupOf(id, asked.body) : pinned.group(id);
  const chosen = drafts.filter((one) => groupOf(one.id, one.body) === group);
  const others = published.filter((one) => !drafts.some((draft) => draft.id === one.id));
  const known = new Map(published.map((one) => [one.id, one]));
  return [
    ...others,
    ...chosen.map(({ id: page, body: { path, title, ...body } }) => ({
      id: page,
      path,
      title,
      language: tagOf(body, settings),
      isListed: known.get(page)?.isListed ?? false,
      isToCome: known.get(page)?.isToCome ?? false,
    })),
  ];
}

const stylesheet = (css: string): PublishedAnswer => ({
  status: 200,
  body: css,
  headers: { ...ANSWER_HEADERS.draftFile, "Content-Type": "text/css; charset=utf-8" },
});
