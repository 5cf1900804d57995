const CORE = ["sites/site", "sites/workspace"] as const;
/** Kept together, and apart: what everybody may ask and what acts for members share no process in a deployment. */
const AGENTS = ["sites/public-mcp", "sites/private-mcp"] as const;

/** The workers of each deployment profile, by their folder in the project. */
export const PROFILES = {
  core: CORE,
  plugins: [...CORE, "sandbox"],
  ai: ["sites/local/front", ...CORE, ...AGENTS],
  full: ["sites/local/front", ...CORE, "sandbox", ...AGENTS],
} as const;

/** A profile that can be started. */
export type Profile = keyof typeof PROFILES;

export const isProfileName = (name: string): name is Profile => Object.hasOwn(PROFILES, name);

const SANDBOX = "sandbox";

export const hasSandbox = (profile: Profile): boolean => PROFILES[profile].some((folder) => folder === SANDBOX);

/** Whether plugin code can run. */
export const runsPlugins = ({ profile, loader = true }: { readonly profile: Profile; readonly loader?: boolean | undefined }): boolean =>
  loader && hasSandbox(profile);

const PUBLIC_MCP = "sites/public-mcp";

/** Whether agents are served: everybody's what is published, and members' what they may. */
export const servesAgents = (profile: Profile): boolean => PROFILES[profile].some((folder) => folder === PUBLIC_MCP);
