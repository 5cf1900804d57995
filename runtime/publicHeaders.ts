import { PUBLIC_STALE_SECONDS } from "../manifests/bounds.ts";

/** Sent with everything a visitor receives. */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "strict-origin-when-cross-origin",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
  "Strict-Transport-Security": "max-age=31536000",
  "X-Frame-Options": "DENY",
};

/**
 * No page needs a script, and none may run but what the kernel itself loads: the one that sends forms, or that of a
 * challenge. Pages connect to their own site for it, and for inspectors that fetch robots.txt or llms.txt in their name.
 */
const PAGE_POLICY = [
  "default-src 'none'", "img-src 'self'", "media-src 'self'", "style-src 'self'", "font-src 'self'", "connect-src 'self'",
  "form-action 'self'", "base-uri 'none'", "frame-ancestors 'none'",
].join("; ");

/** For files that are data: nothing in them may run or load anything, even when opened as a document. */
export const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox";

const SCRIPT = "script:";
/** An address or an origin the kernel itself loads a script from, among the frames of a page. No plugin can declare one. */
export const scriptFrom = (source: string): string => SCRIPT + source;

/** Policy of a page; `frames` are the origins its sections declared, separated by spaces. */
export function pagePolicy(frames: string): string {
  const all = frames.split(" ").filter((origin) => origin !== "");
  const scripts = all.filter((origin) => origin.startsWith(SCRIPT)).map((origin) => origin.slice(SCRIPT.length));
  const framed = all.filter((origin) => !origin.startsWith(SCRIPT));
  return [PAGE_POLICY, ...(framed.length > 0 ? [`frame-src ${framed.join(" ")}`] : []), ...(scripts.length > 0 ? [`script-src ${scripts.join(" ")}`] : [])].join("; ");
}

/** Browsers ask again each time (a 304 is cheap); shared caches may be stale for a stated while, and are purged at publication. */
export const CACHE_PUBLIC = `public, max-age=0, s-maxage=${PUBLIC_STALE_SECONDS}, must-revalidate`;

/** For addresses that name their content by digest. */
export const CACHE_IMMUTABLE = "public, max-age=31536000, immutable";
