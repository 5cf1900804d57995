import { asciiAddress, pathOfAddress } from "../../manifests/shapes/normalPath.ts";
import { Refusal } from "../../manifests/refusals/refusal.ts";
import { type PlacedPart, furtherAddress, furtherParts } from "../../manifests/shapes/furtherAddress.ts";
import type { Page, Theme } from "../documents/content/content.ts";
import type { History } from "../documents/history.ts";
import type { GatheringParts } from "../snapshots/gathering.ts";
import { DataPreview, dataVisitorsSee } from "../snapshots/preview.ts";
import type { Documents, StoredDocument } from "../documents/documents.ts";
import { NOT_FOUND_PATH, isNotFoundPath, languageAt, tagOf, withPrefix } from "../documents/content/languages.ts";
import { type Pinned, stylesheetPath } from "../snapshots/pinned.ts";
import type { PluginShelf } from "../plugins/states/shelf.ts";
import type { Releases } from "../publishing/releases/releases.ts";
import type { Sites } from "../tenancy/sites.ts";
import type { Powers } from "../powers/powers.ts";
import { pagePolicy, withoutScripts } from "../rendering/pagePolicy.ts";
import type { PageData, PageInput, SiteView } from "../rendering/renderer.ts";
import { draftUnder } from "../serving/editMarker.ts";
import { ANSWER_HEADERS } from "../serving/answerHeaders.ts";
import type { PublishedAnswer } from "../serving/publishedAnswer.ts";
import { localized } from "../rendering/localized.ts";
import { fileViewOf } from "../serving/fileView.ts";
import { fileOfLanguage } from "../serving/languages/languageFiles.ts";
import { releaseAsset } from "../serving/releaseAssets.ts";
import { notFoundPage } from "../serving/notFoundPage.ts";
import { sourceInstead } from "../documents/content/sourceInstead.ts";
import { pagesOfView, unlisted, withNotice } from "../serving/sourceShown.ts";
import { RedirectTable } from "../documents/redirectTable.ts";
import { guestBanner, guestPolicy, type GuestThread, viewerBanner } from "./showing/guestBanner.ts";
import { type DraftMoment, draftView } from "./showing/moment.ts";

export interface DraftOptions {
  /** True if the browser requested the draft in a frame of its own origin. */
  readonly framed?: boolean | undefined;
  /** A theme to try instead of the draft's. Ignored if no active plugin has it. */
  readonly theme?: string | null | undefined;
  /** True for a person without an account. They see the pages as visitors would, and no plugin is called for them. */
  readonly guest?: boolean | undefined;
  /** True for a guest whose link shows pages for readers, too. */
  readonly readers?: boolean | undefined;
  /** Reads the remarks on a page for a guest who may leave some. Absent for others. */
  readonly remarks?: ((page: string) => readonly GuestThread[]) | undefined;
  /** True for a member who may not write pages. */
  readonly viewer?: boolean | undefined;
}

export interface DraftParts extends GatheringParts {
  readonly powers: Powers;
  readonly documents: Documents;
  readonly history: History;
  readonly draftMoment: DraftMoment;
  readonly releases: Releases;
  readonly plugins: PluginShelf;
  readonly sites: Sites;
}

/** Renders the draft of a site as it would be published now, for members and for people with a share link. */
export class Draft {
  readonly #parts: DraftParts;
  readonly #data: DataPreview;

  constructor(parts: DraftParts) {
    this.#parts = parts;
    this.#data = new DataPreview(parts);
  }

