import { framesAnywhere } from "../rendering/pagePolicy.ts";
import { sectionIn } from "../rendering/sectionIn.ts";
import { asciiAddress, pathOfAddress } from "../../manifests/shapes/normalPath.ts";
import { furtherAddress, furtherParts } from "../../manifests/shapes/furtherAddress.ts";
import { FORM_PLACES_KEPT } from "../../manifests/bounds/forms.ts";
import { Refusal } from "../../manifests/refusals/refusal.ts";
import {
  type PublishedAnswer,
  conditional,
  file,
  visitorPage,
  html,
  missing,
  moved,
  ICON_PATH,
  iconAnswer,
  redirect,
  unshared,
  type AskedBeside,
  carryQuery,
} from "./publishedAnswer.ts";
import type { DerivedFile } from "./derivedFiles.ts";
import { pathOfPage } from "../documents/lists/pagelessTypes.ts";
import type { StoredDocument } from "../documents/documents.ts";
import { type FoundPart, FurtherPages } from "./furtherPages.ts";
import {
  type LanguageSettings,
  NOT_FOUND_PATH,
  isNotFoundPath,
  languageAt,
  tagOf,
  withPrefix,
} from "../documents/content/languages.ts";
import type { FormState } from "../forms/draw.ts";
import { pageOfForm } from "../forms/formId.ts";
import type { Placement } from "../forms/placement.ts";
import type { Catalogue } from "../rendering/agents/catalogue.ts";
import { fileViewOf } from "./fileView.ts";
import { fileOfLanguage } from "./languages/languageFiles.ts";
import { localized } from "../rendering/localized.ts";
import { isLeft, notFoundPage } from "./notFoundPage.ts";
import { Pinned } from "../snapshots/pinned.ts";
import type { SiteView } from "../rendering/view.ts";
import { type Current, type PublishedParts, asCurrent, openRules } from "./currentRelease.ts";
import { languageAnswer, variedByVisitor } from "./languageChoice.ts";
import { twinHeaders } from "./languages/twinHeaders.ts";
import { type PublicPlace, publicPlace, sitePathAtName } from "../documents/content/languageHosts.ts";
import { releaseAsset } from "./releaseAssets.ts";
import { sourceInstead } from "../documents/content/sourceInstead.ts";
import { pagesOfView, unlisted, withNotice } from "./sourceShown.ts";
import { type RedirectMatch, withVisitorsQuery } from "../documents/redirectTable.ts";
import type { FileView, PageInput } from "../rendering/renderer.ts";
import type { PageText } from "../rendering/markdown/pageText.ts";
import type { ReleaseRow } from "../publishing/releases/releaseRow.ts";
import type { SitePlugins } from "../plugins/states/shelf.ts";

const NO_LANGUAGES = { language: "en" };
const HTML_TYPE = "text/html; charset=utf-8";
const MARKDOWN_TYPE = "text/markdown; charset=utf-8";

type Made = Pick<DerivedFile, "type" | "body">;

/** Answers visitors with a site's current release, by path. It never reads the draft. */
export class Published {
  readonly #parts: PublishedParts;
  readonly #current = new Map<string, Current>();
  readonly #further: FurtherPages;

  constructor(parts: PublishedParts) {
    this.#parts = parts;
    this.#further = new FurtherPages(parts);
  }

