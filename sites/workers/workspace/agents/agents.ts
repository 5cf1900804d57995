import { MCP_FRESH_MS, MCP_SITES_KEPT } from "../../../../manifests/bounds/agents.ts";
import { Refusal } from "../../../../manifests/refusals/refusal.ts";
import { addressIn, uriOf } from "../../../../runtime/rendering/agents/address.ts";
import type { AgentAnswers, AgentOffers, ResourcesPage } from "../../../../runtime/agents/agentApi.ts";
import { getPrompt, listPrompts } from "../../../../runtime/agents/prompts.ts";
import { completeVariable, listResources, listTemplates, readResource } from "../../../../runtime/agents/resources.ts";
import { type ToolAnswer, callTool, listTools } from "../../../../runtime/agents/tools.ts";
import {
  type AgentCaller,
  type OfferedResource,
  type PluginAnswer,
  type PluginAgents,
  mayUsePlugins,
} from "../../../../runtime/agents/agentCalls.ts";
import type { Sites } from "../../../../runtime/tenancy/sites.ts";
import { WeightedCache } from "../../../mcp/kept.ts";
import { PublishedSite, contentVersion } from "../../../mcp/publishedSite.ts";
import { type PublicReads, readCatalogue, readPointer } from "../../../mcp/stored.ts";

/** The parts of the kernel that agents' calls use. */
export interface AgentsParts {
  readonly sites: Sites;
  readonly pluginAgents: PluginAgents;
}

interface Known {
  readonly until: number;
  readonly site: PublishedSite | undefined;
}

const JSON_TYPE = "application/json";
const UNTRUSTED = { "drawbridge/trust": "untrusted" };
const NO_OFFERS: AgentOffers = { tools: [], templates: [], prompts: [] };
const isTemplate = ({ address }: OfferedResource): boolean => address.includes("{");

/**
 * Answers members' agents about plugins: published content, and calls of executable plugins. The workspace answers
 * both, so that the members' MCP worker holds neither content nor templates.
 */
export class Agents implements AgentAnswers {
  readonly #parts: AgentsParts;
  readonly #store: PublicReads;
  readonly #known = new WeightedCache<Known>(MCP_SITES_KEPT);

  constructor(parts: AgentsParts, store: PublicReads) {
    this.#parts = parts;
    this.#store = store;
  }

  async offers(site: string, caller: AgentCaller): Promise<AgentOffers> {
    if (!mayUsePlugins(caller)) return NO_OFFERS;
    const code = this.#parts.pluginAgents.offers(site, caller);
    const published = await this.#published(site);
    const templates = code.resources
      .filter(isTemplate)
      .map(({ address, ...one }) => ({ ...one, uriTemplate: this.#uri(site, address), mimeType: JSON_TYPE }));
    return {
      tools: [...(published ? listTools(published) : []), ...code.tools],
      templates: [...(published ? listTemplates(published) : []), ...templates],
      prompts: published ? [...listPrompts(published), ...code.prompts.map(({ listed }) => listed)] : [],
    };
  }

  async tool(site: string, caller: AgentCaller, name: string, given: unknown): Promise<ToolAnswer | null> {
    if (!mayUsePlugins(caller)) return null;
    const published = await this.#published(site);
    const declared = published && (await callTool(published, name, given));
    if (declared) return declared;
    const { pluginAgents } = this.#parts;
    if (!pluginAgents.offers(site, caller).tools.some((tool) => tool.name === name)) {
      pluginAgents.requireActive(site, name);
      return null;
    }
    return answered(await pluginAgents.tool(site, caller, name, given));
  }

  async resources(site: string, caller: AgentCaller, cursor: string | null): Promise<ResourcesPage> {
    if (!mayUsePlugins(caller)) return { resources: [] };
    const published = await this.#published(site);
    const { items, nextCursor } = published ? await listResources(published, cursor ?? undefined) : { items: [] };
    const offered =
      cursor === null ? this.#parts.pluginAgents.offers(site, caller).resources.filter((one) => !isTemplate(one)) : [];
    const ofPlugins = offered.map(({ address, ...one }) => ({
      ...one,
      uri: this.#uri(site, address),
      mimeType: JSON_TYPE,
    }));
    return { resources: [...ofPlugins, ...items], ...(nextCursor === undefined ? {} : { nextCursor }) };
  }

  /** Reads a resource by URI. A URI that names another site is unknown, like any missing resource. */
  async resource(site: string, caller: AgentCaller, uri: string): Promise<object | null> {
    const address = addressIn(this.#hostname(site), uri);
    if (address === undefined || !mayUsePlugins(caller)) return null;
    const published = await this.#published(site);
    const found = published && (await readResource(published, uri));
    if (found) return found;
    try {
      const { json } = await this.#parts.pluginAgents.resource(site, caller, address);
      return { uri, mimeType: JSON_TYPE, text: json, _meta: UNTRUSTED };
    } catch (error) {
      if (error instanceof Refusal && error.code === "NOT_FOUND") return null;
      throw error;
    }
  }

  async prompt(
    site: string,
    caller: AgentCaller,
    name: string,
    given: Readonly<Record<string, string>>,
  ): Promise<object | null> {
    const published = mayUsePlugins(caller) ? await this.#published(site) : undefined;
    const { prompts } = this.#parts.pluginAgents.offers(site, caller);
    return (published && getPrompt(published, name, given, prompts)) ?? null;
  }

  async completion(site: string, caller: AgentCaller, uri: string, variable: string, begun: string): Promise<object> {
    const published = mayUsePlugins(caller) ? await this.#published(site) : undefined;
    return published ? completeVariable(published, uri, variable, begun) : { values: [], total: 0, hasMore: false };
  }

  #hostname(site: string): string {
    return this.#parts.sites.get(site).hostnames[0] ?? "";
  }

  #uri(site: string, address: string): string {
    return uriOf(this.#hostname(site), address);
  }

  async #published(site: string): Promise<PublishedSite | undefined> {
    const { tenant } = this.#parts.sites.get(site);
    const before = this.#known.get(site);
    const now = Date.now();
    if (before && now < before.until) return before.site;
    const found = await this.#read(tenant, site, before?.site);
    this.#known.set(site, { until: now + MCP_FRESH_MS, site: found });
    return found;
  }

  async #read(tenant: string, site: string, last: PublishedSite | undefined): Promise<PublishedSite | undefined> {
    const store = this.#store;
    const pointer = await readPointer(store, tenant, site);
    if (!pointer) return undefined;
    if (last?.version === contentVersion(pointer)) return last;
    const catalogue = await readCatalogue(store, tenant, pointer.catalogue);
    return catalogue ? new PublishedSite(store, { tenant, site }, pointer, catalogue) : undefined;
  }
}

/** A plugin may answer any JSON, but MCP clients accept only an object as structured content. */
function answered({ json }: PluginAnswer): ToolAnswer {
  const value: unknown = JSON.parse(json);
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  return {
    content: [{ type: "text", text: json }],
    ...(isObject ? { structuredContent: value as Record<string, unknown> } : {}),
    _meta: UNTRUSTED,
  };
}
