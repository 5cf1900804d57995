/** The workers of each deployment profile, by their folder in the project; null for a profile that is not built yet. */
export const PROFILES = {
  core: ["sites/site", "sites/workspace"],
  plugins: ["sites/site", "sites/workspace", "sandbox"],
  ai: ["sites/local/front", "sites/site", "sites/workspace", "sites/public-mcp"],
  full: null,
} as const;

type ProfileName = keyof typeof PROFILES;

/** A profile that can be started. */
export type Profile = { [Name in ProfileName]: (typeof PROFILES)[Name] extends null ? never : Name }[ProfileName];

export const isProfileName = (name: string): name is ProfileName => Object.hasOwn(PROFILES, name);

export const isBuilt = (name: ProfileName): name is Profile => PROFILES[name] !== null;

export const builtProfiles = (): Profile[] => Object.keys(PROFILES).filter((name) => isProfileName(name)).filter((name) => isBuilt(name));

const SANDBOX = "sandbox";

export const hasSandbox = (profile: Profile): boolean => PROFILES[profile].some((folder) => folder === SANDBOX);

/** Whether plugin code can run. */
export const runsPlugins = ({ profile, loader = true }: { readonly profile: Profile; readonly loader?: boolean | undefined }): boolean =>
  loader && hasSandbox(profile);

const PUBLIC_MCP = "sites/public-mcp";

/** Whether agents are served what is published. */
export const servesAgents = (profile: Profile): boolean => PROFILES[profile].some((folder) => folder === PUBLIC_MCP);
