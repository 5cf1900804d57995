import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { Problem, reason } from "./problem.ts";

const SAYS: Readonly<Record<string, string>> = {
  EADDRINUSE: "is in use",
  EACCES: "needs more rights than this user has",
};

/** The port, once it is known to be free; for 0, one that is. */
export function claimPort(port: number): Promise<number> {
  return new Promise((done, fail) => {
    const server = createServer();
    server.on("error", (error: NodeJS.ErrnoException) => {
      fail(new Problem(`Port ${port} ${SAYS[error.code ?? ""] ?? reason(error)}. Choose another one with --port.`, { cause: error }));
    });
    server.listen({ port, host: "127.0.0.1", exclusive: true }, () => {
      const chosen = (server.address() as AddressInfo).port;
      server.close(() => done(chosen));
    });
  });
}
