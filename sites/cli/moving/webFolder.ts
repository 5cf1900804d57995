/** A site on the web as the source of an import: its pages, by its sitemap. */
import { gunzipSync } from "node:zlib";
import type { Folder } from "../../moving/tree/folder.ts";
import { readSitemap } from "../../moving/move.ts";
import { Trouble } from "../command/command.ts";
import { INTERNET, type Network, fetchRemote } from "./remoteFile.ts";

/** Most pages of a site, as many as a site here may have. */
const PAGES_MAX = 20_000;
/** Most sitemaps that are read. One lists up to 50,000 addresses. */
const SITEMAPS_MAX = 200;
/** Largest sitemap in bytes (sitemaps.org). */
const SITEMAP_MAX_BYTES = 50 * 1024 * 1024;

const USUAL = ["/sitemap.xml", "/sitemap_index.xml", "/wp-sitemap.xml"];

const LOOPBACK = ["127.0.0.1"];

/** Names of the member's own machine. Those below `localhost` lead nowhere else (RFC 6761, 6.3). */
const isOwnMachine = (name: string): boolean => /^(?:.+\.)?localhost$|^127\.0\.0\.1$/.test(name);

/** The network of an import: public hosts, and the member's own machine if the member named it as the source. */
export function networkTo(address: string): Network {
  const { hostname } = new URL(address);
  if (!isOwnMachine(hostname)) return INTERNET;
  return {
    resolve: async (name) => (name === hostname ? LOOPBACK : INTERNET.resolve(name)),
    // Another name that leads to this machine is refused all the same.
    isAllowed: (found, name) => name === hostname || INTERNET.isAllowed(found, name),
  };
}

export async function webFolder(address: string, network: Network): Promise<Folder> {
  const site = new URL(address);
  const isHere = (url: URL): boolean => url.host === site.host;
  const bytes = async (at: string): Promise<Uint8Array<ArrayBuffer>> => {
    const found = await fetchRemote(at, network, isHere);
    if ("refused" in found) throw new Error(found.refused);
    return found;
  };
  const text = async (at: string): Promise<string> => decoded(await bytes(at));
  const paths = await pagesOf(site, bytes);
  if (paths.length === 0)
    throw new Trouble(
      `${site.origin} has no sitemap that lists pages of it. Look for an export in its software, or name the address of its sitemap.`,
    );
  return {
    paths,
    bytes,
    text,
    head: async (at, chars) => (await text(at)).slice(0, chars),
    async *stream(at) {
      yield await text(at);
    },
  };
}

type Fetching = (address: string) => Promise<Uint8Array<ArrayBuffer>>;

/** The addresses of the site in its sitemaps, each once. Those of other hosts are left out. */
async function pagesOf(site: URL, bytes: Fetching): Promise<string[]> {
  const waiting = await sitemapsOf(site, bytes);
  const [asked, pages] = [new Set<string>(), new Set<string>()];
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    if (asked.has(next) || asked.size >= SITEMAPS_MAX) continue;
    asked.add(next);
    const found = readSitemap(await sitemapText(next, bytes));
    waiting.push(...ofSite(found.sitemaps, site));
    for (const page of ofSite(found.pages, site)) pages.add(page);
    if (pages.size > PAGES_MAX)
      throw new Trouble(`The sitemap lists more than ${PAGES_MAX} pages. A site has at most so many.`);
  }
  return [...pages];
}

/** The sitemap that the member named, else those of robots.txt (RFC 9309), else the usual places. */
async function sitemapsOf(site: URL, bytes: Fetching): Promise<string[]> {
  if (/\.xml(?:\.gz)?$/i.test(site.pathname)) return [site.href];
  const robots = await bytes(new URL("/robots.txt", site).href).then(decoded, () => "");
  const named = [...robots.matchAll(/^\s*sitemap\s*:\s*(\S+)/gim)].map(([, address = ""]) => address);
  return [...ofSite(named, site), ...USUAL.map((path) => new URL(path, site).href)];
}

async function sitemapText(address: string, bytes: Fetching): Promise<string> {
  try {
    const found = await bytes(address);
    const isPacked = found[0] === 0x1f && found[1] === 0x8b;
    return new TextDecoder().decode(isPacked ? gunzipSync(found, { maxOutputLength: SITEMAP_MAX_BYTES }) : found);
  } catch {
    return "";
  }
}

function ofSite(addresses: readonly string[], site: URL): string[] {
  return addresses.flatMap((address) => {
    const url = URL.parse(address, site);
    if (url?.host !== site.host || !/^https?:$/.test(url.protocol)) return [];
    url.hash = "";
    url.protocol = site.protocol;
    return [url.href];
  });
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
