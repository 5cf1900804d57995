/** A site on the web as the source of an import: its pages, by its sitemap. */
import { gunzipSync } from "node:zlib";
import type { Folder } from "../../moving/tree/folder.ts";
import type { MoveLoss } from "../../moving/tree/moved.ts";
import { readSitemap } from "../../moving/move.ts";
import { Trouble } from "../command/command.ts";
import { INTERNET, type Network, fetchRemote } from "./remoteFile.ts";

/** Most pages of a site, as many as a site here may have. */
const PAGES_MAX = 20_000;
/** Most sitemaps that are read. One lists up to 50,000 addresses. */
const SITEMAPS_MAX = 200;
/** Largest sitemap in bytes (sitemaps.org). */
const SITEMAP_MAX_BYTES = 50 * 1024 * 1024;

/** Most of robots.txt that is read (RFC 9309, 2.5, asks for at least as much). */
const ROBOTS_MAX_BYTES = 512 * 1024;

const USUAL = ["/sitemap.xml", "/sitemap_index.xml", "/wp-sitemap.xml"];

const LOOPBACK = ["127.0.0.1"];

/** Names of the member's own machine. Those below `localhost` lead nowhere else (RFC 6761, 6.3). */
const isOwnMachine = (name: string): boolean => /^(?:.+\.)?localhost$|^127\.0\.0\.1$/.test(name);

/**
 * The network of an import: public hosts. If the member names a site of the own machine, that host and port, too. A text
 * of the site reaches nothing else of the machine, and no other host leads there.
 */
export function networkTo(address: string): Network {
  const { host, hostname } = new URL(address);
  if (!isOwnMachine(hostname)) return INTERNET;
  return {
    resolve: async (name) => (name === hostname ? LOOPBACK : INTERNET.resolve(name)),
    isAllowed: (found, url, first) =>
      (url.host === host && first.host === host) || INTERNET.isAllowed(found, url, first),
  };
}

export async function webFolder(address: string, network: Network): Promise<Folder> {
  const site = new URL(address);
  if (site.username !== "" || site.password !== "")
    throw new Trouble("The address has a password in it. Open the site for the time of the import, or export it.");
  const bytes = async (at: string, mostBytes?: number): Promise<Uint8Array<ArrayBuffer>> => {
    const isWanted = ({ host }: URL): boolean => host === site.host;
    const found = await fetchRemote(at, network, { isWanted, ...(mostBytes === undefined ? {} : { mostBytes }) });
    if ("refused" in found) throw new Error(found.refused);
    return found;
  };
  const text = async (at: string): Promise<string> => decoded(await bytes(at));
  const { pages, missing } = await new Sitemaps(site, bytes).read();
  return {
    paths: pages,
    missing,
    bytes: (at) => bytes(at),
    text,
    head: async (at, chars) => (await text(at)).slice(0, chars),
    async *stream(at) {
      yield await text(at);
    },
  };
}

type Fetching = (address: string, mostBytes?: number) => Promise<Uint8Array<ArrayBuffer>>;

interface Listed {
  readonly pages: readonly string[];
  readonly missing: readonly MoveLoss[];
}

/** The sitemaps of one site. Those of other hosts are not asked. */
class Sitemaps {
  readonly #site: URL;
  readonly #bytes: Fetching;
  readonly #pages = new Set<string>();
  readonly #missing: MoveLoss[] = [];
  readonly #elsewhere = new Set<string>();
  /** The first reason for which a guessed sitemap did not come. */
  #refusal: string | undefined;

  constructor(site: URL, bytes: Fetching) {
    this.#site = site;
    this.#bytes = bytes;
  }

