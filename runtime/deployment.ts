import { WORKSPACE_MAX_BYTES } from "../manifests/bounds/commands.ts";
import type { PackedPlugin } from "../manifests/packages/packedPlugin.ts";
import type { AgentAnswers } from "./agents/agentApi.ts";
import type { Offers, Unmet } from "./areas.ts";
import type { ErasedPlaces } from "./backups/erasures.ts";
import { OneAtATime } from "./backups/oneAtATime.ts";
import type { Recovery } from "./backups/rewinder.ts";
import type { VaultOf } from "./backups/vault.ts";
import type { Chore, Wait } from "./area/chore.ts";
import type { Schema } from "./database/schema.ts";
import type { Tables } from "./database/tables.ts";
import type { PluginCalls } from "./plugins/calls/calls.ts";
import { NO_CALLS } from "./plugins/calls/calls.ts";
import type { AskTrust } from "./plugins/packages/trustChanges.ts";
import type { Sealing } from "./plugins/settings/sealing.ts";
import type { AskLoader } from "./plugins/states/loaderKnowledge.ts";
import type { Powers } from "./powers/powers.ts";
import type { RoleOf } from "./publishing/scheduleRunner.ts";

/** The things that a deployment gives the kernel's areas, each under the name by which an area needs it. */
export interface Given {
  readonly powers: Powers;
  readonly wait: Wait;
  /** The first-party plugins of this deployment. */
  readonly pack: readonly PackedPlugin[];
  readonly askLoader: AskLoader;
  /** The trusted signing keys, as text; see `readKeyring`. */
  readonly trustKeys: string;
  /** Reads what the operator changed of them since. */
  readonly askTrust: AskTrust;
  /** Keeps the secrets among plugins' settings. */
  readonly sealing: Sealing;
  /** The origin of the deployment's public MCP server, such as https://mcp.example.com; empty without one. */
  readonly agentsOrigin: string;
  /** The deployment's public key for the challenge in front of forms; empty without one. */
  readonly challengeKey: string;
  /** The largest size of the workspace, in bytes. */
  readonly maxBytes: number;
  /** Opens the storage of a tenant's archives, by the tenant's id. */
  readonly vaultOf: VaultOf;
  /**
   * A queue that making and removing archives go through one at a time. It belongs to the machine, which may have had
   * another kernel before.
   */
  readonly archiveTurn: OneAtATime;
  /** The public store of a tenant, by the tenant's id. */
  readonly placesOf: (tenant: string) => ErasedPlaces;
  /** Takes the workspace back to an earlier moment. */
  readonly recovery: Recovery;
  /** Reads the bytes of a media file of a tenant, by its path at the site; undefined if they are not there. */
  readonly readMedia: (tenant: string, path: string) => Promise<Uint8Array | undefined>;
  /** Reads a member's present role. Without it, the kernel assumes the role that the member had. */
  readonly roleOf: RoleOf | undefined;
}

/** The parts that a deployment makes from a kernel whose areas are open. */
interface Made {
  readonly pluginCalls: PluginCalls;
  readonly agents: AgentAnswers;
}

/** The parts that follow from the list of areas. */
interface Derived {
  readonly schema: Schema;
  readonly tables: Tables;
}

/** Everything a kernel consists of, by name. */
export type Everything = Given & Derived & Made & Offers;

/** Compiled only when every need of every area is met: by the deployment, or by an area. */
true satisfies [Unmet<Everything>] extends [never] ? true : Unmet<Everything>;

type Required = "pack" | "askLoader" | "trustKeys" | "sealing" | "wait";

/** The configuration of a kernel. Tests and rehearsals leave parts out; using an absent part throws. */
export interface Deployment extends Pick<Given, Required>, Partial<Omit<Given, Required | "powers">> {
  /** Makes what calls plugin code. Without it, none can be called. */
  readonly pluginCalls?: (from: Given & Offers) => PluginCalls;
  /** Makes what answers the agents of members. */
  readonly agents?: (from: Given & Offers) => AgentAnswers;
  /** The deployment's own chores, for messages that leave the workspace. */
  readonly chores?: (from: Everything) => readonly Chore[];
}

const absent = (what: string) => (): never => {
  throw new Error(`this deployment has no ${what}`);
};

const NO_RECOVERY: Recovery = {
  present: absent("recovery"),
  at: absent("recovery"),
  returnTo: absent("recovery"),
  end: absent("recovery"),
};
const NO_AGENTS: AgentAnswers = {
  offers: absent("agents"),
  resources: absent("agents"),
  resource: absent("agents"),
  prompt: absent("agents"),
  completion: absent("agents"),
  tool: absent("agents"),
};

export const givenBy = (powers: Powers, deployment: Deployment): Given => ({
  powers,
  wait: deployment.wait,
  pack: deployment.pack,
  askLoader: deployment.askLoader,
  trustKeys: deployment.trustKeys,
  askTrust: deployment.askTrust ?? (async () => undefined),
  sealing: deployment.sealing,
  agentsOrigin: deployment.agentsOrigin ?? "",
  challengeKey: deployment.challengeKey ?? "",
  maxBytes: deployment.maxBytes ?? WORKSPACE_MAX_BYTES,
  vaultOf: deployment.vaultOf ?? absent("archives"),
  archiveTurn: deployment.archiveTurn ?? new OneAtATime(),
  placesOf: deployment.placesOf ?? absent("public store"),
  recovery: deployment.recovery ?? NO_RECOVERY,
  readMedia: deployment.readMedia ?? (async () => undefined),
  roleOf: deployment.roleOf,
});

export const madeBy = ({ pluginCalls, agents }: Deployment, from: Given & Offers): Made => ({
  pluginCalls: pluginCalls?.(from) ?? NO_CALLS,
  agents: agents?.(from) ?? NO_AGENTS,
});
