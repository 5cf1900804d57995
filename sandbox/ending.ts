/** Ends isolates nobody needs any more. An isolate can only end itself, so it is asked to. */
import * as z from "zod/mini";
import { brokeOff } from "./attempts.ts";
import type { Env } from "./env.ts";
import { placeShape } from "./invocation.ts";
import { ownerName } from "./isolate.ts";
import { Loaded } from "./loaded.ts";
import type { IsolateId } from "./loaded.ts";

interface EndingStub extends Fetcher {
  end(): Promise<void>;
}

/** What this instance of the sandbox had made; it does not know what others did, and the platform looks after those. */
export const loaded = new Loaded(Date.now);

const { tenant, site, plugin } = placeShape.def.shape;
const ownerShape = z.strictObject({ tenant, site, plugin });

/** Ends what one plugin of one site has here; whatever is in the middle of a call ends after it. */
export async function evict({ PLUGIN_LOADER: loader }: Env, owner: unknown): Promise<{ ended: number }> {
  const parsed = ownerShape.safeParse(owner);
  if (!loader || !parsed.success) return { ended: 0 };
  const { idle, busy } = loaded.dismiss(ownerName(parsed.data));
  // From now on nobody gets the isolate that is about to leave.
  for (const { stem, attempt } of busy) brokeOff(stem, attempt);
  await endIsolates(loader, idle);
  return { ended: idle.length + busy.length };
}

export async function endIsolates(loader: WorkerLoader, isolates: readonly IsolateId[]): Promise<void> {
  for (const { name, stem, attempt } of isolates) {
    brokeOff(stem, attempt);
    const guest = loader.get(name, notLoaded).getEntrypoint() as unknown as EndingStub;
    // An isolate that ends does not live to answer: what arrives here is always a failure.
    await guest.end().catch(() => undefined);
  }
}

const notLoaded = (): never => {
  throw new Error("not loaded");
};
