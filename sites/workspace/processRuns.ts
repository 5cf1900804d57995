import { RUNS_ANSWER_MS, RUNS_MAX_BYTES } from "../../manifests/bounds.ts";
import type { Kernel } from "../../runtime/kernel.ts";
import type { ProcessRuns } from "../../runtime/plugins/processRuns.ts";
import { processRunsShape } from "../../runtime/plugins/processRuns.ts";

/** To be done when a workspace wakes, before it calls any plugin: judges the calls that ended with the process before. */
export async function judgeInterrupted({ invocations, pluginHealth, tenant }: Kernel, address: string): Promise<void> {
  if (invocations.isEmpty) return;
  const runs = address === "" ? [] : await askRuns(address);
  pluginHealth.judgeInterrupted(runs, tenant.name);
}

/** Never rejects: where nobody answers, nothing is known. */
async function askRuns(address: string): Promise<ProcessRuns> {
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(RUNS_ANSWER_MS), redirect: "manual" });
    const text = await response.text();
    if (!response.ok || text.length > RUNS_MAX_BYTES) throw new Error(`answered ${response.status} with ${text.length} characters`);
    return processRunsShape.parse(JSON.parse(text));
  } catch (error) {
    console.error(JSON.stringify({ event: "process_runs_unknown", error: String(error) }));
    return [];
  }
}
