import type { Profile } from "../workers.ts";
import { PROFILES as NAMES, workersOf } from "../workers.ts";

export type { Profile };

/** A local worker in front of the others, where one port serves sites and both servers for agents. */
const FRONT = "sites/local/front";

const includes = (profile: Profile, key: string): boolean => workersOf(profile).some((row) => row.key === key);

/** Tells whether the profile has the MCP servers. */
export const servesAgents = (profile: Profile): boolean => includes(profile, "public-mcp");

export const hasSandbox = (profile: Profile): boolean => includes(profile, "sandbox");

/** wrangler gives the port to the first worker in its list: the front, or the site worker alone. */
function foldersOf(profile: Profile): readonly string[] {
  const rows = workersOf(profile);
  const [site, others] = [rows.filter(({ key }) => key === "site"), rows.filter(({ key }) => key !== "site")];
  return [...(servesAgents(profile) ? [FRONT] : []), ...[...site, ...others].map(({ folder }) => folder)];
}

/** The workers of each profile that can be started, by their folder in the project, in the order of the start. */
export const PROFILES = Object.fromEntries(NAMES.map((profile) => [profile, foldersOf(profile)])) as Readonly<
  Record<Profile, readonly string[]>
>;

/** Tells whether plugin code can run. */
export const runsPlugins = ({
  profile,
  loader = true,
}: {
  readonly profile: Profile;
  readonly loader?: boolean | undefined;
}): boolean => loader && hasSandbox(profile);