  async answer(site: string, asked: string, options: DraftOptions = {}): Promise<PublishedAnswer> {
    const path = pathOfAddress(asked);
    const pinned = await this.#parts.draftMoment.now(site);
    const page = this.#pageAt(pinned, path, options);
    if (page) return this.#page(pinned, page, isNotFoundPath(path, pinned.view.settings) ? 404 : 200, options);
    return (
      this.#stylesheet(pinned, path, options) ??
      this.#file(pinned, path, options) ??
      (await this.#markdown(pinned, path, options)) ??
      (await releaseAsset(this.#parts, pinned.site, path)) ??
      (await this.#further(pinned, path, options)) ??
      (await this.#redirected(pinned, path, options)) ??
      (await this.#sourceInstead(pinned, path, options)) ??
      this.#notFound(pinned, path, 404, options)
    );
  }

  /** The page of the draft at a path. Only members see the entries that have no page for visitors, to edit them. */
  #pageAt(pinned: Pinned, path: string, options: DraftOptions): StoredDocument<"page"> | undefined {
    return options.guest
      ? this.#visibleAt(pinned, path, options)
      : this.#parts.documents.pageAtPath(pinned.site.site, path, pinned.change);
  }

  async #page(
    pinned: Pinned,
    { id, version, body }: DraftPage,
    status: number,
    options: DraftOptions,
    part?: PlacedPart,
  ): Promise<PublishedAnswer> {
    const { framed = false, guest = false, theme } = options;
    const banner = framed ? undefined : bannerOf(pinned, { id, body }, options);
    const { html, frames } = pinned.plugins.renderer.page({
      id,
      version,
      page: body,
      site: lookOf(pinned, body, theme),
      ...(guest ? { mode: "published" } : { mode: "edit", editor: { change: pinned.change } }),
      banner,
      data: await this.#dataFor(pinned, { id, body }, options),
      part,
    });
    if (framed) return { ...framedPage(html, frames.join(" ")), status };
    const policy = (banner === undefined ? pagePolicy : guestPolicy)(frames.join(" "));
    return { status, body: html, headers: { ...ANSWER_HEADERS.draftPage, "Content-Security-Policy": policy } };
  }

  /** Reads the data of plugins: the kernel computes it anew for members, and reads the published one for guests. */
  async #dataFor(
    pinned: Pinned,
    { id, body }: Pick<DraftPage, "id" | "body">,
    { guest = false }: DraftOptions,
  ): Promise<PageData> {
    return guest ? dataVisitorsSee(this.#parts.sectionData, pinned, id, body) : this.#data.page(pinned, id, body);
  }

  /** A page of the draft at an address, or the part of a list there. */
  #partAt(pinned: Pinned, path: string, options: DraftOptions): DraftPart | undefined {
    const there = this.#visibleAt(pinned, path, options);
    if (there) return { page: there };
    // Visitors have no files of an entry without a page, nor lists below it.
    if (this.#parts.documents.pageAtPath(pinned.site.site, path, pinned.change)) return undefined;
    for (const part of furtherParts(path)) {
      const page = this.#visibleAt(pinned, part.list, options);
      const count = page && countOf(pinned, page, part.period);
      if (!page || typeof count !== "number") continue;
      if (furtherAddress(part) === part.list) return { page };
      if (part.number <= count && furtherAddress(part) === path) return { page, part };
    }
    return undefined;
  }

  /** The page that visitors of the draft have at a path. */
  #visibleAt(pinned: Pinned, path: string, options: DraftOptions): StoredDocument<"page"> | undefined {
    const page = this.#parts.documents.pageAtPath(pinned.site.site, path, pinned.change);
    return page && pinned.hasPage(page.body) && mayShow(page.body, options) ? page : undefined;
  }

  /** A further page of a list of the draft. */
  async #further(pinned: Pinned, path: string, options: DraftOptions): Promise<PublishedAnswer | undefined> {
    const found = this.#partAt(pinned, path, options);
    return found && this.#page(pinned, found.page, 200, options, found.part);
  }

  /** An earlier version of a page, rendered with the current theme and plugins. */
  async version(site: string, id: string, version: number): Promise<PublishedAnswer> {
    const body = this.#parts.history.revision(site, id, version)?.body;
    if (!body) throw new Refusal("NOT_FOUND", { page: id, version });
    const pinned = await this.#parts.draftMoment.now(site);
    return this.#page(pinned, { id, version, body }, 200, { framed: true });
  }

  /**
   * Serves the draft's style sheet only to requests with the marker, because visitors must not see an unpublished one.
   */
  #stylesheet(pinned: Pinned, path: string, { theme }: DraftOptions): PublishedAnswer | undefined {
    const { digest, css } = pinned.stylesheet;
    if (path !== stylesheetPath(digest)) return undefined;
    const look = themeOf(pinned, theme);
    return file("text/css; charset=utf-8", look ? pinned.plugins.renderer.stylesheet(look) : css);
  }

  #file(pinned: Pinned, path: string, options: DraftOptions): PublishedAnswer | undefined {
    const { powers } = this.#parts;
    const { renderer } = pinned.plugins;
    const site = fileViewOf(this.#parts, pinned, (page) => inputOf(pinned, page));
    const generated = powers.timestamp(powers.now());
    const whole = fileOfLanguage(renderer, pinned.view.settings, path);
    const made = whole && renderer.file(whole.file, localized(site, whole.tag), generated);
    if (made) return file(made.type, made.body);
    for (const one of renderer.pageFilesAt(path)) {
      const found = this.#partAt(pinned, one.page, options);
      if (!found) continue;
      const ofPage = renderer.pageFile(one, { ...inputOf(pinned, found.page), site, part: found.part }, generated);
      if (ofPage) return file(ofPage.type, ofPage.body);
    }
    return undefined;
  }

  async #markdown(pinned: Pinned, path: string, options: DraftOptions): Promise<PublishedAnswer | undefined> {
    if (!path.endsWith(".md")) return undefined;
    const pagePath = path === "/index.md" ? "/" : path.slice(0, -".md".length);
    const page = this.#pageAt(pinned, pagePath, options);
    if (!page) return undefined;
    const { id, version, body } = page;
    const data = await this.#dataFor(pinned, page, options);
    const mode = options.guest ? "published" : "edit";
    const text = pinned.plugins.renderer.markdown({ id, version, page: body, site: pinned.view, mode, data });
    return file("text/markdown; charset=utf-8", text);
  }

