import { servesAgents, type Profile } from "../process/profile.ts";
import type { Serving } from "./serving.ts";

/** The worker in front, as its configuration names it. */
export const FRONT_NAME = "drawbridge-front";

/** The private MCP server needs an origin of its own. Sites use names, and the public server uses `localhost`. */
export const membersMcpOrigin = (port: number): string => `http://127.0.0.1:${port}`;

/** Origins of the MCP servers; empty for a server that does not run. */
export interface AgentOrigins {
  readonly MCP_ORIGIN: string;
  readonly MEMBERS_MCP_ORIGIN: string;
}

export const realOrigins = ({ publicMcp, privateMcp }: Serving): Readonly<Record<keyof AgentOrigins, string>> => ({
  MCP_ORIGIN: publicMcp?.origin ?? "",
  MEMBERS_MCP_ORIGIN: privateMcp?.origin ?? "",
});

/** The operator's origins if the run has real names; else origins of this machine. */
export function agentOrigins({
  port,
  profile,
  serving,
}: {
  readonly port: number;
  readonly profile: Profile;
  readonly serving: Serving;
}): AgentOrigins {
  if (serving.origins.length > 0) return realOrigins(serving);
  return {
    MCP_ORIGIN: servesAgents(profile) ? `http://localhost:${port}` : "",
    MEMBERS_MCP_ORIGIN: membersMcpOrigin(port),
  };
}
