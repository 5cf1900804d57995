import { RUNS_ANSWER_MS, RUNS_MAX_BYTES } from "../../../../manifests/bounds/watchdog.ts";
import { visibleJson } from "../../../../manifests/visible.ts";
import type { PluginHealth } from "../../../../runtime/plugins/calls/health.ts";
import type { Invocations } from "../../../../runtime/plugins/calls/invocations.ts";
import { type ProcessRuns, processRunsShape } from "../../../../runtime/plugins/calls/processRuns.ts";
import type { Tenant } from "../../../../runtime/tenancy/tenant.ts";

/** The parts of the kernel that judge interrupted calls. */
export interface JudgeParts {
  readonly invocations: Invocations;
  readonly pluginHealth: PluginHealth;
  readonly tenant: Tenant;
}

/**
 * Judges the calls that a crash of the last process interrupted. Runs when a workspace wakes, before it calls any
 * plugin.
 */
export async function judgeInterrupted(
  { invocations, pluginHealth, tenant }: JudgeParts,
  address: string,
): Promise<void> {
  if (invocations.isEmpty) return;
  const runs = address === "" ? [] : await askRuns(address);
  pluginHealth.judgeInterrupted(runs, tenant.name);
}

/** The runs where the runner does not answer: nobody saw the end, so no plugin is charged for it. */
const unseen = (): ProcessRuns => [
  { began: 0, ending: null },
  { began: Date.now(), ending: null },
];

/** Asks the runner how processes ended. Never rejects. */
async function askRuns(address: string): Promise<ProcessRuns> {
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(RUNS_ANSWER_MS), redirect: "manual" });
    const text = await response.text();
    if (!response.ok || text.length > RUNS_MAX_BYTES)
      throw new Error(`answered ${response.status} with ${text.length} characters`);
    return processRunsShape.parse(JSON.parse(text));
  } catch (error) {
    console.error(visibleJson({ event: "process_runs_unknown", error: String(error) }));
    return unseen();
  }
}
