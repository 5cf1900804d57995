import { isIP } from "node:net";
import { WrongValue } from "../process/wrongValue.ts";

/** The address and port on which visitors connect. */
export interface ListenAddress {
  /** An IPv4 or IPv6 address, without brackets. */
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
}

export const THIS_MACHINE = "127.0.0.1";
const HIGHEST_PORT = 65_535;

const portIn = (text: string): number | undefined => {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : -1;
  return port < 0 || port > HIGHEST_PORT ? undefined : port;
};

export function readPort(text: string): number {
  const port = portIn(text);
  if (port !== undefined) return port;
  const says = `takes a number from 0 to ${HIGHEST_PORT}, not ${JSON.stringify(text)}.`;
  throw new WrongValue("port", text, (where) => `${where} ${says}`);
}

/** Reads `--listen`: an IP address and a port. A hostname is refused, because its address could change. */
export function readListenAddress(text: string): ListenAddress {
  const address = listenAddressIn(text);
  if (address) return address;
  const says = `takes an address and a port from 0 to ${HIGHEST_PORT}, such as 127.0.0.1:8787, 0.0.0.0:8787 or [::1]:8787; not ${JSON.stringify(text)}.`;
  throw new WrongValue("listen", text, (where) => `${where} ${says}`);
}

/** The address in a text. Undefined if there is none. */
export function listenAddressIn(text: string): ListenAddress | undefined {
  const [, six, four, digits = ""] = /^(?:\[([^\]]*)\]|([^:]*)):(\d*)$/.exec(text) ?? [];
  const [host, port] = [six ?? four ?? "", portIn(digits)];
  const isAddress = isIP(host) !== 0 && (six === undefined) === (isIP(host) === 4);
  return port !== undefined && isAddress ? { host, port } : undefined;
}

/** The addresses to listen on. Loopback is always among them, for `svc operator` and the health check. */
export const boundTo = (host: string): readonly string[] =>
  ["0.0.0.0", "::", THIS_MACHINE].includes(host) ? [host] : [host, THIS_MACHINE];
