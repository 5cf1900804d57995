/**
 * The policy of every page. No page needs a script, and none may run except the kernel's own: the one that sends forms,
 * or one of a challenge. Pages connect only to their own site, for that script and for inspectors that fetch robots.txt
 * or llms.txt in their name.
 */
const PAGE_POLICY: readonly string[] = [
  "default-src 'none'",
  "img-src 'self'",
  "media-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
];

/** The pages that may frame a page: none, or those of the same origin. */
export type FramedBy = "none" | "self";

const SCRIPT = "script:";
/**
 * Marks an address or origin, among a page's frames, from which the kernel loads a script. No plugin can declare one.
 */
export const scriptFrom = (source: string): string => SCRIPT + source;

/** Names of one machine itself, with a port. */
const AT_HOME = /^(http:\/\/(?:[a-z0-9-]+\.)*localhost):\d+$/;

/**
 * The address of something of the site's own. A machine may serve under another port tomorrow what it publishes today,
 * and a policy is kept as it was published. So names of the machine itself stand for each of its ports.
 */
export const ownSource = (origin: string, path: string): string => origin.replace(AT_HOME, "$1:*") + path;

/** The frames of a page without the scripts it may load: for a page that is only looked at. */
export const withoutScripts = (frames: string): string =>
  frames
    .split(" ")
    .filter((source) => !source.startsWith(SCRIPT))
    .join(" ");

/** Builds the policy of a page; `frames` are the origins that its sections declared, separated by spaces. */
export function pagePolicy(frames: string, framedBy: FramedBy = "none"): string {
  const all = frames.split(" ").filter((origin) => origin !== "");
  const scripts = all.filter((origin) => origin.startsWith(SCRIPT)).map((origin) => origin.slice(SCRIPT.length));
  const framed = all.filter((origin) => !origin.startsWith(SCRIPT));
  return [
    ...PAGE_POLICY,
    `frame-ancestors '${framedBy}'`,
    ...(framed.length > 0 ? [`frame-src ${framed.join(" ")}`] : []),
    ...(scripts.length > 0 ? [`script-src ${scripts.join(" ")}`] : []),
  ].join("; ");
}
