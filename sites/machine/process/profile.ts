import { type Profile, workersOf } from "../../workers/workers.ts";

export type { Profile };

/** A local worker that routes requests by hostname, because one port serves sites and both MCP servers. */
const FRONT = "sites/workers/front";

const includes = (profile: Profile, key: string): boolean => workersOf(profile).some((row) => row.key === key);

/** True if the profile has the MCP servers. */
export const servesAgents = (profile: Profile): boolean => includes(profile, "public-mcp");

export const hasSandbox = (profile: Profile): boolean => includes(profile, "sandbox");

/**
 * The workers of a profile by their folder, in the order of their start. The first one gets the port. This is the front
 * if it must separate MCP servers or real names, else the site worker.
 */
export function foldersOf(profile: Profile, { origins }: { readonly origins: readonly unknown[] }): readonly string[] {
  const rows = workersOf(profile);
  const [site, others] = [rows.filter(({ key }) => key === "site"), rows.filter(({ key }) => key !== "site")];
  const hasFront = servesAgents(profile) || origins.length > 0;
  return [...(hasFront ? [FRONT] : []), ...[...site, ...others].map(({ folder }) => folder)];
}

/** True if plugin code can run. */
export const runsPlugins = ({
  profile,
  loader = true,
}: {
  readonly profile: Profile;
  readonly loader?: boolean | undefined;
}): boolean => loader && hasSandbox(profile);
