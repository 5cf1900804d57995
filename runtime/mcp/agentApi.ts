import type { Answer } from "../answer.ts";
import type { AgentCaller, OfferedTool } from "../plugins/agentCalls.ts";
import type { ListedResource } from "./resources.ts";
import type { ToolAnswer } from "./tools.ts";

/** What the plugins of a site offer the agents of its members, with and without code. */
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
 * The workspace object as the private MCP worker uses it, beside the interface of editors. Who may use what is decided
 * here, where the plugins are. Null stands for whatever is not there, or not for this caller.
 */
export interface AgentApi {
  agentOffers(site: string, caller: AgentCaller): Promise<Answer<AgentOffers>>;
  agentTool(site: string, caller: AgentCaller, name: string, given: unknown): Promise<Answer<ToolAnswer | null>>;
  agentResources(site: string, caller: AgentCaller, cursor: string | null): Promise<Answer<ResourcesPage>>;
  agentResource(site: string, caller: AgentCaller, uri: string): Promise<Answer<object | null>>;
  agentPrompt(site: string, caller: AgentCaller, name: string, given: Readonly<Record<string, string>>): Promise<Answer<object | null>>;
  agentCompletion(site: string, caller: AgentCaller, uri: string, variable: string, begun: string): Promise<Answer<object>>;
}