  async answer(
    site: string,
    asked: string,
    ifNoneMatch: string | null,
    { query = "", host = "", reader, gate }: AskedBeside = {},
  ): Promise<PublishedAnswer> {
    const current = this.#currentOf(site);
    if (!current) return missing();
    const path = pathOfAddress(asked);
    const at = host === "" ? path : sitePathAtName(this.place(site), host, path);
    if (host !== "") return (await this.#led(current, at, current.redirects.match(path, query, host))) ?? missing();
    // A rule that names parameters of the home page, such as those of old posts, comes before the page.
    const asking = await this.#led(current, path, current.redirects.matchQuery(path, query));
    if (asking) return asking;
    const chosen = await this.#chosenLanguage(current, path, { query, reader });
    if (chosen) return conditional(chosen, ifNoneMatch);
    const page = this.#page(current, path);
    if (page) return conditional(page, ifNoneMatch);
    return conditional(carryQuery(await this.#other(current, path, gate), query), ifNoneMatch);
  }

  /** An answer that depends on the visitor, where the owner lets browsers choose the language. */
  async #chosenLanguage(current: Current, path: string, beside: AskedBeside): Promise<PublishedAnswer | undefined> {
    if (current.languages.languageChoice !== "browser") return undefined;
    const { homes = new Map() } = (await this.#pinned(current)).view;
    const led = languageAnswer({ settings: current.languages, homes, path, ...beside });
    const page = led || path !== "/" ? undefined : this.#page(current, path);
    return led ?? (page && variedByVisitor(page));
  }

  /** The origins of a site's addresses, as the current release has them. */
  place(site: string): PublicPlace {
    const row = this.#parts.sites.find(site);
    return row ? publicPlace(this.#currentOf(site)?.languages ?? NO_LANGUAGES, row) : { origin: "" };
  }

  /** A page of the current release as Markdown. */
  async markdown(site: string, id: string): Promise<string | undefined> {
    return (await this.text(site, id))?.markdown;
  }

  /** The catalogue of the current release for agents. `rules` is the key of its redirects if they are apart. */
  async catalogue(site: string, rules?: string): Promise<Catalogue | undefined> {
    const current = this.#currentOf(site);
    if (!current) return undefined;
    const { view, plugins } = await this.#pinned(current);
    const redirects = rules ?? openRules(this.#parts, current.release, this.place(site));
    return plugins.renderer.catalogue(view, redirects, this.#madeAt(current));
  }

  /** A page as Markdown, with the positions of its sections and headings. */
  async text(site: string, id: string): Promise<PageText | undefined> {
    const current = this.#currentOf(site);
    const document = current && this.#parts.documents.get(site, "page", id, current.release.change);
    if (!current || !document) return undefined;
    const pinned = await this.#pinned(current);
    if (document.body.audience || !pinned.hasPage(document.body)) return undefined;
    return pinned.plugins.renderer.text(this.#inputOf(current, pinned, document));
  }

  #inputOf({ release }: Current, pinned: Pinned, { id, version, body }: StoredDocument<"page">): PageInput {
    const { sectionData, releases } = this.#parts;
    const data = sectionData.shown(release.site, id, release.id, pinned.dataNeeds(body));
    let html: string | undefined;
    // The HTML is loaded only if some section does not fit its type, which is rare.
    const shownBefore = (section: string): string | undefined =>
      sectionIn((html ??= releases.shownOf(release.site, release.id, id) ?? ""), section);
    return { id, version, page: body, site: pinned.view, mode: "published", data, shownBefore };
  }

  /** The form of this id, in a section of a published page. Throws if there is none. */
  async placement(site: string, form: string): Promise<Placement> {
    await this.#parts.plugins.prepare();
    const current = this.#currentOf(site);
    if (!current) throw new Refusal("NOT_FOUND");
    const plugins = this.#parts.plugins.forSite(site, current.release.change);
    if (current.places?.plugins !== plugins) current.places = { plugins, byId: new Map() };
    const { byId } = current.places;
    const place = byId.get(form) ?? (await this.#findPlace(current, plugins, form));
    if (byId.size < FORM_PLACES_KEPT) byId.set(form, place);
    return place;
  }

  /** A form's page, rendered for one visitor. */
  async withForm(
    site: string,
    { page: id, section }: Placement,
    state: FormState,
    status: number,
  ): Promise<PublishedAnswer> {
    const current = this.#currentOf(site);
    const document = current && this.#parts.documents.get(site, "page", id, current.release.change);
    if (!current || !document || document.body.audience) throw new Refusal("NOT_FOUND");
    const pinned = await this.#pinned(current);
    const forms = new Map([[section, state]]);
    const input = { ...this.#inputOf(current, pinned, document), isAnywhere: true, forms };
    const { html: body, frames } = pinned.plugins.renderer.page(input);
    return visitorPage(status, body, framesAnywhere(frames.join(" "), this.place(site)));
  }

  /** The current release as templates see it. Undefined without one. */
  async view(site: string): Promise<SiteView | undefined> {
    const current = this.#currentOf(site);
    return current && (await this.#pinned(current)).view;
  }

  async #findPlace(current: Current, { renderer }: SitePlugins, form: string): Promise<Placement> {
    const [page, { release }] = [pageOfForm(form), current];
    const section = form.slice(page.length + 1);
    const body = this.#parts.documents.get(release.site, "page", page, release.change)?.body;
    // Only the id of a form in a placed entry has two underscores.
    const whole = body && section.includes("__") ? (await this.#pinned(current)).placed(body) : body;
    const pageless = this.#parts.documents.pageless.at(release.site, release.change);
    const isPage = whole && !whole.audience && pathOfPage(whole, pageless) !== undefined;
    const place = isPage && renderer.placement(page, whole, section, this.#settingsOf(release));
    if (!place) throw new Refusal("NOT_FOUND");
    return place;
  }

  #settingsOf({ site, change }: ReleaseRow): LanguageSettings {
    return this.#parts.documents.only(site, "settings", change).body;
  }

  #currentOf(site: string): Current | undefined {
    const row = this.#parts.sites.find(site);
    const known = this.#current.get(site);
    if (known?.release.id === row?.release) return known;
    const release = row && this.#parts.releases.find(site, row.release);
    if (!release) return undefined;
    const languages = this.#settingsOf(release);
    const rules = this.#parts.documents.redirects;
    const made = asCurrent({ release, languages, rules, place: publicPlace(languages, row) }, known);
    this.#current.set(site, made);
    return made;
  }

  #page({ release, languages, wanted }: Current, path: string): PublishedAnswer | undefined {
    const known = wanted.get(path);
    if (known) return known;
    const shown = this.#parts.releases.shown(release.site, release.id, path);
    if (shown?.body == null || shown.blob === null) return undefined;
    const page = html(isNotFoundPath(path, languages) ? 404 : 200, shown.body, shown.blob, shown.frames);
    wanted.set(path, page);
    return page;
  }

  async #other(current: Current, path: string, gate: AskedBeside["gate"]): Promise<PublishedAnswer> {
    return (
      (await gate?.(path)) ??
      (await releaseAsset(this.#parts, current.release, path)) ??
      (await this.#file(current, path)) ??
      (await this.#pageMarkdown(current, path)) ??
      (await this.#pageFile(current, path)) ??
      (await this.#belowList(current, path))
    );
  }

  /** A further page of a list, a redirect, or the page for addresses without one. */
  async #belowList(current: Current, path: string): Promise<PublishedAnswer> {
    const [address = "", twin = ""] = path.split(/(\.md)$/);
    if (furtherParts(address).length === 0) return this.#elsewhere(current, path);
    const pinned = await this.#pinned(current);
    const found = this.#further.find(current.release, pinned, address);
    if (!found) return this.#elsewhere(current, path);
    if (found.is === "moved") return unshared(moved(furtherAddress(found.part) + twin));
    const shown = found.is === "shown" ? await this.#furtherPage(current, pinned, found, path) : undefined;
    return shown ?? unshared(await this.#elsewhere(current, path, found.is === "gone" ? 410 : 404));
  }

  async #elsewhere(current: Current, path: string, status: 404 | 410 = 404): Promise<PublishedAnswer> {
    return (
      (await this.#led(current, path, current.redirects.match(path))) ??
      (path === ICON_PATH ? iconAnswer((await this.#pinned(current)).view.settings) : undefined) ??
      (status === 404 ? await this.#sourceInstead(current, path) : undefined) ??
      (await this.#notFound(current, path, isLeft(this.#parts, current.release, path) ? 410 : status))
    );
  }

  /** The source of a page that the language of an address lacks. Its translation, if that has another address. */
  async #sourceInstead(current: Current, path: string): Promise<PublishedAnswer | undefined> {
    const { release, languages } = current;
    if (!languages.languages) return undefined;
    const { view } = await this.#pinned(current);
    const shownAt = (at: string) => this.#parts.releases.shown(release.site, release.id, at);
    const reader = pagesOfView(view, (at) => {
      const shown = shownAt(at);
      return shown?.blob ? this.#parts.documents.get(release.site, "page", shown.page, release.change) : undefined;
    });
    const found = sourceInstead(reader, path);
    if (!found) return undefined;
    if (found.is === "translation") return unshared(redirect({ status: 302 }, asciiAddress(found.path)));
    const made = await this.#derived(current, path, (pinned) => {
      const input = { ...this.#inputOf(current, pinned, unlisted(found.page)), isAnywhere: true };
      return { type: HTML_TYPE, body: withNotice(pinned.plugins.renderer.page(input).html, found.tag) };
    });
    const [place, at] = [this.place(release.site), found.page.body.path];
    const frames = framesAnywhere(shownAt(at)?.frames ?? "", place);
    return made && unshared(html(200, made.body, made.digest, frames, twinHeaders(place, at, found.page)));
  }

  async #furtherPage(
    current: Current,
    pinned: Pinned,
    found: FoundPart,
    path: string,
  ): Promise<PublishedAnswer | undefined> {
    const { renderer } = pinned.plugins;
    const input = { ...this.#inputOf(current, pinned, found.document), part: found.part };
    const address = furtherAddress(found.part);
    const isPage = path === address;
    const made = await this.#derived(current, path, () =>
      isPage
        ? { type: HTML_TYPE, body: renderer.page(input).html }
        : { type: MARKDOWN_TYPE, body: renderer.markdown(input) },
    );
    if (!made) return undefined;
    return unshared(
      isPage
        ? html(200, made.body, made.digest, found.frames, found.headers)
        : file(made, twinHeaders(this.place(current.release.site), address, found.document)),
    );
  }

  async #file(current: Current, path: string): Promise<PublishedAnswer | undefined> {
    await this.#parts.plugins.prepare();
    const { renderer } = this.#parts.plugins.forSite(current.release.site);
    const found = fileOfLanguage(renderer, current.languages, path, this.place(current.release.site).hosts);
    if (!found) return undefined;
    const made = await this.#derived(current, path, (pinned) => {
      const view = localized(this.#fileView(current, pinned), found.tag);
      return pinned.plugins.renderer.file(found.file, view, this.#madeAt(current));
    });
    return made && file(made);
  }

  /** A file of a page or of a further page, such as its calendar. */
  async #pageFile(current: Current, path: string): Promise<PublishedAnswer | undefined> {
    await this.#parts.plugins.prepare();
    const { renderer } = this.#parts.plugins.forSite(current.release.site);
    const files = renderer.pageFilesAt(path);
    if (files.length === 0) return undefined;
    const pinned = await this.#pinned(current);
    for (const one of files) {
      const found = this.#further.at(current.release, pinned, one.page);
      if (!found) continue;
      const input = { ...this.#inputOf(current, pinned, found.document), site: this.#fileView(current, pinned) };
      const made = await this.#derived(current, path, () =>
        pinned.plugins.renderer.pageFile(one, { ...input, part: found.part }, this.#madeAt(current)),
      );
      if (made) return unshared(file(made));
    }
    return undefined;
  }

  #madeAt({ release }: Current): string {
    return this.#parts.powers.timestamp(release.createdAt);
  }

  #fileView(current: Current, pinned: Pinned): FileView {
    return fileViewOf(this.#parts, pinned, (page) => this.#inputOf(current, pinned, page));
  }

  async #pageMarkdown(current: Current, path: string): Promise<PublishedAnswer | undefined> {
    if (!path.endsWith(".md")) return undefined;
    const pagePath = path === "/index.md" ? "/" : path.slice(0, -".md".length);
    const shown = this.#parts.releases.shown(current.release.site, current.release.id, pagePath);
    if (!shown?.blob) return undefined;
    const made = await this.#derived(current, path, async () => {
      const body = await this.markdown(current.release.site, shown.page);
      return body === undefined ? undefined : { type: MARKDOWN_TYPE, body };
    });
    const page = this.#parts.documents.get(current.release.site, "page", shown.page, current.release.change);
    return made && file(made, twinHeaders(this.place(current.release.site), pagePath, page));
  }

  /** The answer of a rule that a request matches. */
  async #led(current: Current, path: string, match: RedirectMatch | undefined): Promise<PublishedAnswer | undefined> {
    if (!match) return undefined;
    if (match.location === undefined) return this.#notFound(current, path, 410);
    return redirect(match, withVisitorsQuery(match.location, match.query));
  }

  async #notFound(current: Current, asked: string, status: 404 | 410): Promise<PublishedAnswer> {
    const { languages } = current;
    const language = languageAt(languages, asked);
    const path = withPrefix(NOT_FOUND_PATH, language ?? {});
    const written = this.#page(current, path);
    if (written) return { ...written, status };
    const page = notFoundPage(tagOf({ language: language?.tag }, languages), path);
    const made = await this.#derived(current, path, ({ view: site, plugins: { renderer } }) => {
      const input = { id: "not-found", version: 0, page, site, mode: "published" as const };
      return { type: HTML_TYPE, body: renderer.page(input).html };
    });
    return made ? html(status, made.body, made.digest, "") : missing();
  }

  async #derived(
    current: Current,
    path: string,
    make: (pinned: Pinned) => Made | undefined | Promise<Made | undefined>,
  ): Promise<DerivedFile | undefined> {
    const [{ release }, { derivedFiles }] = [current, this.#parts];
    const kept = derivedFiles.find(release.site, release.id, path);
    if (kept) return kept;
    const made = await make(await this.#pinned(current));
    return made && derivedFiles.keep(release.site, release.id, path, made);
  }

  /**
   * Pins the site again if other plugins are active, so that a plugin that is no longer trusted renders no further
   * file.
   */
  async #pinned(current: Current): Promise<Pinned> {
    const { plugins, sites } = this.#parts;
    const { site, change, createdAt } = current.release;
    await plugins.prepare();
    const present = plugins.forSite(site, change);
    if (!current.pinned || current.plugins !== present) {
      current.plugins = present;
      current.pinned = Pinned.at(this.#parts, present, sites.get(site), change, createdAt);
    }
    return current.pinned;
  }
}
