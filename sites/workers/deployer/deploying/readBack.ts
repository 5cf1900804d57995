import { READ_BACK_TRIES, READ_BACK_WAIT_MS } from "../../../../manifests/bounds/hosting.ts";
import type { Hosting } from "../tenants/hosting.ts";
import { type HostingStep, stopped } from "./stopped.ts";

/**
 * Reads a new resource. The provider may answer "not found" for some seconds, so that is tried again; any other answer
 * counts.
 */
export async function readBack<T>(
  { sleep }: Pick<Hosting, "sleep">,
  step: HostingStep,
  look: () => Promise<T | undefined>,
): Promise<T> {
  for (let tried = 1; ; tried++) {
    const found = await look();
    if (found !== undefined) return found;
    if (tried >= READ_BACK_TRIES) throw stopped(step, "nothing, after it was made", "what was made");
    await sleep(READ_BACK_WAIT_MS);
  }
}
