import { setTimeout } from "node:timers/promises";
import {
  BLOBS_CHECK_AGAIN_MS,
  BLOBS_CHECK_BEGINS_MS,
  BLOBS_CHECKED_BYTES,
} from "../../../manifests/bounds/operators.ts";
import { reason } from "../process/problem.ts";
import type { BlobKeeper } from "./keeper.ts";

export interface PatrolInput {
  readonly keeper: BlobKeeper;
  readonly tell: (line: string) => void;
  /** Waits this many milliseconds. */
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<void>;
}

const SECOND = 1000;
/** The shortest pause between two files, so that many small ones do not keep the program busy. */
const PAUSE_MS = 10;

const waiting = (ms: number, signal: AbortSignal): Promise<void> => setTimeout(ms, undefined, { signal, ref: false });

/** Compares all files with their digests, slowly, once a day. A disk loses bytes also while a run goes on. */
export function startPatrol({ keeper, tell, wait = waiting }: PatrolInput): Disposable {
  const ended = new AbortController();
  const round = async (): Promise<void> => {
    for (const path of keeper.open) {
      const bytes = keeper.sizeOf(path);
      await keeper
        .isSound(path)
        .catch((error: unknown) => tell(`The file state/${path} cannot be read: ${reason(error)}`));
      await wait(Math.max(PAUSE_MS, (bytes * SECOND) / BLOBS_CHECKED_BYTES), ended.signal);
    }
  };
  const walk = async (): Promise<void> => {
    await wait(BLOBS_CHECK_BEGINS_MS, ended.signal);
    while (!ended.signal.aborted) {
      await round();
      await wait(BLOBS_CHECK_AGAIN_MS, ended.signal);
      keeper.again();
    }
  };
  void walk().catch((error: unknown) => {
    if (!ended.signal.aborted) tell(`Files are no longer compared with their digests: ${reason(error)}`);
  });
  return { [Symbol.dispose]: () => ended.abort() };
}
