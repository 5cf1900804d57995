import { READ_BACK_TRIES, READ_BACK_WAIT_MS } from "../../../manifests/bounds/hosting.ts";
import type { Hosting } from "../hosting.ts";
import type { HostingStep } from "./stopped.ts";
import { stopped } from "./stopped.ts";

/** Looks again at what was just made. The provider may say for seconds that it is not there; any other answer counts at once. */
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