  async #redirected(pinned: Pinned, path: string, options: DraftOptions): Promise<PublishedAnswer | undefined> {
    const match = new RedirectTable(pinned.document("redirects")?.body ?? { entries: [] }).match(path);
    if (!match) return undefined;
    if (match.location === undefined) return this.#notFound(pinned, path, 410, options);
    return draftRedirect(match.location);
  }

  /** The source of a page that the language of an address lacks, as visitors would get it. Or its translation. */
  async #sourceInstead(pinned: Pinned, path: string, options: DraftOptions): Promise<PublishedAnswer | undefined> {
    const reader = pagesOfView(pinned.view, (at) => this.#visibleAt(pinned, at, options));
    const found = sourceInstead(reader, path);
    if (!found) return undefined;
    if (found.is === "translation") return draftRedirect(asciiAddress(found.path));
    const answer = await this.#page(pinned, unlisted(found.page), 200, options);
    return { ...answer, body: withNotice(answer.body ?? "", found.tag) };
  }

  #notFound(pinned: Pinned, asked: string, status: 404 | 410, options: DraftOptions): Promise<PublishedAnswer> {
    const { settings } = pinned.view;
    const language = languageAt(settings, asked);
    const path = withPrefix(NOT_FOUND_PATH, language ?? {});
    const page = this.#parts.documents.pageAtPath(pinned.site.site, path, pinned.change);
    const builtIn = {
      id: "not-found",
      version: 0,
      body: notFoundPage(tagOf({ language: language?.tag }, settings), path),
    };
    return this.#page(pinned, page ?? builtIn, status, options);
  }
}

/** A guest sees pages for readers only if the link shows them. */
const mayShow = ({ audience }: Page, { guest = false, readers = false }: DraftOptions): boolean =>
  !guest || readers || audience === undefined;

type DraftPage = Pick<StoredDocument<"page">, "id" | "version"> & { readonly body: Page };

/** The banner for people who may not write the page. Undefined for members who may. */
function bannerOf(
  { view }: Pinned,
  { id, body }: Pick<DraftPage, "id" | "body">,
  { guest = false, viewer = false, remarks }: DraftOptions,
): string | undefined {
  const language = tagOf(body, view.settings);
  if (guest) return guestBanner(language, remarks && { path: body.path, threads: remarks(id) });
  return viewer ? viewerBanner(language, id) : undefined;
}

interface DraftPart {
  readonly page: StoredDocument<"page">;
  readonly part?: PlacedPart;
}

/** A page of the draft as visitors would get it, without the data that plugins compute. */
const inputOf = ({ view }: Pinned, { id, version, body }: DraftPage): PageInput => ({
  id,
  version,
  page: body,
  site: view,
  mode: "published",
});

const countOf = (pinned: Pinned, { id, body: page }: DraftPage, period: string | undefined): number | undefined =>
  pinned.plugins.renderer.pagesIn({ id, page, site: pinned.view }, period);

/** The theme to try. Undefined if the draft's own theme is shown. */
function themeOf(pinned: Pinned, name: string | null | undefined): Theme | undefined {
  const present = draftView(pinned).theme;
  if (name === null || name === undefined || name === present.theme) return undefined;
  const theme: Theme = { theme: name, scheme: present.scheme, tokens: {} };
  return pinned.plugins.renderer.checkTheme(theme).length === 0 ? theme : undefined;
}

/** The site's view with a theme to try. The style sheet's URL then names the theme. */
function lookOf(pinned: Pinned, page: Page, name: string | null | undefined): SiteView {
  const view = draftView(pinned, page);
  const theme = themeOf(pinned, name);
  return theme
    ? { ...view, theme, stylesheet: draftUnder(stylesheetPath(pinned.stylesheet.digest), theme.theme) }
    : view;
}

/** A page in a frame of the editor. The policy allows no scripts, even if the page has some elsewhere. */
export const framedPage = (body: string, frames: string): PublishedAnswer => ({
  status: 200,
  body,
  headers: { ...ANSWER_HEADERS.framedDraftPage, "Content-Security-Policy": pagePolicy(withoutScripts(frames), "self") },
});

/** Always 302: browsers cache a permanent redirect, and a draft's redirect may change. */
export const draftRedirect = (location: string): PublishedAnswer => ({
  status: 302,
  body: "",
  headers: { ...ANSWER_HEADERS.draftRedirect, Location: location },
});

const file = (type: string, body: string): PublishedAnswer => ({
  status: 200,
  body,
  headers: { ...ANSWER_HEADERS.draftFile, "Content-Type": type },
});
