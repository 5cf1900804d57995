/** Ends isolates that no call needs. Only an isolate can end itself, so the sandbox calls its guest to do so. */
import * as z from "zod/mini";
import { nextAttempt } from "./attempts.ts";
import type { Env } from "./env.ts";
import { callTargetShape } from "./invocation.ts";
import { ownerName } from "./isolate.ts";
import { LoadedIsolates, type IsolateId } from "./loadedIsolates.ts";

interface EndingStub extends Fetcher {
  end(): Promise<void>;
}

/** The isolates that this instance of the sandbox has loaded. Other instances keep their own list. */
export const loadedIsolates = new LoadedIsolates(Date.now);

const { tenant, site, plugin } = callTargetShape.def.shape;
const ownerShape = z.strictObject({ tenant, site, plugin });

/** Ends the isolates of one plugin of one site. A busy isolate ends after its call. */
export async function evict({ PLUGIN_LOADER: loader }: Env, owner: unknown): Promise<{ ended: number }> {
  const parsed = ownerShape.safeParse(owner);
  if (!loader || !parsed.success) return { ended: 0 };
  const { idle, busy } = loadedIsolates.dismiss(ownerName(parsed.data));
  // New calls get the next attempt, never an isolate that is about to end.
  for (const { stem, attempt } of busy) nextAttempt(stem, attempt);
  await endIsolates(loader, idle);
  return { ended: idle.length + busy.length };
}

export async function endIsolates(loader: WorkerLoader, isolates: readonly IsolateId[]): Promise<void> {
  for (const { name, stem, attempt } of isolates) {
    nextAttempt(stem, attempt);
    const guest = loader.get(name, notLoaded).getEntrypoint() as unknown as EndingStub;
    // The isolate ends before it can answer, so this call always rejects.
    await guest.end().catch(() => undefined);
  }
}

const notLoaded = (): never => {
  throw new Error("not loaded");
};
