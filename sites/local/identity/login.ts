import { DEMO_NAMES, loadDemo } from "../../demo/load.ts";
import { servesAgents } from "../profile.ts";
import type { Profile } from "../profile.ts";
import type { FolderSecrets } from "../state/secrets.ts";
import { startIdentityProvider } from "./identityProvider.ts";
import type { Application } from "./identityProvider.ts";
import type { IdentitySettings } from "./identitySettings.ts";

/** The people who may log in at a run, as settings of its workers. */
export interface IdentityLogin {
  readonly settings: Readonly<Record<string, string>>;
  /** The settings that differ for the worker of members' agents: it is an application of its own. */
  readonly membersSettings: Readonly<Record<string, string>>;
  /** Secrets of the operator's provider, by the names this machine keeps its own under. */
  readonly secrets: FolderSecrets;
}

interface LoginInput {
  readonly port: number;
  readonly profile: Profile;
  /** The origin of the private MCP server, where members' agents come back from a login. */
  readonly privateMcp: string;
  readonly identity: IdentitySettings | undefined;
  readonly secrets: FolderSecrets;
  readonly running: AsyncDisposableStack;
}

/** The operator's identity provider, or one of made-up people, which runs as long as the run. */
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
/** One label below `localhost`: every such name is this machine, and an operator may give any of them to a site. */
const NAME = /^[a-z0-9-]+\.localhost$/;

/** The site worker as the identity provider knows it: people may come back to every site of this machine. */
const siteApplication = (port: number, secrets: FolderSecrets): Application => ({
  id: "drawbridge-site",
  secret: secrets["OAUTH_CLIENT_SECRET"] ?? "",
  callback: `http://${loadDemo(DEMO_NAMES[0]).domain.hostname}:${port}${CALLBACK}`,
  isCallback: (address) => {
    const { hostname = "" } = URL.parse(address) ?? {};
    return NAME.test(hostname) && address === `http://${hostname}:${port}${CALLBACK}`;
  },
});

/** The private MCP worker as the identity provider knows it: another application, with another secret. */
const membersApplication = (origin: string, secrets: FolderSecrets): Application => ({
  id: "drawbridge-private-mcp",
  secret: secrets["MEMBERS_MCP_OAUTH_CLIENT_SECRET"] ?? "",
  callback: `${origin}/auth/callback`,
});
