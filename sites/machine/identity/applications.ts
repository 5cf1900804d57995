import { DEMO_NAMES, loadDemo } from "../../demo/load.ts";
import type { FolderSecrets } from "../state/secrets.ts";

/** An OAuth client of a provider on this machine. */
export interface Application {
  readonly id: string;
  readonly secret: string;
  /** The client's own redirect URI. */
  readonly callback: string;
  /** Accepts further redirect URIs, for a client that has several. */
  readonly isCallback?: (address: string) => boolean;
}

/** The path below which a provider asks people who they are. */
export const INTERACTION = "/interaction/";

const CALLBACK = "/api/auth/callback";
/**
 * Names with one label below `localhost`, which always mean this machine. An operator may give any of them to a site.
 */
const NAME = /^[a-z0-9-]+\.localhost$/;

interface SiteApplicationInput {
  readonly port: number;
  readonly secrets: FolderSecrets;
  /** Public origins of sites; empty on a machine that serves only its own names. */
  readonly origins: readonly string[];
}

/** The site worker as an OAuth client. Every site of this machine is a valid redirect. */
export const siteApplication = ({ port, secrets, origins }: SiteApplicationInput): Application => ({
  id: "drawbridge-site",
  secret: secrets["OAUTH_CLIENT_SECRET"] ?? "",
  callback: `http://${loadDemo(DEMO_NAMES[0]).domain.hostname}:${port}${CALLBACK}`,
  isCallback: (address) => {
    if (origins.some((origin) => address === `${origin}${CALLBACK}`)) return true;
    const { hostname = "" } = URL.parse(address) ?? {};
    return NAME.test(hostname) && address === `http://${hostname}:${port}${CALLBACK}`;
  },
});

/** The private MCP worker as an OAuth client with its own secret. */
export const membersApplication = (origin: string, secrets: FolderSecrets): Application => ({
  id: "drawbridge-private-mcp",
  secret: secrets["MEMBERS_MCP_OAUTH_CLIENT_SECRET"] ?? "",
  callback: `${origin}/auth/callback`,
});
