/** Decides who reads a page or a file with an audience. */
import { type Audience, admits, readersPath } from "../documents/content/audience.ts";
import type { Powers } from "../powers/powers.ts";
import type { ReaderGate } from "../serving/hostAnswers.ts";
import { type PublishedAnswer, personal } from "../serving/publishedAnswer.ts";
import { pathLedTo } from "../serving/rules/rulesToReaders.ts";
import type { FileAsked, FileVerdict } from "./readersApi.ts";
import type { ReaderLogins } from "./logins.ts";
import type { ReaderPages, ReaderPagesParts } from "./readerPages.ts";
import type { Reader, Readers } from "./readers.ts";

export interface AudienceGateParts extends Pick<ReaderPagesParts, "sites" | "documents" | "releases" | "published"> {
  readonly powers: Pick<Powers, "digest">;
  readonly readers: Readers;
  readonly readerLogins: ReaderLogins;
  readonly readerPages: ReaderPages;
  readonly mediaFiles: FilesByDigest;
}

/** The media files of sites, by the digest of their bytes. */
export interface FilesByDigest {
  find(
    site: string,
    digest: string,
  ): { readonly path: string; readonly audience: readonly string[] | null } | undefined;
}

/** A page for readers as the current release has it. */
interface Kept {
  readonly html: string;
  readonly frames: string;
  readonly audience: Audience;
}

export class AudienceGate implements ReaderGate {
  readonly #parts: AudienceGateParts;

  constructor(parts: AudienceGateParts) {
    this.#parts = parts;
  }

  async answer(site: string, path: string, login: string): Promise<PublishedAnswer | undefined> {
    const kept = this.#keptAt(site, path);
    if (!kept) return undefined;
    const { html, frames } = kept;
    return (await this.#door(site, path, login, kept)) ?? this.#parts.readerPages.shown(site, path, { html, frames });
  }

  async led(
    site: string,
    path: string,
    login: string,
    redirect: PublishedAnswer,
  ): Promise<PublishedAnswer | undefined> {
    const kept = this.#keptBehind(site, redirect);
    return kept && ((await this.#door(site, path, login, kept)) ?? personal(redirect));
  }

  async file(site: string, { digest, name, login }: FileAsked): Promise<FileVerdict> {
    const path = `/media/${digest}/${name}`;
    const file = this.#parts.mediaFiles.find(site, digest);
    if (file?.path !== path) return { for: "nobody" };
    if (file.audience === null) return { for: "everybody" };
    const door = await this.#door(site, path, login, { audience: file.audience });
    return door ? { for: "others", door } : { for: "reader" };
  }

  /**
   * The page in front of what is for readers. It names the path that was asked for. Undefined for a reader who may read
   * on.
   */
  async #door(
    site: string,
    path: string,
    login: string,
    { audience }: Pick<Kept, "audience">,
  ): Promise<PublishedAnswer | undefined> {
    const reader = await this.reader(site, login);
    if (reader && admits(audience, reader.groups)) return undefined;
    return this.#parts.readerPages.door(site, path, { text: reader ? "otherGroup" : "door", status: 403 });
  }

  #keptAt(site: string, path: string): Kept | undefined {
    const { sites, releases, documents } = this.#parts;
    const row = sites.find(site);
    const release = row && releases.find(site, row.release);
    const kept = release && releases.shown(site, release.id, readersPath(path));
    if (!release || !kept || kept.body === null) return undefined;
    // A page whose audience is unknown admits nobody.
    const audience = documents.placeOf(site, kept.page, release.change)?.audience ?? [];
    return { html: kept.body, frames: kept.frames, audience };
  }

  #keptBehind(site: string, { headers: { Location: location } }: PublishedAnswer): Kept | undefined {
    if (location === undefined) return undefined;
    return this.#keptAt(site, pathLedTo(location, this.#parts.published.place(site)));
  }

  /** The reader of a login's secret. Undefined if it has ended. */
  async reader(site: string, login: string): Promise<Reader | undefined> {
    const { powers, readers, readerLogins } = this.#parts;
    if (login === "") return undefined;
    const id = readerLogins.readerOf(site, await powers.digest(login));
    return id === undefined ? undefined : readers.find(site, id);
  }

  /** Everybody may have an account, unless the site's settings leave that to invited people. */
  mayEnter(site: string, address: string): boolean {
    const { sites, releases, documents, readers } = this.#parts;
    const { change } = releases.requireReady(site, sites.get(site).release);
    const settings = documents.only(site, "settings", change).body;
    return settings.readers !== "invited" || readers.at(site, address) !== undefined;
  }

  /** Tells whether a page or a file for readers is at a path, or the release leads from there to such a page. */
  async isFor(site: string, path: string): Promise<boolean> {
    if (this.#keptAt(site, path) || this.#isFileFor(site, path)) return true;
    return this.#keptBehind(site, await this.#parts.published.answer(site, path, null)) !== undefined;
  }

  #isFileFor(site: string, path: string): boolean {
    const [, , digest = ""] = path.split("/");
    const file = this.#parts.mediaFiles.find(site, digest);
    return file?.path === path && file.audience !== null;
  }
}
