/**
 * Cookies at names below `localhost`, which have no TLS. Some browsers keep no `Secure` cookie there, so their people
 * could not log in. An answer to a browser sets each protected cookie a second time there, under a plain name. The
 * workers see the protected name alone. At every other origin a plain name means nothing.
 */
import { isLocalHostname } from "../../../manifests/shapes/localHostname.ts";
import type { Arrival } from "../names/arrival.ts";

/** The prefixes that browsers tie to https, and what stands in their place. */
const PLAIN: readonly (readonly [guarded: string, plain: string])[] = [
  ["__Host-", "local_host_"],
  ["__Secure-", "local_secure_"],
];

/** Tells whether a request came to a name below `localhost`, over plain http. */
export const hasPlainCookies = ({ hostname, arrival }: { readonly hostname: string; readonly arrival: Arrival }) =>
  arrival.scheme === "http" && isLocalHostname(hostname);

/** True for a browser, as all of them begin the header. Programs keep the cookies that they know. */
export const isBrowser = (agent = ""): boolean => agent.startsWith("Mozilla/");

const nameIn = (pair: string): string => (pair.split("=", 1)[0] ?? "").trim();

const guardedName = (name: string): string | undefined => {
  const [guarded, plain] = PLAIN.find(([, start]) => name.startsWith(start)) ?? [];
  return guarded === undefined || plain === undefined ? undefined : guarded + name.slice(plain.length);
};

/**
 * A Cookie header as the workers read it. A protected cookie of the browser goes before its copy. Of two copies neither
 * counts, because one of them was planted.
 */
export function guardedCookies(header: string): string {
  const pairs = header.split(";").map((pair) => pair.trim());
  const names = pairs.map(nameIn);
  return pairs
    .flatMap((pair, at) => {
      const name = names[at] ?? "";
      const guarded = guardedName(name);
      if (guarded === undefined) return [pair];
      const isPlanted = names.indexOf(name) !== names.lastIndexOf(name);
      return isPlanted || names.includes(guarded) ? [] : [guarded + pair.slice(name.length)];
    })
    .join("; ");
}

const withoutSecure = (cookie: string): string => cookie.replace(/;\s*Secure(?=\s*(?:;|$))/i, "");

/** The Set-Cookie headers in place of one. A cookie without a prefix keeps its name, for a browser keeps one of a name. */
export function plainCookies(cookie: string): readonly string[] {
  const [guarded, plain] = PLAIN.find(([start]) => cookie.startsWith(start)) ?? [];
  if (guarded === undefined || plain === undefined) return [withoutSecure(cookie)];
  return [cookie, withoutSecure(plain + cookie.slice(guarded.length))];
}
