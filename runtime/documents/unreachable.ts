/** Paths at which no page can appear, because the platform serves them first. */
import { redirectSource } from "./content/redirectSource.ts";
import { plainPath } from "../../manifests/shapes/normalPath.ts";

interface Taken {
  readonly address: RegExp;
  readonly says: string;
}

const INTERFACE: Taken = { address: /^\/api(?:\/|$)/, says: "a path outside /api, where the interface answers" };
const MEDIA: Taken = { address: /^\/media\//, says: "a path outside /media/, where files are" };
const EDITOR: Taken = { address: /^\/_editor(?:\/|$)/, says: "a path outside /_editor, where the editor is" };
const SHARED: Taken = { address: /^\/_draft(?:\/|$)/, says: "a path outside /_draft, where share links are" };
const PLATFORM: Taken = {
  address: /^\/cdn-cgi(?:\/|$)/,
  says: "a path outside /cdn-cgi, which the platform answers itself",
};
const TWIN: Taken = { address: /^\/index$/, says: "another path: /index.md is the Markdown of the home page" };
const TWINS: Taken = { address: /\.md$/, says: "a path without .md at its end, where the Markdown of a page is" };
/** Files that browsers and programs take for the site's own. */
const FILES: Taken = {
  address: /^\/(?:(?:robots|llms[^/]*)\.txt|sitemap[^/]*\.xml|favicon\.ico|index\.html?)$/,
  says: "another path: browsers and programs expect a file of the site there",
};

const BEFORE_PAGES = [INTERFACE, MEDIA, EDITOR, SHARED, PLATFORM];

function saysOf(taken: readonly Taken[], path: string): string | undefined {
  const plain = plainPath(path);
  return taken.find(({ address }) => address.test(plain))?.says;
}

/**
 * Describes the allowed paths if visitors could not reach a page at this one, as HTML or as Markdown. Undefined if they
 * could.
 */
export const pathAllowed = (path: string): string | undefined => saysOf([...BEFORE_PAGES, TWIN, TWINS, FILES], path);

/** The same for the path from which a redirect leads away. */
export const redirectAllowed = (from: string): string | undefined =>
  saysOf(BEFORE_PAGES, `/${redirectSource(from).parts.join("/")}`);

/** Tells a member why visitors do not reach a page, or that an entry lives in lists alone. */
export const reachOf = (
  path: string,
  type: string | null,
  pageless: ReadonlySet<string>,
): { readonly unreachable: string | null; readonly pageless?: true } =>
  type !== null && pageless.has(type) ? { unreachable: null, pageless: true } : { unreachable: whyUnreachable(path) };

/** Tells a member why visitors do not reach a page whose path was reserved later. Null if they do. */
export function whyUnreachable(path: string): string | null {
  const allowed = pathAllowed(path);
  return allowed === undefined ? null : `Visitors do not reach ${path}. Choose ${allowed}.`;
}
