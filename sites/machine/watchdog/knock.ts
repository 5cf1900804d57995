import { setTimeout } from "node:timers/promises";
import type { InspectorDoor } from "./inspector.ts";
import type { ProcessorQueue } from "./processorQueue.ts";

/**
 * The longest wait at one door, in milliseconds, without waiting for a processor. An idle isolate opens within a few.
 */
export const KNOCK_MS = 100;
/** The longest wait by the clock, in milliseconds. On a machine that is so busy, a closed door proves nothing. */
export const KNOCK_LONGEST_MS = 1_000;
const POLL_MS = 2;

/** The monotonic clock of a knock, and its pause between two looks; both in milliseconds. */
export interface KnockTime {
  now(): number;
  wait(ms: number): Promise<unknown>;
}

const TIME: KnockTime = { now: () => performance.now(), wait: (ms) => setTimeout(ms) };

/**
 * Milliseconds until the door opened; undefined if it stayed closed. Time in the processor's queue does not count,
 * because a busy machine opens every door late. Throws if the queue alone may have kept the door closed.
 */
export async function waitAt(
  door: Pick<InspectorDoor, "isOpen">,
  queue: () => ProcessorQueue,
  { now, wait }: KnockTime = TIME,
): Promise<number | undefined> {
  const [began, { waitedMs: queued }] = [now(), queue()];
  const waited = (): number => Math.max(0, now() - began - (queue().waitedMs - queued));
  const isShut = (): boolean => now() - began >= KNOCK_MS && waited() >= KNOCK_MS && !queue().isWaiting;
  while (!door.isOpen && !isShut()) {
    if (now() - began >= KNOCK_LONGEST_MS)
      throw new Error("The machine is too busy to find out why a worker does not answer.");
    await wait(POLL_MS);
  }
  return door.isOpen ? waited() : undefined;
}
