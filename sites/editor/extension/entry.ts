/**
 * Finds the editor of a page. The extension does not trust the page before its owner has logged in, so the page cannot
 * choose where the login leads.
 */
import { RETURN_PATH_MAX_CHARS } from "../../../manifests/bounds/logins.ts";
import { isLocalHostname } from "../../../manifests/shapes/localHostname.ts";

/** The parts of a page that the extension reads after a click. */
export interface VisitedPage {
  readonly address: string;
  /** The content of the page's `meta` element for the editor; null if there is none. */
  readonly endpoint: string | null;
}

/** A path on the page's own origin. Its characters can neither name a host nor add a query. */
const ENDPOINT = /^(?:\/[A-Za-z0-9_-]+)+$/;

/** The address of the login that leads to the editor at this page; undefined if the page names no editor of its own. */
export function entryLoginAddress({ address, endpoint }: VisitedPage): string | undefined {
  const page = readAddress(address);
  if (!page || endpoint === null || !ENDPOINT.test(endpoint)) return undefined;
  const atPage = `${endpoint}/edit?path=${encodeURIComponent(page.pathname)}`;
  const back = atPage.length > RETURN_PATH_MAX_CHARS ? endpoint : atPage;
  return `${page.origin}/api/auth/start?return=${encodeURIComponent(back)}`;
}

/** Accepts the address of a site: https, or http on this machine, where a login crosses no network. */
function readAddress(text: string): URL | undefined {
  if (!URL.canParse(text)) return undefined;
  const address = new URL(text);
  const isSite = address.protocol === "https:" || (address.protocol === "http:" && isLocalHostname(address.hostname));
  return isSite ? address : undefined;
}
