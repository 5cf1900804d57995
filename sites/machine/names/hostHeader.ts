/** A Host header (RFC 9112, 3.2): a name or an address, and an optional port. */
const HOST = /^(?:[a-z0-9](?:[a-z0-9._-]*[a-z0-9.])?|\[[0-9a-f:.]+\])(?::(\d{1,5}))?$/i;
const HIGHEST_PORT = 65_535;

/** Tells whether a text may be a Host header. */
export function isHostHeader(text: string): boolean {
  const [, port = "80"] = HOST.exec(text) ?? ["", "-1"];
  return Number(port) > 0 && Number(port) <= HIGHEST_PORT;
}

/** The hostname in a Host header, in lower case, without the port. */
export const hostnameOf = (host: string): string => host.toLowerCase().replace(/:\d+$/, "").replace(/\.$/, "");
