import { isLocalHostname } from "../../../manifests/shapes/localHostname.ts";

/**
 * The origin of a hostname: https on the default port, except on this machine, where the request's protocol and port
 * hold.
 */
export function originOf(hostname: string, { protocol, port }: Pick<URL, "protocol" | "port">): string {
  if (!isLocalHostname(hostname)) return `https://${hostname}`;
  return `${protocol}//${hostname}${port === "" ? "" : `:${port}`}`;
}
