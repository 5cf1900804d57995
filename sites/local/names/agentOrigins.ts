import { servesAgents } from "../profile.ts";
import type { Profile } from "../profile.ts";
import type { Serving } from "./serving.ts";

/** The worker in front, as its configuration names it. */
export const FRONT_NAME = "drawbridge-front";

/** An origin of its own: the site has names here, and the public server has `localhost`. */
export const membersMcpOrigin = (port: number): string => `http://127.0.0.1:${port}`;

/** Settings that say where the servers for agents are. Empty: there is none. */
export interface AgentOrigins {
  readonly MCP_ORIGIN: string;
  readonly MEMBERS_MCP_ORIGIN: string;
}

export const realOrigins = ({ publicMcp, privateMcp }: Serving): Readonly<Record<keyof AgentOrigins, string>> => ({
  MCP_ORIGIN: publicMcp?.origin ?? "",
  MEMBERS_MCP_ORIGIN: privateMcp?.origin ?? "",
});

/** Under real names an operator names them; else they are names of this machine. */
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
