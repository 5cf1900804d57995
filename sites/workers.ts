/**
 * The workers of a deployment, one row each, in the order in which a deployment makes them: each binds only rows above
 * it. The build, the rules of bundles, the operator's commands and the one-machine runner are derived from this list.
 */
export type Profile = "core" | "plugins" | "ai" | "full";

export interface WorkerRow {
  /** The worker's name in commands and in folders of a prepared site. */
  readonly key: string;
  /** The worker's name on the platform, as in its `wrangler.jsonc`. */
  readonly name: string;
  /** The folder of its sources and its `wrangler.jsonc`, from the root of the project. */
  readonly folder: string;
  readonly profiles: readonly Profile[];
  /** True if visitors, members or agents reach it under a hostname of its own. */
  readonly isPublic: boolean;
}

const EVERY: readonly Profile[] = ["core", "plugins", "ai", "full"];
/** Kept together, and apart: anonymous agents and members' agents share no process in a deployment. */
const AGENTS: readonly Profile[] = ["ai", "full"];

export const WORKERS: readonly WorkerRow[] = [
  {
    key: "sandbox",
    name: "drawbridge-plugin-sandbox",
    folder: "sandbox",
    profiles: ["plugins", "full"],
    isPublic: false,
  },
  { key: "workspace", name: "drawbridge-workspace", folder: "sites/workspace", profiles: EVERY, isPublic: false },
  { key: "site", name: "drawbridge-site", folder: "sites/site", profiles: EVERY, isPublic: true },
  { key: "public-mcp", name: "drawbridge-public-mcp", folder: "sites/public-mcp", profiles: AGENTS, isPublic: true },
  { key: "private-mcp", name: "drawbridge-private-mcp", folder: "sites/private-mcp", profiles: AGENTS, isPublic: true },
  // One worker per tenant: no profile of a self-hosted deployment has these.
  { key: "dispatch", name: "drawbridge-dispatch", folder: "sites/dispatch", profiles: [], isPublic: true },
  { key: "tenant", name: "drawbridge-tenant", folder: "sites/tenant", profiles: [], isPublic: false },
  { key: "deployer", name: "drawbridge-deployer", folder: "sites/deployer", profiles: [], isPublic: false },
];

export const PROFILES = EVERY;

export const isProfile = (name: string): name is Profile => PROFILES.some((profile) => profile === name);

/** The workers of a profile, in the order of deployment. */
export const workersOf = (profile: Profile): readonly WorkerRow[] =>
  WORKERS.filter(({ profiles }) => profiles.includes(profile));
