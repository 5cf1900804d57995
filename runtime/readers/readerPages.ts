/** Draws the pages of readers' accounts, and the page in front of what a visitor may not read. */
import type { Page } from "../documents/content/content.ts";
import { writtenMoment } from "../documents/content/dates.ts";
import { languageAt, tagOf } from "../documents/content/languages.ts";
import { UNNAMED_ZONE } from "../documents/content/timeZone.ts";
import { inLanguage } from "../documents/inLanguage.ts";
import type { Documents } from "../documents/documents.ts";
import type { PluginShelf } from "../plugins/states/shelf.ts";
import type { Releases } from "../publishing/releases/releases.ts";
import { framesAnywhere, pagePolicy } from "../rendering/pagePolicy.ts";
import type { Published } from "../serving/published.ts";
import { ANSWER_HEADERS } from "../serving/answerHeaders.ts";
import { type PublishedAnswer, missing } from "../serving/publishedAnswer.ts";
import { afterMain, inMain } from "../serving/sourceShown.ts";
import { escapeHtml } from "../templates/escape.ts";
import type { Sites } from "../tenancy/sites.ts";
import {
  READER_PATH,
  accountForms,
  accountLine,
  feedShown,
  forgetForm,
  letterForm,
  enterForm,
  message,
} from "./forms.ts";
import type { Reader } from "./readers.ts";
import { READER_STYLE, readersPolicy } from "./style.ts";
import { READER_WORDS, type ReaderWords } from "./words.ts";

export interface ReaderPagesParts {
  readonly sites: Sites;
  readonly documents: Documents;
  readonly releases: Releases;
  readonly plugins: PluginShelf;
  readonly published: Published;
}

/** The texts that may stand in front of the form that asks for a letter. */
export type DoorText = "door" | "otherGroup" | "asked" | "wrongAddress" | "later" | "over";

/** A text of a page with its status. */
interface DoorState {
  readonly text: DoorText;
  readonly status: number;
  /** The address that the visitor typed. */
  readonly typed?: string;
}

/** The texts after which no form follows: the letter is on its way, and a reader of another group needs no letter. */
const WITHOUT_FORM: ReadonlySet<DoorText> = new Set(["asked", "otherGroup"]);

const NOBODYS = { ...ANSWER_HEADERS.readersPage };

export class ReaderPages {
  readonly #parts: ReaderPagesParts;

  constructor(parts: ReaderPagesParts) {
    this.#parts = parts;
  }

  /** The page in front of a page for readers. It has nothing of that page. */
  door(site: string, path: string, { text, status, typed }: DoorState): Promise<PublishedAnswer> {
    return this.#drawn(site, path, status, (words) => {
      const says = text === "door" ? `<p class="form-help">${escapeHtml(words.door)}</p>` : message(words[text]);
      return WITHOUT_FORM.has(text) ? says : `${says}\n${letterForm(words, path, typed)}`;
    });
  }

  /** The page with the button that signs a reader in. Programs that check letters open links, so the link does nothing. */
  entering(site: string, secret: string): Promise<PublishedAnswer> {
    return this.#drawn(site, READER_PATH, 200, (words) => enterForm(words, secret));
  }

  account(
    site: string,
    reader: Reader,
    { logins, hasFeed }: { readonly logins: number; readonly hasFeed: boolean },
  ): Promise<PublishedAnswer> {
    const { language, timeZone = UNNAMED_ZONE } = this.#settings(site);
    const moment = (at: number): string => writtenMoment(at, language, timeZone, "namedZone");
    const texts = {
      since: moment(reader.madeAt),
      seen: reader.seenAt === null ? undefined : moment(reader.seenAt),
      logins,
      hasFeed,
    };
    return this.#drawn(site, READER_PATH, 200, (words) => accountForms(words, reader, texts), "account");
  }

  /** The page that shows a new secret address of a feed. No other page does. */
  feedGiven(site: string, address: string): Promise<PublishedAnswer> {
    return this.#drawn(site, READER_PATH, 200, (words) => feedShown(words, address), "account");
  }

  /** The question before an account is deleted, which nobody can take back. */
  forgetting(site: string): Promise<PublishedAnswer> {
    return this.#drawn(site, READER_PATH, 200, (words) => forgetForm(words), "account");
  }

  /** A page for readers, for one of them. */
  shown(
    site: string,
    path: string,
    { html, frames }: { readonly html: string; readonly frames: string },
  ): PublishedAnswer {
    const line = accountLine(this.#words(site, path));
    return {
      status: 200,
      body: inMain(html, line),
      headers: { ...NOBODYS, "Content-Security-Policy": pagePolicy(frames) },
    };
  }

  #settings(site: string) {
    const { documents, releases, sites } = this.#parts;
    return documents.only(site, "settings", releases.requireReady(site, sites.get(site).release).change).body;
  }

  #words(site: string, path: string): ReaderWords {
    const settings = this.#settings(site);
    return inLanguage(READER_WORDS, tagOf({ language: languageAt(settings, path)?.tag }, settings));
  }

  async #drawn(
    site: string,
    path: string,
    status: number,
    content: (words: ReaderWords) => string,
    title: "title" | "account" = "title",
  ): Promise<PublishedAnswer> {
    const { sites, releases, plugins, published } = this.#parts;
    const row = sites.find(site);
    const release = row && releases.find(site, row.release);
    const view = await published.view(site);
    if (!release || !view) return missing();
    const words = this.#words(site, path);
    const language = languageAt(view.settings, path)?.tag;
    const page: Page = {
      path: READER_PATH,
      title: words[title],
      ...(language !== undefined && { language }),
      noindex: true,
      sections: [],
    };
    const input = { id: "readers", version: 0, page, site: view, mode: "published" as const, isAnywhere: true };
    const { html, frames } = plugins.forSite(site, release.change).renderer.page(input);
    // A theme draws the title above.
    const main = `<div class="svc-readers"><style>${READER_STYLE}</style>${content(words)}</div>`;
    const policy = readersPolicy(framesAnywhere(frames.join(" "), published.place(site)));
    return { status, body: afterMain(html, main), headers: { ...NOBODYS, "Content-Security-Policy": policy } };
  }
}
