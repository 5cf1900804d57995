import type { Answer } from "../commands/answer.ts";
import type { AgentCaller, OfferedTool } from "./agentCalls.ts";
import type { ListedResource } from "./resources.ts";
import type { ToolAnswer } from "./tools.ts";

/** The plugins' offers to members' agents, with and without code. */
export interface AgentOffers {
  readonly tools: readonly OfferedTool[];
  readonly templates: readonly object[];
  readonly prompts: readonly object[];
}

export interface ResourcesPage {
  readonly resources: readonly ListedResource[];
  readonly nextCursor?: string;
}

/** Reads for a member's agent. Null for anything that does not exist, or that this caller may not use. */
export interface AgentReads {
  offers(site: string, caller: AgentCaller): Promise<AgentOffers>;
  resources(site: string, caller: AgentCaller, cursor: string | null): Promise<ResourcesPage>;
  resource(site: string, caller: AgentCaller, uri: string): Promise<object | null>;
  prompt(
    site: string,
    caller: AgentCaller,
    name: string,
    given: Readonly<Record<string, string>>,
  ): Promise<object | null>;
  completion(site: string, caller: AgentCaller, uri: string, variable: string, begun: string): Promise<object>;
}

/** The reads, and calls of plugins' tools, which may change data. */
export interface AgentAnswers extends AgentReads {
  tool(site: string, caller: AgentCaller, name: string, given: unknown): Promise<ToolAnswer | null>;
}

/**
 * The workspace's methods for the private MCP worker. The workspace decides who may use what, because it knows the
 * plugins. Null if there is no such tool, or if this caller may not use it.
 */
export interface AgentApi {
  agentTool(site: string, caller: AgentCaller, name: string, given: unknown): Promise<Answer<ToolAnswer | null>>;
}
