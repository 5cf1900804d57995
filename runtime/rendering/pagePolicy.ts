/**
 * The content security policy of every page. Only the kernel's own scripts may run: the form script, the frame script,
 * or a challenge. Pages connect only to their own site, for the form script, and for inspectors that fetch robots.txt
 * or llms.txt from within a page.
 */
import type { PublicPlace } from "../documents/content/languageHosts.ts";

const PAGE_POLICY: readonly string[] = [
  "default-src 'none'",
  "img-src 'self'",
  "media-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
];

/** The pages that may frame this one: none, or those of the same origin. */
export type FramedBy = "none" | "self";

const SCRIPT = "script:";
/** Marks a source in a page's list of frames as a script that the kernel loads. No plugin can declare one. */
export const scriptFrom = (source: string): string => SCRIPT + source;

const LEAVING = "leaving:";
/** Marks a host in a page's list of frames as one where a form of the page may lead. Browsers check each redirect. */
export const leavingTo = (host: string): string => `${LEAVING}https://${host}`;

/** A localhost origin with a port. */
const AT_HOME = /^(http:\/\/(?:[a-z0-9-]+\.)*localhost):\d+$/;

/**
 * A policy source for the site's own resources. Policies are stored at publication, and a local machine may later serve
 * another port. So a localhost source allows every port.
 */
export const ownSource = (origin: string, path: string): string => origin.replace(AT_HOME, "$1:*") + path;

/** The frames of a page that is answered at any origin of its site. What the site serves itself is at each. */
export function framesAnywhere(frames: string, { origin, hosts = [] }: PublicPlace): string {
  const starts = [origin, ...hosts.map((host) => host.origin)].map((one) => ownSource(one, "/_assets/"));
  const sources = frames.split(" ").flatMap((source) => {
    const mark = source.startsWith(SCRIPT) ? SCRIPT : "";
    const found = starts.find((start) => source.startsWith(mark + start));
    return found === undefined
      ? [source]
      : starts.map((start) => mark + start + source.slice(mark.length + found.length));
  });
  return [...new Set(sources)].join(" ");
}

/** Tells whether an entry of a page's list of frames is another site, and not a script or a frame of this one. */
export const isForeign = (source: string): boolean =>
  !source.startsWith(SCRIPT) && !source.startsWith(LEAVING) && !source.includes("/_assets/frame/");

/** The frames of a page without script sources, for pages that are only displayed. */
export const withoutScripts = (frames: string): string =>
  frames
    .split(" ")
    .filter((source) => !source.startsWith(SCRIPT))
    .join(" ");

/** The policy of a page. `frames` are the origins that its sections embed, separated by spaces. */
export function pagePolicy(frames: string, framedBy: FramedBy = "none"): string {
  const all = frames.split(" ").filter((origin) => origin !== "");
  const marked = (mark: string): string[] =>
    all.filter((origin) => origin.startsWith(mark)).map((origin) => origin.slice(mark.length));
  const [scripts, leaving] = [marked(SCRIPT), marked(LEAVING)];
  const framed = all.filter((origin) => !origin.startsWith(SCRIPT) && !origin.startsWith(LEAVING));
  return [
    ...PAGE_POLICY,
    `form-action ${["'self'", ...leaving].join(" ")}`,
    "base-uri 'none'",
    `frame-ancestors '${framedBy}'`,
    ...(framed.length > 0 ? [`frame-src ${framed.join(" ")}`] : []),
    ...(scripts.length > 0 ? [`script-src ${scripts.join(" ")}`] : []),
  ].join("; ");
}
