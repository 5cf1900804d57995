/** Answers visitors of a site whose languages have hostnames: each page at the one address that it has. */
import { pathOfAddress } from "../../manifests/shapes/normalPath.ts";
import { isReservedPath } from "../../manifests/shapes/reservedPath.ts";
import {
  type LanguageHost,
  type PublicPlace,
  absoluteUrl,
  addressFrom,
  hostOfPath,
  sitePathAt,
  sitePathAtName,
} from "../documents/content/languageHosts.ts";
import { type FormerFileParts, formerFile } from "./rules/formerFiles.ts";
import { type FormerHostParts, formerPrefix } from "./languages/formerHosts.ts";
import { isAtOrBelow } from "../documents/content/languages.ts";
import { withVisitorsQuery } from "../documents/redirectTable.ts";
import type { Published } from "./published.ts";
import {
  type AskedBeside,
  type PublishedAnswer,
  conditional,
  redirect,
  searchAnswer,
  unshared,
} from "./publishedAnswer.ts";
import type { SearchPages } from "./searching/searchPages.ts";

/** The header by which a workspace tells the site worker that a hostname has a language. Visitors do not get it. */
export const LANGUAGE_HOST = "Svc-Language-Host";

/** Leads to another address of the site. The hostname may change, so no cache keeps it. */
const elsewhere = (location: string, query: string): PublishedAnswer =>
  unshared(redirect({ status: 301 }, withVisitorsQuery(location, query)));

/** Answers paths at which a release has a page for readers alone. */
export interface ReaderGate {
  /**
   * The page for a reader who may read it, and else the page with the form for an account. Undefined if the release has
   * no such page. `login` is the secret of the browser's login; empty without one.
   */
  answer(site: string, path: string, login: string): Promise<PublishedAnswer | undefined>;
  /**
   * A redirect for a reader who may read the page that it leads to, and else the page with the form. Undefined if it
   * leads to no page for readers.
   */
  led(site: string, path: string, login: string, redirect: PublishedAnswer): Promise<PublishedAnswer | undefined>;
}

/** An answer of the release. One for readers is complete: no search and no other rule changes it. */
interface Released {
  readonly answer: PublishedAnswer;
  readonly isForReaders: boolean;
}

interface HostAnswersParts extends FormerHostParts, FormerFileParts {
  readonly published: Published;
  readonly searchPages: SearchPages;
  readonly readerGate: ReaderGate;
}

export class HostAnswers {
  readonly #parts: HostAnswersParts;

  constructor(parts: HostAnswersParts) {
    this.#parts = parts;
  }

  async answer(
    site: string,
    asked: string,
    ifNoneMatch: string | null,
    beside: AskedBeside = {},
  ): Promise<PublishedAnswer> {
    const place = this.#parts.published.place(site);
    const host = place.hosts?.find(({ hostname }) => hostname === beside.host);
    if (host) return this.#atHost(site, host, place, { asked, ifNoneMatch, beside });
    if ((beside.host ?? "") !== "") return this.#atFurther(site, place, { asked, ifNoneMatch, beside });
    const path = pathOfAddress(asked);
    if (hostOfPath(place, path)) return elsewhere(absoluteUrl(path, place), beside.query ?? "");
    const answer = await this.#answered(site, asked, ifNoneMatch, beside);
    return place.hosts ? led(answer, undefined, place) : answer;
  }

