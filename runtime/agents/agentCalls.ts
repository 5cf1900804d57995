import { expandSchema } from "../../manifests/fields/fieldSchema.ts";
import { validateFields, validateForDefaults, withDefaults } from "../../manifests/fields/fields.ts";
import { Refusal } from "../../manifests/refusals/refusal.ts";
import type { JsonSchema } from "../../manifests/shapes/shape.ts";
import { utf8Length } from "../../manifests/json/utf8.ts";
import type { Manifest } from "../../manifests/manifest/manifest.ts";
import { promptOf } from "../rendering/buildCatalogue.ts";
import type { CataloguePrompt, ListedTool } from "../rendering/agents/catalogue.ts";
import { valueIn } from "../rendering/agents/address.ts";
import { ANSWER_MAX_BYTES } from "./content/tokenBudget.ts";
import { type Role, can } from "../commands/permissions.ts";
import type { RateLimits } from "../tenancy/rateLimits.ts";
import type { Scope } from "../commands/scopes.ts";
import type { PluginShelf } from "../plugins/states/shelf.ts";
import type { Sites } from "../tenancy/sites.ts";
import type { Tenant } from "../tenancy/tenant.ts";
import type { PluginCalls, PluginOutcome } from "../plugins/calls/calls.ts";
import type { ActivePlugin, SkippedPlugin } from "../contributions/installed.ts";
import type { ResourceEntry, ToolEntry } from "../contributions/points.ts";
import { calledName } from "../contributions/soleName.ts";
import { declaredEffect, writesForMember } from "../plugins/calls/writes.ts";

/** The member for whom an agent acts, and the scopes that the member granted. */
export interface AgentCaller {
  readonly id: string;
  readonly role: Role;
  readonly scopes: readonly Scope[];
  /** The agent's name as the consent page showed it. */
  readonly client?: string;
}

/**
 * A tool of plugin code, as a client lists it. Unlike for a declarative tool, the manifest need not describe the
 * answer.
 */
export interface OfferedTool extends Omit<ListedTool, "outputSchema"> {
  readonly outputSchema?: JsonSchema;
}

export interface OfferedResource {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** The address after the site's name, with its variable if there is one. */
  readonly address: string;
}

/** The offers of plugin code to members' agents. */
export interface CodeOffers {
  readonly tools: readonly OfferedTool[];
  readonly resources: readonly OfferedResource[];
  readonly prompts: readonly CataloguePrompt[];
}

/** A plugin's answer as JSON, which is untrusted data. */
export interface PluginAnswer {
  readonly plugin: string;
  readonly json: string;
}

/** Editor actions that agents can call as tools. */
export interface ActionOffers {
  tools(site: string, caller: AgentCaller): OfferedTool[];
  run(
    site: string,
    caller: AgentCaller,
    name: string,
    given: unknown,
  ): Promise<{ readonly plugin: string; readonly value: unknown } | undefined>;
}

export interface AgentParts {
  readonly sites: Sites;
  readonly plugins: PluginShelf;
  readonly tenant: Tenant;
  readonly rateLimits: RateLimits;
  readonly pluginCalls: PluginCalls;
  readonly agentActions: ActionOffers;
}

/**
 * Tools and resources of plugin code, for members' agents. Each call checks the caller's rights again here, because a
 * plugin may have been disabled since the agent listed its tools.
 */
export class PluginAgents {
  readonly #parts: AgentParts;

  constructor(parts: AgentParts) {
    this.#parts = parts;
  }

