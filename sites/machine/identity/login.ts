import { DEMO_NAMES, loadDemo } from "../../demo/load.ts";
import { servesAgents, type Profile } from "../process/profile.ts";
import type { FolderSecrets } from "../state/secrets.ts";
import { startIdentityProvider, type Application } from "./identityProvider.ts";
import type { IdentitySettings } from "./identitySettings.ts";

/** The workers' settings for logins. */
export interface IdentityLogin {
  readonly settings: Readonly<Record<string, string>>;
  /** Settings of the worker for members' agents, which is an OAuth client of its own. */
  readonly membersSettings: Readonly<Record<string, string>>;
  /** Client secrets at the operator's provider, by the names under which this machine stores secrets. */
  readonly secrets: FolderSecrets;
}

interface LoginInput {
  readonly port: number;
  readonly profile: Profile;
  /** The origin of the private MCP server, for the redirect of members' agents. */
  readonly privateMcp: string;
  readonly identity: IdentitySettings | undefined;
  readonly secrets: FolderSecrets;
  readonly running: AsyncDisposableStack;
}

/** Uses the operator's identity provider, or starts one with invented people for this run. */
export const loginFor = (input: LoginInput): IdentityLogin | Promise<IdentityLogin> =>
  input.identity ? ownLogin(input.identity) : madeUpLogin(input);

const ownLogin = ({
  settings,
  siteClientId,
  siteSecret,
  privateMcpClientId = "",
  agentsSecret,
}: IdentitySettings): IdentityLogin => ({
  settings: { ...settings, OIDC_CLIENT_ID: siteClientId },
  membersSettings: { OIDC_CLIENT_ID: privateMcpClientId },
  secrets: {
    OAUTH_CLIENT_SECRET: siteSecret,
    ...(agentsSecret !== undefined && { MEMBERS_MCP_OAUTH_CLIENT_SECRET: agentsSecret }),
  },
});

async function madeUpLogin({ port, profile, privateMcp, secrets, running }: LoginInput): Promise<IdentityLogin> {
  const [application, members] = [siteApplication(port, secrets), membersApplication(privateMcp, secrets)];
  const provider = await startIdentityProvider([application, ...(servesAgents(profile) ? [members] : [])]);
  running.defer(() => provider.stop());
  return {
    settings: { ...provider.settings, OIDC_CLIENT_ID: application.id },
    membersSettings: { OIDC_CLIENT_ID: members.id },
    secrets: {},
  };
}

const CALLBACK = "/api/auth/callback";
/**
 * Names with one label below `localhost`, which always mean this machine. An operator may give any of them to a site.
 */
const NAME = /^[a-z0-9-]+\.localhost$/;

/** The site worker as an OAuth client. Every site of this machine is a valid redirect. */
const siteApplication = (port: number, secrets: FolderSecrets): Application => ({
  id: "drawbridge-site",
  secret: secrets["OAUTH_CLIENT_SECRET"] ?? "",
  callback: `http://${loadDemo(DEMO_NAMES[0]).domain.hostname}:${port}${CALLBACK}`,
  isCallback: (address) => {
    const { hostname = "" } = URL.parse(address) ?? {};
    return NAME.test(hostname) && address === `http://${hostname}:${port}${CALLBACK}`;
  },
});

/** The private MCP worker as an OAuth client with its own secret. */
const membersApplication = (origin: string, secrets: FolderSecrets): Application => ({
  id: "drawbridge-private-mcp",
  secret: secrets["MEMBERS_MCP_OAUTH_CLIENT_SECRET"] ?? "",
  callback: `${origin}/auth/callback`,
});
