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

/**
 * The reads of a member's agent about plugins' offers. Null stands for anything that is missing or not for this caller.
 */
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

/** The same with the tools plugins offer, which may change what is there. */
export interface AgentAnswers extends AgentReads {
  tool(site: string, caller: AgentCaller, name: string, given: unknown): Promise<ToolAnswer | null>;
}

/**
 * The workspace object as the private MCP worker uses it, beside the interface of editors. Who may use what is decided
 * here, where the plugins are. Null when there is no such tool, or not for this caller.
 */
export interface AgentApi {
  agentTool(site: string, caller: AgentCaller, name: string, given: unknown): Promise<Answer<ToolAnswer | null>>;
}