  offers(site: string, caller: AgentCaller): CodeOffers {
    this.#parts.sites.get(site);
    return {
      tools: [
        ...this.#tools(site)
          .filter(({ item }) => allows(caller, isWriting(item)))
          .map(offeredTool),
        // Actions send parts of the draft to a plugin and return changes to apply. So only callers who may edit get
        // them.
        ...(allows(caller, true) ? this.#parts.agentActions.tools(site, caller) : []),
      ],
      resources: this.#resources(site)
        .filter(() => allows(caller, false))
        .map(offeredResource),
      prompts: allows(caller, false) ? this.#prompts(site) : [],
    };
  }

  /** Throws if an inactive plugin of the site has a tool of this name: it exists, but cannot be called now. */
  requireActive(site: string, name: string): void {
    const { plugins } = this.#parts;
    const { active, skipped } = plugins.forSite(site).resolution;
    const owner = plugins
      .installed(site)
      .map(({ plugin }) => plugin.manifest)
      .find((manifest) => !active.some(({ id }) => id === manifest.id) && toolNamesOf(manifest).includes(name));
    const why = owner && skipped.find(({ id }) => id === owner.id);
    if (why) throw inactive(why);
  }

  async tool(site: string, caller: AgentCaller, name: string, given: unknown): Promise<PluginAnswer> {
    this.#parts.sites.get(site);
    const entry = this.#tools(site).find(({ plugin, item }) => calledName(plugin.plugin.manifest, item) === name);
    if (!entry && allows(caller, true)) {
      const proposed = await this.#parts.agentActions.run(site, caller, name, given);
      if (proposed) return answered(proposed.plugin, proposed.value);
    }
    if (!entry)
      throw new Refusal("NOT_FOUND", { reason: "There is no such tool, or its plugin is not active at the moment." });
    const { item } = entry;
    this.#admit(caller, isWriting(item));
    const input = given ?? {};
    const issues = validateForDefaults(item.input, input);
    if (issues.length > 0) throw new Refusal("INVALID_REQUEST", { issues });
    const value = await this.#call(site, caller, entry, "tools", withDefaults(item.input, input as JsonSchema));
    if (item.output && validateFields(item.output, value).length > 0)
      throw unfit(entry.plugin.id, "The plugin's answer does not match the schema that its manifest declares.");
    return answered(entry.plugin.id, value);
  }

  async resource(site: string, caller: AgentCaller, address: string): Promise<PluginAnswer> {
    this.#parts.sites.get(site);
    const found = this.#resources(site).flatMap((entry) => {
      const value = valueIn({ ...offeredResource(entry), answer: { text: "" } }, address);
      return value === undefined ? [] : [{ entry, value }];
    })[0];
    if (!found) throw new Refusal("NOT_FOUND");
    this.#admit(caller, false);
    return answered(
      found.entry.plugin.id,
      await this.#call(site, caller, found.entry, "resources", found.value === null ? {} : { value: found.value }),
    );
  }

  #tools(site: string): ToolEntry[] {
    return this.#code(site).flatMap((plugin) =>
      (plugin.plugin.manifest.contributes.mcp?.tools ?? []).map((item) => ({
        qualified: `${plugin.id}/${item.name}`,
        plugin,
        item,
      })),
    );
  }

  #prompts(site: string): CataloguePrompt[] {
    return this.#code(site).flatMap((plugin) =>
      (plugin.plugin.manifest.contributes.mcp?.prompts ?? []).flatMap((item) => promptOf({ plugin, item })),
    );
  }

  #resources(site: string): ResourceEntry[] {
    return this.#code(site).flatMap((plugin) =>
      (plugin.plugin.manifest.contributes.mcp?.resources ?? []).map((item) => ({
        qualified: `${plugin.id}/${item.name}`,
        plugin,
        item,
      })),
    );
  }

  #code(site: string): ActivePlugin[] {
    return this.#parts.plugins
      .forSite(site)
      .resolution.active.filter(({ plugin }) => plugin.manifest.kind === "executable");
  }

  #admit(caller: AgentCaller, isChange: boolean): void {
    if (!allows(caller, isChange))
      throw new Refusal("FORBIDDEN", { permission: isChange ? "content.edit" : "site.read" });
    if (isChange || this.#parts.tenant.status === "suspended") this.#parts.tenant.requireActive();
  }

  async #call(
    site: string,
    caller: AgentCaller,
    entry: ToolEntry | ResourceEntry,
    point: "tools" | "resources",
    input: unknown,
  ): Promise<unknown> {
    const {
      plugin,
      item: { name },
    } = entry;
    const { rateLimits, pluginCalls } = this.#parts;
    rateLimits.require("plugin-visitor", JSON.stringify([site, plugin.id, `member:${caller.id}`]));
    rateLimits.require("plugin", JSON.stringify([site, plugin.id]));
    const writes = writesForMember(declaredEffect(plugin.plugin.manifest.contributes, point, name), caller.role, {
      member: caller.id,
      client: caller.client,
    });
    const [outcome] = await pluginCalls.all([{ site, plugin, point, name, input, writes }]);
    return requireValue(outcome, plugin.id);
  }
}

/** The names by which agents call a plugin's tools and actions. */
const toolNamesOf = ({ contributes, ...owner }: Manifest): string[] =>
  [...(contributes.mcp?.tools ?? []), ...(contributes.actions ?? [])].map((item) => calledName(owner, item));

const inactive = ({ id, reason, detail }: SkippedPlugin): Refusal =>
  new Refusal("PLUGIN_UNAVAILABLE", {
    plugin: id,
    cause: reason,
    reason: `The plugin ${id} of this tool is not active (${reason}): ${detail}.`,
  });

const isWriting = ({ effect }: ToolEntry["item"]): boolean => effect === "write";

export const mayUsePlugins = ({ role, scopes }: AgentCaller): boolean =>
  scopes.includes("plugins:use") && can(role, "site.read");

/**
 * Tells whether a caller may use a plugin's tool. A tool that changes data needs the same scope and permission as an
 * edit.
 */
const allows = (caller: AgentCaller, isChange: boolean): boolean =>
  mayUsePlugins(caller) && (!isChange || (caller.scopes.includes("content:write") && can(caller.role, "content.edit")));

function offeredTool({ plugin, item }: ToolEntry): OfferedTool {
  const isChange = isWriting(item);
  return {
    name: calledName(plugin.plugin.manifest, item),
    title: item.title,
    description: item.description,
    inputSchema: expandSchema(item.input),
    ...(item.output ? { outputSchema: expandSchema(item.output) } : {}),
    annotations: {
      readOnlyHint: !isChange,
      destructiveHint: isChange,
      idempotentHint: !isChange,
      openWorldHint: plugin.plugin.manifest.capabilities?.http !== undefined,
    },
  };
}

const offeredResource = ({ plugin, item: { name, title, description, address } }: ResourceEntry): OfferedResource => ({
  name,
  title,
  description,
  address: address ?? `${plugin.id}/${name}`,
});

function requireValue(outcome: PluginOutcome | undefined, plugin: string): unknown {
  if (!outcome?.ok)
    throw new Refusal("PLUGIN_UNAVAILABLE", {
      plugin,
      ...(outcome ? { reason: outcome.message, cause: outcome.code } : {}),
    });
  return outcome.value;
}

const unfit = (plugin: string, reason: string): Refusal => new Refusal("PLUGIN_UNAVAILABLE", { plugin, reason });

function answered(plugin: string, value: unknown): PluginAnswer {
  const json = JSON.stringify(value ?? null);
  if (utf8Length(json) + utf8Length(JSON.stringify(json)) > ANSWER_MAX_BYTES)
    throw unfit(plugin, "The plugin's answer is too long for an agent.");
  return { plugin, json };
}
