import { Asking } from "../asking.ts";
import type { Peer } from "../peer.ts";
import { startBare } from "../../machine.ts";

/** The smallest workerd: one worker that answers with our home page from memory. */
export const bare: Peer = {
  name: "minimal workerd",
  missing: () => undefined,
  async start({ folder, ours }) {
    if (!ours) throw new Error("The minimal workerd answers with the bytes of Drawbridge, which does not run.");
    using asking = new Asking(ours.port, ours.host);
    const { body } = await asking.expect({ path: ours.home(false) }, 200);
    const { port, pid, guarded } = await startBare(folder, body);
    return {
      port,
      host: "a",
      pids: () => [pid],
      home: () => "/",
      [Symbol.asyncDispose]: () => guarded.stop(),
    };
  },
};