  /** The answer of the release at a path of the site, or a visitor's search there. */
  async #answered(
    site: string,
    asked: string,
    ifNoneMatch: string | null,
    beside: AskedBeside,
  ): Promise<PublishedAnswer> {
    const { answer, isForReaders } = await this.#released(site, asked, ifNoneMatch, beside);
    if (isForReaders) return answer;
    const path = pathOfAddress(asked);
    return (await this.#searched(site, path, answer, beside)) ?? this.#former(site, path, answer, beside) ?? answer;
  }

  async #searched(
    site: string,
    path: string,
    { status }: PublishedAnswer,
    { query = "", client = "" }: AskedBeside,
  ): Promise<PublishedAnswer | undefined> {
    const isTaken = status === 200 || status === 304;
    if (!isTaken && status !== 404) return undefined;
    const page = await this.#parts.searchPages.answer({ site, path, query, client, isTaken });
    return page && searchAnswer(page);
  }

  /** Leads to the file that had a path on an earlier site. */
  #former(
    site: string,
    path: string,
    { status, headers }: PublishedAnswer,
    { query = "" }: AskedBeside,
  ): PublishedAnswer | undefined {
    if (status !== 404 && headers["Location"] === undefined) return undefined;
    const file = formerFile(this.#parts, site, path);
    return file === undefined ? undefined : redirect({ status: 301 }, withVisitorsQuery(file, query));
  }

  async #released(site: string, asked: string, ifNoneMatch: string | null, beside: AskedBeside): Promise<Released> {
    const { published, readerGate } = this.#parts;
    const { login = "", host = "" } = beside;
    let kept: PublishedAnswer | undefined;
    const gate = async (path: string): Promise<PublishedAnswer | undefined> =>
      (kept = await readerGate.answer(site, path, login));
    const found = await published.answer(site, asked, ifNoneMatch, { ...beside, gate });
    if (found.headers["Location"] !== undefined) {
      const path = sitePathAtName(published.place(site), host, pathOfAddress(asked));
      kept = await readerGate.led(site, path, login, found);
    }
    return { answer: kept ?? found, isForReaders: kept !== undefined };
  }

  /** An answer at a further hostname without a language. Without a rule, all leads to the main hostname. */
  async #atFurther(site: string, place: PublicPlace, { asked, ifNoneMatch, beside }: Visit): Promise<PublishedAnswer> {
    const { published } = this.#parts;
    const { host = "", query = "" } = beside;
    const { answer: ruled } = await this.#released(site, asked, ifNoneMatch, beside);
    const path = pathOfAddress(asked);
    const prefix = ruled.status === 404 && !isReservedPath(path) ? formerPrefix(this.#parts, site, host) : undefined;
    if (prefix === undefined) return ruled;
    const now = sitePathAt({ prefix }, path);
    const { Location: back = "" } = (await published.answer(site, now, null)).headers;
    // An older rule may still lead the prefix to the hostname.
    return URL.parse(back)?.hostname === host ? ruled : elsewhere(absoluteUrl(now, place), query);
  }

  /** The site's path of an address. Undefined at a hostname without pages, and for what the platform serves at one. */
  pathAsked(site: string, asked: string, hostname = ""): string | undefined {
    const path = pathOfAddress(asked);
    if (hostname === "") return path;
    const host = this.#parts.published.place(site).hosts?.find((one) => one.hostname === hostname);
    return host && !isReservedPath(path) ? sitePathAt(host, path) : undefined;
  }

  /** The hostnames at which a site has pages. */
  hostnames(site: string): readonly string[] {
    const { origin, hosts = [] } = this.#parts.published.place(site);
    return [new URL(origin).hostname, ...hosts.map(({ hostname }) => hostname)];
  }

  /** An answer at the hostname of a language. A redirect that names the hostname comes first. */
  async #atHost(site: string, host: LanguageHost, place: PublicPlace, visit: Visit): Promise<PublishedAnswer> {
    const released = await this.#released(site, visit.asked, null, visit.beside);
    const ruled = led(released.answer, host, place);
    const isDoor = released.isForReaders && ruled.headers["Location"] === undefined;
    const isRuled = ruled.status === 410 || isDoor || leadsOn(ruled, pathOfAddress(visit.asked));
    const answer = isRuled ? ruled : await this.#content(site, host, place, visit);
    return { ...answer, headers: { ...answer.headers, [LANGUAGE_HOST]: host.tag } };
  }

  async #content(
    site: string,
    host: LanguageHost,
    place: PublicPlace,
    { asked, ifNoneMatch, beside: { host: _host, ...beside } }: Visit,
  ): Promise<PublishedAnswer> {
    const path = pathOfAddress(asked);
    if (isReservedPath(path)) {
      const served = await this.#parts.published.answer(site, asked, ifNoneMatch, beside);
      return served.status === 404 ? unshared(served) : served;
    }
    const answer = await this.#answered(site, sitePathAt(host, path), null, beside);
    if (answer.status === 404 && isAtOrBelow(path, host.prefix))
      return elsewhere(addressFrom(host, path, place), beside.query ?? "");
    // The page cache is emptied by the addresses of the main hostname.
    return conditional(unshared(led(answer, host, place)), ifNoneMatch);
  }
}

interface Visit {
  readonly asked: string;
  readonly ifNoneMatch: string | null;
  readonly beside: AskedBeside;
}

/** Tells whether a redirect leads to another address. An older rule may lead all paths below the prefix. */
const leadsOn = ({ headers: { Location: location } }: PublishedAnswer, path: string): boolean =>
  location !== undefined && pathOfAddress(location.replace(/[?#].*$/s, "")) !== path;

/** An answer whose redirect leads to the address that visitors have. */
function led(answer: PublishedAnswer, from: LanguageHost | undefined, place: PublicPlace): PublishedAnswer {
  const { Location: location } = answer.headers;
  if (location === undefined) return answer;
  return { ...answer, headers: { ...answer.headers, Location: addressFrom(from, location, place) } };
}
