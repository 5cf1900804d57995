import { visit } from "../support/driver.ts";

export const DEMO_HOST = "demo.localhost";
export const HOSTS: readonly string[] = [DEMO_HOST, "pocketful.localhost"];

export interface SitePage {
  readonly host: string;
  readonly path: string;
  readonly url: string;
  /** The status of the site's answer. */
  readonly status: number;
}

export const pageAt = (port: number, host: string, path: string, status = 200): SitePage => ({
  host,
  path,
  url: `http://${host}:${port}${path}`,
  status,
});

/** A path without a page, which gets the site's "not found" page. */
const NOWHERE = "/no-such-page";

/**
 * The folders of the demo's entries, the ends of the further pages of its lists, and its translations. Pages of one kind
 * are drawn alike, so one of each is enough for a browser.
 */
const KINDS = [
  /^\/(?:events|people|catalog|log)\/(?=[a-z][^/]+$)/,
  /\/\d{4}(?:\/\d\d)?$/,
  /\/page\/\d+$/,
  /^\/(?:ar|de)\//,
];

/** The kind of a page that has many like it, or else its path. */
function kindOf(path: string): string {
  const kind = KINDS.find((pattern) => pattern.test(path));
  return kind ? String(kind) + path.slice(0, path.indexOf("/", 1)) : path;
}

const oneOfEach = (paths: readonly string[]): string[] =>
  [...Map.groupBy(paths, kindOf).values()].flatMap(([first = ""]) => first);

/** The pages in a site's sitemap, of entries and further pages one of each kind, and the "not found" page. */
export async function pagesOf(port: number, host: string): Promise<SitePage[]> {
  const { body } = await visit(port, host, "/sitemap.xml");
  const paths = [...body.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = ""]) => new URL(url).pathname);
  if (paths.length === 0) throw new Error(`the sitemap of ${host} names no page`);
  return [...oneOfEach(paths).map((path) => pageAt(port, host, path)), pageAt(port, host, NOWHERE, 404)];
}

export const allPages = async (port: number): Promise<SitePage[]> =>
  (await Promise.all(HOSTS.map((host) => pagesOf(port, host)))).flat();
