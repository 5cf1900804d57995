import { MCP_FRESH_MS, MCP_SITES_KEPT } from "../../manifests/bounds.ts";
import { Refusal } from "../../manifests/refusal.ts";
import type { Kernel } from "../../runtime/kernel.ts";
import { addressIn, uriOf } from "../../runtime/mcp/address.ts";
import type { AgentOffers, AgentReads, ResourcesPage } from "../../runtime/mcp/agentApi.ts";
import { getPrompt, listPrompts } from "../../runtime/mcp/prompts.ts";
import { completeVariable, listResources, listTemplates, readResource } from "../../runtime/mcp/resources.ts";
import type { ToolAnswer } from "../../runtime/mcp/tools.ts";
import { callTool, listTools } from "../../runtime/mcp/tools.ts";
import type { AgentCaller, OfferedResource, PluginAnswer } from "../../runtime/plugins/agentCalls.ts";
import { mayUsePlugins } from "../../runtime/plugins/agentCalls.ts";
import { Kept } from "../shared/mcp/kept.ts";
import { PublishedSite, versionOf } from "../shared/mcp/publishedSite.ts";
import { readCatalogue, readPointer } from "../shared/mcp/stored.ts";

export interface AgentsParts {
  readonly kernel: Kernel;
  readonly store: KVNamespace;
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
 * What plugins offer the agents of members: questions about what is published, which those without code answer, and
 * the code of the others. Both are answered here, so that the worker agents reach holds neither content nor templates.
 */
export class Agents implements AgentReads {
  readonly #parts: AgentsParts;
  readonly #known = new Kept<Known>(MCP_SITES_KEPT);

  constructor(parts: AgentsParts) {
    this.#parts = parts;
  }

  async offers(site: string, caller: AgentCaller): Promise<AgentOffers> {
    if (!mayUsePlugins(caller)) return NO_OFFERS;
    const code = this.#parts.kernel.pluginAgents.offers(site, caller);
    const published = await this.#published(site);
    const templates = code.resources.filter(isTemplate).map(({ address, ...one }) => ({ ...one, uriTemplate: this.#uri(site, address), mimeType: JSON_TYPE }));
    return {
      tools: [...(published ? listTools(published) : []), ...code.tools],
      templates: [...(published ? listTemplates(published) : []), ...templates],
      prompts: published ? listPrompts(published) : [],
    };
  }

  async tool(site: string, caller: AgentCaller, name: string, given: unknown): Promise<ToolAnswer | null> {
    if (!mayUsePlugins(caller)) return null;
    const published = await this.#published(site);
    const declared = published && (await callTool(published, name, given));
    if (declared) return declared;
    const { pluginAgents } = this.#parts.kernel;
    if (!pluginAgents.offers(site, caller).tools.some((tool) => tool.name === name)) return null;
    return answered(await pluginAgents.tool(site, caller, name, given));
  }

  async resources(site: string, caller: AgentCaller, cursor: string | null): Promise<ResourcesPage> {
    if (!mayUsePlugins(caller)) return { resources: [] };
    const published = await this.#published(site);
    const { items, nextCursor } = published ? await listResources(published, cursor ?? undefined) : { items: [] };
    const offered = cursor === null ? this.#parts.kernel.pluginAgents.offers(site, caller).resources.filter((one) => !isTemplate(one)) : [];
    const own = offered.map(({ address, ...one }) => ({ ...one, uri: this.#uri(site, address), mimeType: JSON_TYPE }));
    return { resources: [...own, ...items], ...(nextCursor === undefined ? {} : { nextCursor }) };
  }

  /** By URI. That of another site has another name in it, and is unknown like any other that is not there. */
  async resource(site: string, caller: AgentCaller, uri: string): Promise<object | null> {
    const address = addressIn(this.#hostname(site), uri);
    if (address === undefined || !mayUsePlugins(caller)) return null;
    const published = await this.#published(site);
    const found = published && (await readResource(published, uri));
    if (found) return found;
    try {
      const { json } = await this.#parts.kernel.pluginAgents.resource(site, caller, address);
      return { uri, mimeType: JSON_TYPE, text: json };
    } catch (error) {
      if (error instanceof Refusal && error.code === "NOT_FOUND") return null;
      throw error;
    }
  }

  async prompt(site: string, caller: AgentCaller, name: string, given: Readonly<Record<string, string>>): Promise<object | null> {
    const published = mayUsePlugins(caller) ? await this.#published(site) : undefined;
    return (published && getPrompt(published, name, given)) ?? null;
  }

  async completion(site: string, caller: AgentCaller, uri: string, variable: string, begun: string): Promise<object> {
    const published = mayUsePlugins(caller) ? await this.#published(site) : undefined;
    return published ? completeVariable(published, uri, variable, begun) : { values: [], total: 0, hasMore: false };
  }

  #hostname(site: string): string {
    return this.#parts.kernel.sites.get(site).hostnames[0] ?? "";
  }

  #uri(site: string, address: string): string {
    return uriOf(this.#hostname(site), address);
  }

  async #published(site: string): Promise<PublishedSite | undefined> {
    const { tenant } = this.#parts.kernel.sites.get(site);
    const before = this.#known.get(site);
    const now = Date.now();
    if (before && now < before.until) return before.site;
    const found = await this.#read(tenant, site, before?.site);
    this.#known.set(site, { until: now + MCP_FRESH_MS, site: found });
    return found;
  }

  async #read(tenant: string, site: string, last: PublishedSite | undefined): Promise<PublishedSite | undefined> {
    const { store } = this.#parts;
    const pointer = await readPointer(store, tenant, site);
    if (!pointer) return undefined;
    if (last?.version === versionOf(pointer)) return last;
    const catalogue = await readCatalogue(store, tenant, pointer.catalogue);
    return catalogue ? new PublishedSite(store, { tenant, site }, pointer, catalogue) : undefined;
  }
}

/** Any JSON may come of a plugin; only an object is structured content to every client. */
function answered({ json }: PluginAnswer): ToolAnswer {
  const value: unknown = JSON.parse(json);
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  return { content: [{ type: "text", text: json }], ...(isObject ? { structuredContent: value as Record<string, unknown> } : {}), _meta: UNTRUSTED };
}
