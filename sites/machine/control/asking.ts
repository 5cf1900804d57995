import { once } from "node:events";
import { connect } from "node:net";
import { createInterface } from "node:readline";
import { PAUSE_MAX_MS } from "../../../manifests/bounds/operators.ts";
import { ADDRESS } from "../process/listening.ts";
import { Problem } from "../process/problem.ts";
import type { ControlFile } from "../../cli/debugging/controlFile.ts";

/** The longest wait for an answer of the run, in milliseconds. Another backup may pause the workers first. */
const ANSWER_MS = 3 * PAUSE_MAX_MS;

/**
 * Runs `action` while the run's workers are stopped. `action` must be synchronous and short, because visitors wait.
 * Throws if the workers did not stay stopped until its end.
 */
export async function whilePaused<T>({ control, word }: ControlFile, action: () => T): Promise<T> {
  const socket = connect({ port: control, host: ADDRESS });
  socket.setTimeout(ANSWER_MS, () => socket.destroy());
  const over = Promise.race([once(socket, "error"), once(socket, "close")]).then(() => undefined);
  try {
    const lines = createInterface({ input: socket.on("error", () => undefined) })[Symbol.asyncIterator]();
    const hear = async (): Promise<unknown> => (await Promise.race([lines.next(), over]))?.value;
    socket.write(`${word}\n`);
    if ((await hear()) !== "stopped") throw new Problem("The run did not stop its workers. Try again.");
    const result = action();
    socket.write("done\n");
    if ((await hear()) !== "whole")
      throw new Problem(
        "The workers could not be paused for long enough to copy the data. Try again, or stop the run first.",
      );
    return result;
  } finally {
    socket.destroy();
  }
}
