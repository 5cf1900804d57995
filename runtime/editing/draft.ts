import type { Page } from "../documents/content.ts";
import type { GatheringParts } from "../snapshots/gathering.ts";
import { DataPreview } from "../snapshots/preview.ts";
import type { Documents, StoredDocument } from "../documents/documents.ts";
import { NOT_FOUND_PATH } from "../documents/documents.ts";
import type { Pinned } from "../snapshots/pinned.ts";
import { stylesheetPath } from "../snapshots/pinned.ts";
import type { Powers } from "../powers.ts";
import { pagePolicy } from "../rendering/pagePolicy.ts";
import { ANSWER_HEADERS } from "../serving/answerHeaders.ts";
import type { PublishedAnswer } from "../serving/publishedAnswer.ts";
import { NOT_FOUND_PAGE } from "../serving/published.ts";
import { RedirectTable } from "../documents/redirectTable.ts";
import type { DraftMoment } from "./showing/moment.ts";
import { draftView } from "./showing/moment.ts";

export interface DraftOptions {
  /** True if the browser asked for the draft in a frame of its own origin. */
  readonly framed?: boolean | undefined;
}

/** The parts of the workspace that show a member the draft. */
export interface DraftParts extends GatheringParts {
  readonly powers: Powers;
  readonly documents: Documents;
  readonly draftMoment: DraftMoment;
}

/** Shows members the draft of a site as it would be published now. */
export class Draft {
  readonly #parts: DraftParts;
  readonly #data: DataPreview;

  constructor(parts: DraftParts) {
    this.#parts = parts;
    this.#data = new DataPreview(parts);
  }

  async answer(site: string, path: string, options: DraftOptions = {}): Promise<PublishedAnswer> {
    const pinned = await this.#parts.draftMoment.now(site);
    const page = this.#parts.documents.pageAtPath(site, path, pinned.change);
    if (page) return this.#page(pinned, page, path === NOT_FOUND_PATH ? 404 : 200, options);
    return (
      this.#stylesheet(pinned, path) ??
      this.#file(pinned, path) ??
      (await this.#markdown(pinned, path)) ??
      (await this.#redirected(pinned, path, options)) ??
      this.#notFound(pinned, 404, options)
    );
  }

  async #page(
    pinned: Pinned,
    { id, version, body }: Pick<StoredDocument<"page">, "id" | "version"> & { body: Page },
    status: number,
    { framed = false }: DraftOptions,
  ): Promise<PublishedAnswer> {
    const data = await this.#data.page(pinned, id, body);
    const editor = { change: pinned.change };
    const { html, frames } = pinned.plugins.renderer.page({
      id,
      version,
      page: body,
      site: draftView(pinned),
      mode: "edit",
      editor,
      data,
    });
    return {
      status,
      body: html,
      headers: framed
        ? { ...ANSWER_HEADERS.framedDraftPage, "Content-Security-Policy": pagePolicy(frames.join(" "), "self") }
        : { ...ANSWER_HEADERS.draftPage, "Content-Security-Policy": pagePolicy(frames.join(" ")) },
    };
  }

  /** Serves the style sheet only under the marker, because visitors must not see an unpublished one. */
  #stylesheet(pinned: Pinned, path: string): PublishedAnswer | undefined {
    const { digest, css } = pinned.stylesheet;
    return path === stylesheetPath(digest) ? file("text/css; charset=utf-8", css) : undefined;
  }

  #file(pinned: Pinned, path: string): PublishedAnswer | undefined {
    const { powers } = this.#parts;
    const made = pinned.plugins.renderer.file(path, pinned.view, powers.timestamp(powers.now()));
    return made && file(made.type, made.body);
  }

  async #markdown(pinned: Pinned, path: string): Promise<PublishedAnswer | undefined> {
    if (!path.endsWith(".md")) return undefined;
    const pagePath = path === "/index.md" ? "/" : path.slice(0, -".md".length);
    const page = this.#parts.documents.pageAtPath(pinned.site.site, pagePath, pinned.change);
    if (!page) return undefined;
    const { id, version, body } = page;
    const data = await this.#data.page(pinned, id, body);
    const text = pinned.plugins.renderer.markdown({ id, version, page: body, site: pinned.view, mode: "edit", data });
    return file("text/markdown; charset=utf-8", text);
  }

  async #redirected(pinned: Pinned, path: string, options: DraftOptions): Promise<PublishedAnswer | undefined> {
    const match = new RedirectTable(pinned.document("redirects")?.body ?? { entries: [] }).match(path);
    if (!match) return undefined;
    if (match.location === undefined) return this.#notFound(pinned, 410, options);
    // 302 whatever the rule says: a browser remembers a permanent redirect, and a draft is not for ever.
    return { status: 302, body: "", headers: { ...ANSWER_HEADERS.draftRedirect, Location: match.location } };
  }

  #notFound(pinned: Pinned, status: 404 | 410, options: DraftOptions): Promise<PublishedAnswer> {
    const page = this.#parts.documents.pageAtPath(pinned.site.site, NOT_FOUND_PATH, pinned.change);
    return this.#page(pinned, page ?? { id: "not-found", version: 0, body: NOT_FOUND_PAGE }, status, options);
  }
}

const file = (type: string, body: string): PublishedAnswer => ({
  status: 200,
  body,
  headers: { ...ANSWER_HEADERS.draftFile, "Content-Type": type },
});
