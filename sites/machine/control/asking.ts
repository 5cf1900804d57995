import { readFileSync } from "node:fs";
import { once } from "node:events";
import { connect } from "node:net";
import { createInterface } from "node:readline";
import * as z from "zod/mini";
import { PAUSE_MAX_MS } from "../../../manifests/bounds/operators.ts";
import { ADDRESS } from "../process/listening.ts";
import { Problem } from "../process/problem.ts";
import type { DataFolder } from "../state/dataFolder.ts";
import type { ControlFile } from "./control.ts";

/** The longest wait for an answer of the run, in milliseconds. Another backup may pause the workers first. */
const ANSWER_MS = 3 * PAUSE_MAX_MS;

const shape = z.object({ control: z.int(), word: z.string(), port: z.int() });

/** Reads the control file of the running installation; undefined if none is ready. */
export function controlIn({ control }: Pick<DataFolder, "control">): ControlFile | undefined {
  try {
    return shape.parse(JSON.parse(readFileSync(control, "utf8")));
  } catch {
    return undefined; // The file is missing, or a run is writing it at this moment.
  }
}

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
