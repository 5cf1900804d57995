import type { PluginCall, PluginOutcome } from "./calls.ts";

/** Makes a call of several turns. Each turn begins after the caller has processed the previous answer. */
export async function inTurns(
  call: PluginCall,
  ask: (call: PluginCall) => Promise<PluginOutcome>,
): Promise<PluginOutcome> {
  for (let asked = call; ;) {
    const done = await ask(asked);
    const turn = done.ok ? await call.after?.(done.value) : undefined;
    if (!turn) return done;
    if ("fails" in turn) return turn.fails;
    asked = { ...call, input: turn.next };
  }
}
