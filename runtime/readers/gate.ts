/** Decides who reads a page with an audience. */
import { admits, readersPath } from "../documents/content/audience.ts";
import type { Powers } from "../powers/powers.ts";
import type { ReaderGate } from "../serving/hostAnswers.ts";
import type { PublishedAnswer } from "../serving/publishedAnswer.ts";
import type { ReaderLogins } from "./logins.ts";
import type { ReaderPages, ReaderPagesParts } from "./readerPages.ts";
import type { Reader, Readers } from "./readers.ts";

export interface AudienceGateParts extends Pick<ReaderPagesParts, "sites" | "documents" | "releases"> {
  readonly powers: Pick<Powers, "digest">;
  readonly readers: Readers;
  readonly readerLogins: ReaderLogins;
  readonly readerPages: ReaderPages;
}

export class AudienceGate implements ReaderGate {
  readonly #parts: AudienceGateParts;

  constructor(parts: AudienceGateParts) {
    this.#parts = parts;
  }

  async answer(site: string, path: string, login: string): Promise<PublishedAnswer | undefined> {
    const { sites, releases, documents, readerPages } = this.#parts;
    const row = sites.find(site);
    const release = row && releases.find(site, row.release);
    const kept = release && releases.shown(site, release.id, readersPath(path));
    if (!release || !kept || kept.body === null) return undefined;
    const reader = await this.reader(site, login);
    if (!reader) return readerPages.door(site, path, { text: "door", status: 403 });
    // A page whose audience is unknown admits nobody.
    const audience = documents.placeOf(site, kept.page, release.change)?.audience ?? [];
    return admits(audience, reader.groups)
      ? readerPages.shown(site, path, { html: kept.body, frames: kept.frames })
      : readerPages.door(site, path, { text: "otherGroup", status: 403 });
  }

  /** The reader of a login's secret. Undefined if it has ended. */
  async reader(site: string, login: string): Promise<Reader | undefined> {
    const { powers, readers, readerLogins } = this.#parts;
    if (login === "") return undefined;
    const id = readerLogins.readerOf(site, await powers.digest(login));
    return id === undefined ? undefined : readers.find(site, id);
  }

  /** Tells whether a release has a page for readers at a path. */
  isFor(site: string, path: string): boolean {
    const { sites, releases } = this.#parts;
    return releases.shown(site, sites.get(site).release, readersPath(path))?.blob != null;
  }
}
