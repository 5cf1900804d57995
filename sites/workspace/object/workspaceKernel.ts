import type { OneAtATime } from "../../../runtime/backups/oneAtATime.ts";
import type { Recovery } from "../../../runtime/backups/rewinder.ts";
import type { Deployment } from "../../../runtime/deployment.ts";
import type { Kernel } from "../../../runtime/kernel.ts";
import { createKernel } from "../../../runtime/kernel.ts";
import type { Powers } from "../../../runtime/powers.ts";
import { askLoader } from "../../../sandbox/availability.ts";
import pack from "drawbridge:first-party";
import { Agents } from "../agents/agents.ts";
import { chores } from "./chores.ts";
import type { Env } from "../env.ts";
import { platform } from "../plugins/lender.ts";
import { LeasedCalls } from "../plugins/pluginCalls.ts";
import { FREE_TURNS, RunnersTurns } from "../plugins/trialTurns.ts";
import { erasedPlaces } from "../storage/publicPlaces.ts";
import { roleOf } from "../agents/roleOf.ts";
import { sealingWith } from "../plugins/sealing.ts";
import { vaults } from "../storage/vault.ts";
import { wait } from "./wait.ts";

/** The powers that the object passes to its kernel. */
export interface WorkspaceKernelPowers {
  readonly powers: Powers;
  readonly env: Env;
  readonly recovery: Recovery;
  /** The lock for making and removing archives. It belongs to the object, which may build several kernels. */
  readonly archiveTurn: OneAtATime;
}

/** A workspace put together anew: it knows what its database holds, and nothing else. */
export function kernelWith({ powers, env, recovery, archiveTurn }: WorkspaceKernelPowers): Kernel {
  const {
    PLUGIN_TRUST_KEYS: trustKeys,
    PLUGIN_SETTINGS_SECRET: secret,
    MCP_ORIGIN: agentsOrigin,
    TURNSTILE_SITE_KEY: challengeKey = "",
  } = env;
  return createKernel(powers, {
    pack: pack.plugins,
    trustKeys,
    sealing: sealingWith(secret),
    agentsOrigin,
    challengeKey,
    vaultOf: vaults(env),
    archiveTurn,
    recovery,
    wait,
    roleOf: roleOf(env.DB),
    placesOf: (tenant) => erasedPlaces(env.PUBLIC_CONTENT, tenant),
    agents: (from) => new Agents(from, env.PUBLIC_CONTENT),
    chores: (from) => chores(from, env),
    ...pluginsBy(env),
  });
}

/** Builds the caller of plugins. Without a sandbox, executable plugins are skipped and reported. */
const pluginsBy = ({
  PLUGIN_SANDBOX: sandbox,
  MEDIA,
  MEMBERS_MCP_ORIGIN,
  PROCESS_RUNS: runner = "",
}: Env): Pick<Deployment, "askLoader" | "pluginCalls"> => ({
  askLoader: () => askLoader(sandbox),
  ...(sandbox
    ? {
        pluginCalls: (from) =>
          new LeasedCalls(from, {
            sandbox,
            outside: platform(MEDIA, MEMBERS_MCP_ORIGIN),
            trialTurns: runner === "" ? FREE_TURNS : new RunnersTurns(runner, (site) => from.sites.get(site).tenant),
          }),
      }
    : {}),
});
