import { isLocalHostname } from "../shared/localHostname.ts";

/** Sites have https at the standard port, except on this machine: there they are where this request came in. */
export function originOf(hostname: string, { protocol, port }: Pick<URL, "protocol" | "port">): string {
  if (!isLocalHostname(hostname)) return `https://${hostname}`;
  return `${protocol}//${hostname}${port === "" ? "" : `:${port}`}`;
}
