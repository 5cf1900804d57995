/** Asks the operator's identity provider, before anybody logs in, whether logins can work. */
import type { Verdict } from "../../cli/cloudflare/doctor/doctor.ts";
import type { AskedApplication } from "./doctor/askedProvider.ts";
import { askingWith } from "./doctor/askProvider.ts";
import { diagnoseIdentity } from "./doctor/diagnosis.ts";

/** The provider and the applications, as logins know them. */
export interface LoginFacts {
  readonly settings: Readonly<Record<string, string>>;
  readonly siteClientId: string;
  readonly privateMcpClientId: string | undefined;
  readonly siteSecret: string | undefined;
  readonly agentsSecret: string | undefined;
  readonly siteKey?: string | undefined;
  readonly agentsKey?: string | undefined;
  readonly ca?: string | undefined;
}

/** Origins whose addresses the provider sends people back to. */
export interface LoginOrigins {
  readonly sites: readonly string[];
  readonly privateMcp: string | undefined;
}

/** More addresses would be a burden for the provider, and one is as good as the next. */
const REDIRECTS_ASKED_MAX = 10;

export function diagnoseLogins(facts: LoginFacts, { sites, privateMcp }: LoginOrigins): Promise<Verdict[]> {
  const { settings, siteClientId, siteSecret, siteKey, privateMcpClientId, agentsSecret, agentsKey, ca } = facts;
  const site: AskedApplication = {
    name: "site",
    clientId: siteClientId,
    secret: siteSecret,
    key: siteKey,
    redirects: sites.slice(0, REDIRECTS_ASKED_MAX).map((origin) => `${origin}/api/auth/callback`),
  };
  const agents = privateMcp !== undefined &&
    privateMcpClientId !== undefined && {
      name: "agents",
      clientId: privateMcpClientId,
      secret: agentsSecret,
      key: agentsKey,
      redirects: [`${privateMcp}/auth/callback`],
    };
  return diagnoseIdentity(askingWith(ca), {
    issuer: settings["OIDC_ISSUER"] ?? "",
    authorizationEndpoint: settings["OIDC_AUTHORIZATION_ENDPOINT"] ?? "",
    tokenEndpoint: settings["OIDC_TOKEN_ENDPOINT"] ?? "",
    userinfoEndpoint: settings["OIDC_USERINFO_ENDPOINT"] ?? "",
    jwksUri: settings["OIDC_JWKS_URI"] || undefined,
    applications: agents ? [site, agents] : [site],
  });
}

/** One line for each fault because of which people cannot log in, and for each question without an answer. */
export const loginTroubles = (verdicts: readonly Verdict[]): string[] =>
  verdicts.flatMap(({ outcome, findings }) =>
    findings.flatMap(({ level, where, found, mend }) => {
      if (level === "error") return [`Logins cannot work now. ${where}: ${found}. ${mend}`];
      return outcome === "unchecked" ? [`Logins could not be checked. ${where}: ${found}. ${mend}`] : [];
    }),
  );