  /** The addresses of all pages, each once. Throws if there are none, with the reason. */
  async read(): Promise<Listed> {
    const waiting = await this.#first();
    const guessed = new Set(waiting.filter(({ isGuess }) => isGuess).map(({ address }) => address));
    const asked = new Set<string>();
    for (const { address } of waiting) {
      if (asked.has(address)) continue;
      if (asked.size >= SITEMAPS_MAX) {
        this.#lose(address, `more than ${SITEMAPS_MAX} sitemaps are not read`);
        continue;
      }
      asked.add(address);
      // The loop goes on over what it adds.
      for (const next of await this.#readOne(address, guessed.has(address)))
        waiting.push({ address: next, isGuess: false });
    }
    if (this.#pages.size === 0) throw this.#nothing();
    return { pages: [...this.#pages], missing: this.#missing };
  }

  /** The sitemap that the member named, else those of robots.txt (RFC 9309), and the usual places. */
  async #first(): Promise<{ readonly address: string; readonly isGuess: boolean }[]> {
    if (/\.xml(?:\.gz)?$/i.test(this.#site.pathname)) return [{ address: this.#site.href, isGuess: false }];
    const robots = await this.#bytes(new URL("/robots.txt", this.#site).href, ROBOTS_MAX_BYTES).then(decoded, () => "");
    const named = [...robots.matchAll(/^[ \t]*sitemap[ \t]*:[ \t]*(\S+)/gim)].map(([, address = ""]) => address);
    return [
      ...this.#ofSite(named).map((address) => ({ address, isGuess: false })),
      ...USUAL.map((path) => ({ address: new URL(path, this.#site).href, isGuess: true })),
    ];
  }

  async #readOne(address: string, isGuess: boolean): Promise<string[]> {
    try {
      const { pages, sitemaps, fault } = readSitemap(await this.#text(address));
      for (const page of this.#ofSite(pages)) this.#pages.add(page);
      if (this.#pages.size > PAGES_MAX)
        throw new Trouble(`The sitemap lists more than ${PAGES_MAX} pages. A site has at most so many.`);
      if (fault !== undefined && !(isGuess && pages.length + sitemaps.length === 0)) this.#lose(address, fault);
      return this.#ofSite(sitemaps);
    } catch (error) {
      if (error instanceof Trouble) throw error;
      const reason = error instanceof Error ? error.message : String(error);
      if (isGuess) this.#refusal ??= reason;
      else this.#lose(address, reason);
      return [];
    }
  }

  async #text(address: string): Promise<string> {
    const found = await this.#bytes(address, SITEMAP_MAX_BYTES);
    const isPacked = found[0] === 0x1f && found[1] === 0x8b;
    return new TextDecoder().decode(isPacked ? gunzipSync(found, { maxOutputLength: SITEMAP_MAX_BYTES }) : found);
  }

  #lose(address: string, reason: string): void {
    this.#missing.push({ place: address, what: `pages that this sitemap lists: ${reason}` });
  }

  #nothing(): Trouble {
    const { origin } = this.#site;
    const [other] = this.#elsewhere;
    if (other !== undefined) return new Trouble(`The sitemap of ${origin} lists pages of ${other}. Name that host.`);
    const [missing] = this.#missing;
    const reason = missing ? `${missing.place}: ${missing.what}` : this.#refusal;
    return new Trouble(
      `${origin} has no sitemap that lists pages of it${reason === undefined ? "" : ` (${reason})`}. Name the host that it leads to or the address of its sitemap, or look for an export in its software.`,
    );
  }

  #ofSite(addresses: readonly string[]): string[] {
    return addresses.flatMap((address) => {
      const url = URL.parse(address, this.#site);
      if (!url || !/^https?:$/.test(url.protocol)) return [];
      if (url.host !== this.#site.host) {
        this.#elsewhere.add(url.host);
        return [];
      }
      [url.hash, url.username, url.password] = ["", "", ""];
      url.protocol = this.#site.protocol;
      return [url.href];
    });
  }
}

/** A page in the encoding that it names, by default UTF-8. */
function decoded(bytes: Uint8Array): string {
  const head = new TextDecoder("latin1").decode(bytes.subarray(0, 1_024));
  const label = /<meta[^>]+charset\s*=\s*["']?\s*([\w-]+)/i.exec(head)?.[1] ?? "utf-8";
  try {
    return new TextDecoder(label).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}
