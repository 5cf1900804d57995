import { isIP } from "node:net";
import { Problem } from "../problem.ts";

/** The address and port on which visitors connect. */
export interface ListenAddress {
  /** An IPv4 or IPv6 address, without brackets. */
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
}

export const THIS_MACHINE = "127.0.0.1";
const HIGHEST_PORT = 65_535;

export function readPort(text: string, option = "--port"): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : -1;
  if (port < 0 || port > HIGHEST_PORT)
    throw new Problem(`${option} takes a number from 0 to ${HIGHEST_PORT}, not ${JSON.stringify(text)}.`);
  return port;
}

/** Reads `--listen`: an IP address and a port. A hostname is refused, because its address could change. */
export function readListenAddress(text: string): ListenAddress {
  const [, six, four, port = ""] = /^(?:\[([^\]]*)\]|([^:]*)):(\d*)$/.exec(text) ?? [];
  const host = six ?? four ?? "";
  if (isIP(host) === 0 || (six === undefined) !== (isIP(host) === 4))
    throw new Problem(
      `--listen takes an address and a port, such as 127.0.0.1:8787, 0.0.0.0:8787 or [::1]:8787; not ${JSON.stringify(text)}.`,
    );
  return { host, port: readPort(port, "The port of --listen") };
}

/** The addresses to listen on. Loopback is always among them, for `svc operator` and the health check. */
export const boundTo = (host: string): readonly string[] =>
  ["0.0.0.0", "::", THIS_MACHINE].includes(host) ? [host] : [host, THIS_MACHINE];
