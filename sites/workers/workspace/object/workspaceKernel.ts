import type { OneAtATime } from "../../../../runtime/area/oneAtATime.ts";
import type { Recovery } from "../../../../runtime/backups/rewinder.ts";
import type { Deployment } from "../../../../runtime/deployment.ts";
import { type Kernel, createKernel } from "../../../../runtime/kernel.ts";
import type { Powers } from "../../../../runtime/powers/powers.ts";
import { askLoader } from "../../../../sandbox/availability.ts";
import pack from "drawbridge:first-party";
import { Agents } from "../agents/agents.ts";
import { chores } from "./chores.ts";
import { platform, readMedia } from "../plugins/lender.ts";
import { LeasedCalls } from "../plugins/pluginCalls.ts";
import { FREE_TURNS, RunnersTurns } from "../plugins/trialTurns.ts";
import { erasedPlaces } from "../storage/publicPlaces.ts";
import { copyMedia } from "../storage/mediaCopy.ts";
import type { WorkspacePowers } from "../bindings/powers.ts";
import { sealingWith } from "../plugins/sealing.ts";
import { vaults } from "../storage/vault.ts";
import { wait } from "./wait.ts";

/** The powers that the object passes to its kernel. */
export interface WorkspaceKernelPowers {
  readonly powers: Powers;
  readonly given: WorkspacePowers;
  readonly recovery: Recovery;
  /** The lock for making and removing archives. It belongs to the object, which may build several kernels. */
  readonly archiveTurn: OneAtATime;
  /** Ends the object so that it starts again. Never returns. */
  readonly wakeAnew: (why: string) => void;
}

/** Builds a kernel without any state in memory: it reads everything from the database. */
export function kernelWith({ powers, given, recovery, archiveTurn, wakeAnew }: WorkspaceKernelPowers): Kernel {
  const {
    PLUGIN_TRUST_KEYS: trustKeys,
    PLUGIN_SETTINGS_SECRET: secret,
    MCP_ORIGIN: agentsOrigin,
    TURNSTILE_SITE_KEY: challengeKey = "",
  } = given.settings;
  return createKernel(powers, {
    pack: pack.plugins,
    trustKeys,
    askTrust: given.askTrust,
    sealing: sealingWith(secret),
    agentsOrigin,
    challengeKey,
    vaultOf: vaults(given),
    archiveTurn,
    recovery,
    wait,
    readMedia: (tenant, path) => readMedia(given.media, tenant, path),
    copyMedia: (file) => copyMedia(given.media, file),
    roleOf: given.roleOf,
    isLinkOpen: given.isLinkOpen,
    ...(given.mail ? { mail: given.mail } : {}),
    placesOf: (tenant) => erasedPlaces(given.publicStore, tenant),
    agents: (from) => new Agents(from, given.publicStore),
    chores: (from) => chores(from, given),
    ...pluginsBy(given, wakeAnew),
  });
}

/** Builds the caller of plugins. Without a sandbox, executable plugins are skipped and reported. */
const pluginsBy = (
  { sandbox, media, settings: { MEMBERS_MCP_ORIGIN, PROCESS_RUNS: runner = "" } }: WorkspacePowers,
  wakeAnew: WorkspaceKernelPowers["wakeAnew"],
): Pick<Deployment, "askLoader" | "pluginCalls"> => ({
  askLoader: () => askLoader(sandbox),
  ...(sandbox
    ? {
        pluginCalls: (from) =>
          new LeasedCalls(from, {
            sandbox,
            outside: platform(media, MEMBERS_MCP_ORIGIN),
            ...(runner === ""
              ? { trialTurns: FREE_TURNS }
              : {
                  trialTurns: new RunnersTurns(runner, (site) => from.sites.get(site).tenant),
                  sandboxLost: () => wakeAnew("the process of the sandbox ended"),
                }),
          }),
      }
    : {}),
});
