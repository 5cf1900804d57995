/**
 * Cookies of the login's origin. Over https all but one have the prefix that keeps other hostnames from setting them.
 * Over plain http on this machine they have none, because some browsers keep no such cookie there. No sibling can set a
 * cookie for a name below `localhost`, which browsers treat as a public suffix. A name below another one can, with
 * `Domain`; no site gets a name below the login's. Cookies ignore ports: programs at other ports of this name get them
 * and can set them. The port in their names keeps two machines of one computer apart.
 */
export interface CookieNames {
  readonly session: string;
  /** The secret of the browser that got a challenge. */
  readonly ceremony: string;
  /** Cookies of the provider. */
  readonly provider: { readonly session: string; readonly interaction: string; readonly resume: string };
}

const isSecure = (origin: string): boolean => origin.startsWith("https:");

export function cookieNames(origin: string): CookieNames {
  const { port } = new URL(origin);
  const named = (name: string, prefix = "__Host-"): string =>
    isSecure(origin) ? `${prefix}${name}` : `${name}${port && `_${port}`}`;
  return {
    session: named("svc_account"),
    ceremony: named("svc_ceremony"),
    provider: {
      session: named("svc_provider"),
      interaction: named("svc_interaction"),
      // The provider binds it to the path of one login, where browsers keep no cookie with the other prefix. A site beside
      // the login could set it; the code that the login gives then fits no login that its browser began at a site.
      resume: named("svc_resume", "__Secure-"),
    },
  };
}

export const keepAccountCookie = (origin: string, name: string, value: string, milliseconds: number): string =>
  `${name}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${Math.floor(milliseconds / 1000)}${isSecure(origin) ? "; Secure" : ""}`;

export const dropAccountCookie = (origin: string, name: string): string => keepAccountCookie(origin, name, "", 0);
