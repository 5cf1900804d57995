import { randomInt } from "node:crypto";
import { createServer } from "node:net";
import { Problem, reason } from "./problem.ts";

const SAYS: Readonly<Record<string, string>> = {
  EADDRINUSE: "is in use",
  EACCES: "needs more rights than this user has",
};

/**
 * Where a port is chosen from, the last one excluded. No system gives these to whoever asks for any port: between the
 * choice and its use the parts of a start ask for a dozen, and in one start of some thousand one of them got the chosen
 * one. No browser blocks any of them.
 */
const CHOSEN_FROM = [20_000, 32_768] as const;
/** As many are tried as leave no doubt that it is not the port that is in the way. */
const TRIES = 20;

/** The port, once it is known to be free; for 0, one that is. */
export async function claimPort(port: number): Promise<number> {
  if (port !== 0) return free(port);
  for (let tries = 1; ; tries++) {
    const chosen = randomInt(...CHOSEN_FROM);
    try {
      return await free(chosen);
    } catch (error) {
      if (tries === TRIES) throw error;
    }
  }
}

function free(port: number): Promise<number> {
  return new Promise((done, fail) => {
    const server = createServer();
    server.on("error", (error: NodeJS.ErrnoException) => {
      fail(new Problem(`Port ${port} ${SAYS[error.code ?? ""] ?? reason(error)}. Choose another one with --port.`, { cause: error }));
    });
    server.listen({ port, host: "127.0.0.1", exclusive: true }, () => server.close(() => done(port)));
  });
}
