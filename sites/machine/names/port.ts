import { randomInt } from "node:crypto";
import { createServer } from "node:net";
import { type ListenAddress, THIS_MACHINE } from "./listenAddress.ts";
import { Problem, reason } from "../process/problem.ts";
import { WrongValue } from "../process/wrongValue.ts";

const SAYS: Readonly<Record<string, string>> = {
  EADDRINUSE: "is in use",
  EACCES: "needs more rights than this user has",
};

/**
 * The range of chosen ports, without its end. Operating systems do not use this range for "any free port". A start
 * makes a dozen such connections between choosing and binding a port, and in rare cases one got the chosen port.
 * Browsers block no port in this range.
 */
const CHOSEN_FROM = [20_000, 32_768] as const;
/** After this many tries, something other than a taken port is at fault. */
const TRIES = 20;

/** Checks that the ports of a run are free. Answers the one of plain http. */
export async function claimPorts(port: number, host: string, tls: ListenAddress | undefined): Promise<number> {
  if (tls) await free(tls.port, tls.host, 'as "listen" of "tls" in svc.jsonc');
  return claimPort(port, host);
}

/** Checks that the port is free. For 0, chooses a free one. */
export async function claimPort(port: number, host: string = THIS_MACHINE): Promise<number> {
  if (port !== 0) return free(port, host);
  for (let tries = 1; ; tries++) {
    const chosen = randomInt(...CHOSEN_FROM);
    try {
      return await free(chosen, host);
    } catch (error) {
      if (tries === TRIES) throw error;
    }
  }
}

function free(port: number, host: string, remedy?: string): Promise<number> {
  return new Promise((done, fail) => {
    const server = createServer();
    server.on("error", (error: NodeJS.ErrnoException) => {
      fail(faultOf(error, port, host, remedy));
    });
    server.listen({ port, host, exclusive: true }, () => server.close(() => done(port)));
  });
}

function faultOf(error: NodeJS.ErrnoException, port: number, host: string, remedy?: string): Problem {
  if (error.code === "EADDRNOTAVAIL" && remedy !== undefined)
    return new Problem(`This machine has no address ${host}. Choose another one ${remedy}.`, { cause: error });
  if (error.code === "EADDRNOTAVAIL")
    return new WrongValue(
      "listen",
      undefined,
      (where) => `${where} names ${host}, and this machine has no such address. Choose another one with --listen.`,
      { cause: error },
    );
  const option = remedy ?? `with ${host === THIS_MACHINE ? "--port" : "--listen"}`;
  return new Problem(`Port ${port} ${SAYS[error.code ?? ""] ?? reason(error)}. Choose another one ${option}.`, {
    cause: error,
  });
}
