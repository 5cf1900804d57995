/** The workers of each deployment profile, by their folder under `sites/`. The first one gets the port. */
export const PROFILES = {
  core: { workers: ["site", "workspace"], built: true },
  plugins: { workers: ["site", "workspace"], built: false },
  ai: { workers: ["site", "workspace"], built: false },
  full: { workers: ["site", "workspace"], built: false },
} as const;

export type Profile = keyof typeof PROFILES;

export const isProfile = (name: string): name is Profile => Object.hasOwn(PROFILES, name);

export const builtProfiles = (): string[] => Object.entries(PROFILES).filter(([, { built }]) => built).map(([name]) => name);
