import { WORKSPACE_MAX_BYTES } from "../manifests/bounds/commands.ts";
import type { PackedPlugin } from "../manifests/packages/packedPlugin.ts";
import type { AgentAnswers } from "./agents/agentApi.ts";
import type { Offers, Unmet } from "./areas.ts";
import type { ErasedPlaces } from "./backups/erasures.ts";
import { OneAtATime } from "./area/oneAtATime.ts";
import type { Recovery } from "./backups/rewinder.ts";
import type { VaultOf } from "./backups/vault.ts";
import type { Chore, Wait } from "./area/chore.ts";
import type { Schema } from "./database/schema.ts";
import type { Tables } from "./database/tables.ts";
import type { Mail } from "./mail/power.ts";
import type { IsLinkOpen } from "./mail/receivers.ts";
import type { CopiedMedia } from "./media/hiding.ts";
import { type PluginCalls, NO_CALLS } from "./plugins/calls/calls.ts";
import type { AskTrust } from "./plugins/packages/trustChanges.ts";
import type { Sealing } from "./plugins/settings/sealing.ts";
import type { AskLoader } from "./plugins/states/loaderKnowledge.ts";
import type { Powers } from "./powers/powers.ts";
import type { RoleOf } from "./publishing/scheduleRunner.ts";

/** Everything that a deployment gives to the kernel's areas, by the name that areas use in their needs. */
export interface Given {
  readonly powers: Powers;
  readonly wait: Wait;
  /** The first-party plugins of this deployment. */
  readonly pack: readonly PackedPlugin[];
  readonly askLoader: AskLoader;
  /** The trusted signing keys, as text; see `readKeyring`. */
  readonly trustKeys: string;
  /** Reads the operator's changes of the trusted keys since. */
  readonly askTrust: AskTrust;
  /** Encrypts the secrets in plugins' settings. */
  readonly sealing: Sealing;
  /** The origin of the deployment's public MCP server, such as https://mcp.example.com. Empty without one. */
  readonly agentsOrigin: string;
  /** The public key of the challenge in front of forms. Empty without one. */
  readonly challengeKey: string;
  /** The size limit of the workspace in bytes. */
  readonly maxBytes: number;
  /** Opens the archive storage of a tenant, by the tenant's id. */
  readonly vaultOf: VaultOf;
  /** Serialises making and removing archives. It belongs to the machine and outlives a kernel. */
  readonly archiveTurn: OneAtATime;
  /** Opens a tenant's public store, by the tenant's id. */
  readonly placesOf: (tenant: string) => ErasedPlaces;
  /** Rewinds the workspace to an earlier moment. */
  readonly recovery: Recovery;
  /** Reads a tenant's media file by its path at the site. Undefined if the store lacks it. */
  readonly readMedia: (tenant: string, path: string) => Promise<Uint8Array | undefined>;
  /** Copies a media file from one storage key to another. It does nothing if the store lacks the file. */
  readonly copyMedia: (file: CopiedMedia) => Promise<void>;
  /** Reads a member's current role. Without it, the kernel uses the role that the caller brought. */
  readonly roleOf: RoleOf | undefined;
  /** Tells whether an invitation link is open. Without it, letters with links are sent unasked. */
  readonly isLinkOpen: IsLinkOpen | undefined;
  /** Sends letters. Without it, letters are listed for members, and nobody gets them. */
  readonly mail: Mail | undefined;
}

/** Parts that need all areas to be open. */
interface Made {
  readonly pluginCalls: PluginCalls;
  readonly agents: AgentAnswers;
}

/** Parts that are derived from the list of areas. */
interface Derived {
  readonly schema: Schema;
  readonly tables: Tables;
}

/** All parts of a kernel, by name. */
export type Everything = Given & Derived & Made & Offers;

/** Compiles only if the deployment or an area meets every need. */
true satisfies [Unmet<Everything>] extends [never] ? true : Unmet<Everything>;

type Required = "pack" | "askLoader" | "trustKeys" | "sealing" | "wait";

/** The configuration of a kernel. Tests and rehearsals may leave parts out; using a missing part throws. */
export interface Deployment extends Pick<Given, Required>, Partial<Omit<Given, Required | "powers">> {
  /** Makes the part that calls plugin code. Without it, no plugin can be called. */
  readonly pluginCalls?: (from: Given & Offers) => PluginCalls;
  /** Makes the part that answers members' agents. */
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
  copyMedia: deployment.copyMedia ?? (async () => undefined),
  roleOf: deployment.roleOf,
  isLinkOpen: deployment.isLinkOpen,
  mail: deployment.mail,
});

export const madeBy = ({ pluginCalls, agents }: Deployment, from: Given & Offers): Made => ({
  pluginCalls: pluginCalls?.(from) ?? NO_CALLS,
  agents: agents?.(from) ?? NO_AGENTS,
});
