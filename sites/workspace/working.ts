import { ArchiveReads } from "../../runtime/backups/archiveReads.ts";
import { Eraser } from "../../runtime/backups/eraser.ts";
import { ArchiveRemoval } from "../../runtime/backups/removal.ts";
import { Restorer } from "../../runtime/backups/restorer.ts";
import type { Recovery } from "../../runtime/backups/rewinder.ts";
import { Rewinder } from "../../runtime/backups/rewinder.ts";
import type { CallParts, Kernel } from "../../runtime/kernel.ts";
import { createKernel } from "../../runtime/kernel.ts";
import type { OneAtATime } from "../../runtime/oneAtATime.ts";
import type { Powers } from "../../runtime/powers.ts";
import type { ReadParts } from "../../runtime/readTable.ts";
import { askLoader } from "../../sandbox/availability.ts";
import pack from "drawbridge:first-party";
import { Agents } from "./agents.ts";
import { Chores } from "./chores.ts";
import type { Env } from "./env.ts";
import { platform } from "./lender.ts";
import { LeasedCalls } from "./pluginCalls.ts";
import { erasedPlaces } from "./publicPlaces.ts";
import { roleOf } from "./roleOf.ts";
import { sealingWith } from "./sealing.ts";
import { vaults } from "./vault.ts";

/** What an object lends whatever works in it. */
export interface WorkingPowers {
  readonly powers: Powers;
  readonly env: Env;
  readonly recovery: Recovery;
  /** Held while archives are made and removed; of the object, which may put itself together more than once. */
  readonly archiveTurn: OneAtATime;
}

/** What works on the database, and remembers some of it. */
export interface Working {
  readonly kernel: Kernel;
  /** What reads are answered from. */
  readonly sources: ReadParts;
  readonly chores: Chores;
  readonly agents: Agents;
  readonly restorer: Restorer;
  readonly eraser: Eraser;
  readonly rewinder: Rewinder;
}

/** A workspace put together anew: it knows what its database holds, and nothing else. */
export function workingWith({ powers, env, recovery, archiveTurn }: WorkingPowers): Working {
  const { PLUGIN_TRUST_KEYS: trustKeys, PLUGIN_SETTINGS_SECRET: secret, MCP_ORIGIN: agentsOrigin, TURNSTILE_SITE_KEY: challengeKey = "" } = env;
  const vaultOf = vaults(env);
  const kernel = createKernel(powers, {
    pack: pack.plugins, trustKeys, sealing: sealingWith(secret), agentsOrigin, challengeKey, vaultOf, archiveTurn, roleOf: roleOf(env.DB), ...pluginsBy(env),
  });
  const agents = new Agents({ kernel, store: env.PUBLIC_CONTENT });
  const parts = { ...kernel, powers, vaultOf, recovery, placesOf: (tenant: string) => erasedPlaces(env.PUBLIC_CONTENT, tenant) };
  return {
    kernel, agents, sources: { ...kernel, agents, archiveReads: new ArchiveReads(parts) },
    restorer: new Restorer(parts), eraser: new Eraser(parts), rewinder: new Rewinder(parts),
    chores: new Chores({ kernel, powers, env, archives: new ArchiveRemoval(parts) }),
  };
}

/** Without a sandbox executable plugins are skipped and reported. */
const pluginsBy = ({ PLUGIN_SANDBOX: sandbox, MEDIA, MEMBERS_MCP_ORIGIN }: Env) => ({
  askLoader: () => askLoader(sandbox),
  ...(sandbox ? { pluginCalls: (parts: CallParts) => new LeasedCalls(parts, sandbox, platform(MEDIA, MEMBERS_MCP_ORIGIN)) } : {}),
});
