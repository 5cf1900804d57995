/** Addresses no page is ever shown at, because something else answers them first. */

interface Taken {
  readonly address: RegExp;
  readonly says: string;
}

const INTERFACE: Taken = { address: /^\/api(?:\/|$)/, says: "a path outside /api, where the interface answers" };
const MEDIA: Taken = { address: /^\/media\//, says: "a path outside /media/, where files are" };
const EDITOR: Taken = { address: /^\/_editor(?:\/|$)/, says: "a path outside /_editor, where the editor is" };
const PLATFORM: Taken = {
  address: /^\/cdn-cgi(?:\/|$)/,
  says: "a path outside /cdn-cgi, which the platform answers itself",
};
const TWIN: Taken = { address: /^\/index$/, says: "another path: /index.md is the Markdown of the home page" };

const BEFORE_PAGES = [INTERFACE, MEDIA, EDITOR, PLATFORM];

const saysOf = (taken: readonly Taken[], path: string): string | undefined =>
  taken.find(({ address }) => address.test(path))?.says;

/** Describes the allowed paths if visitors cannot reach this one, in HTML and in Markdown; undefined if they can. */
export const pathAllowed = (path: string): string | undefined => saysOf([...BEFORE_PAGES, TWIN], path);

/** The same of the address a redirect leads away from. */
export const redirectAllowed = (from: string): string | undefined => saysOf(BEFORE_PAGES, from);

/**
 * Explains to a member that visitors do not reach a page's path, which was accepted before it was reserved; null if
 * they do.
 */
export function whyUnreachable(path: string): string | null {
  const allowed = pathAllowed(path);
  return allowed === undefined ? null : `Visitors do not reach ${path}. Choose ${allowed}.`;
}
