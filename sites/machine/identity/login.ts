import { servesAgents, type Profile } from "../process/profile.ts";
import type { FolderSecrets } from "../state/secrets.ts";
import { startIdentityProvider } from "./identityProvider.ts";
import { membersApplication, siteApplication } from "./applications.ts";
import type { IdentitySettings } from "./identitySettings.ts";

/** The workers' settings for logins. */
export interface IdentityLogin {
  readonly settings: Readonly<Record<string, string>>;
  /** Settings of the worker for members' agents, which is an OAuth client of its own. */
  readonly membersSettings: Readonly<Record<string, string>>;
  /** Client secrets at the operator's provider, by the names under which this machine stores secrets. */
  readonly secrets: FolderSecrets;
  /** Certificates of a private authority (PEM), for the workers that ask the provider. */
  readonly ca?: string | undefined;
}

interface LoginInput {
  readonly port: number;
  readonly profile: Profile;
  /** The origin of the private MCP server, for the redirect of members' agents. */
  readonly privateMcp: string;
  readonly secrets: FolderSecrets;
  readonly running: AsyncDisposableStack;
}

/** Logins by the operator's identity provider. */
export const operatorsLogin = ({
  settings,
  siteClientId,
  siteSecret,
  privateMcpClientId = "",
  agentsSecret,
  siteKey,
  agentsKey,
  ca,
}: IdentitySettings): IdentityLogin => ({
  settings: { ...settings, OIDC_CLIENT_ID: siteClientId },
  membersSettings: { OIDC_CLIENT_ID: privateMcpClientId },
  secrets: {
    OAUTH_CLIENT_SECRET: siteSecret,
    ...(agentsSecret !== undefined && { MEMBERS_MCP_OAUTH_CLIENT_SECRET: agentsSecret }),
    ...(siteKey !== undefined && { OAUTH_CLIENT_KEY: siteKey }),
    ...(agentsKey !== undefined && { MEMBERS_MCP_OAUTH_CLIENT_KEY: agentsKey }),
  },
  ca,
});

/** Starts a provider with invented people for this run. */
export async function inventedLogin({
  port,
  profile,
  privateMcp,
  secrets,
  running,
}: LoginInput): Promise<IdentityLogin> {
  const [application, members] = [
    siteApplication({ port, secrets, origins: [] }),
    membersApplication(privateMcp, secrets),
  ];
  const provider = await startIdentityProvider([application, ...(servesAgents(profile) ? [members] : [])]);
  running.defer(() => provider.stop());
  return {
    settings: { ...provider.settings, OIDC_CLIENT_ID: application.id },
    membersSettings: { OIDC_CLIENT_ID: members.id },
    secrets: {},
  };
}

/** A machine at which nobody can log in. */
export const NO_LOGIN: IdentityLogin = {
  settings: {
    OIDC_ISSUER: "",
    OIDC_AUTHORIZATION_ENDPOINT: "",
    OIDC_TOKEN_ENDPOINT: "",
    OIDC_USERINFO_ENDPOINT: "",
    OIDC_JWKS_URI: "",
    OIDC_CLIENT_ID: "",
  },
  membersSettings: { OIDC_CLIENT_ID: "" },
  secrets: {},
};
