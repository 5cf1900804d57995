/**
 * Actions as tools for members' agents. They only propose; the agent applies a proposal with edit_page or update_media.
 */
import * as z from "zod/mini";
import { issuesFromZod } from "../../manifests/refusals/issues.ts";
import { Refusal } from "../../manifests/refusals/refusal.ts";
import type { ActionOffers, AgentCaller, OfferedTool } from "../agents/agentCalls.ts";
import { calledName } from "../contributions/soleName.ts";
import type { Actions } from "./actions.ts";
import { type ActionView, runAction } from "./views.ts";

const { properties } = z.toJSONSchema(runAction, { io: "input" });

const toolOf = ({ plugin, name, title, description, input }: ActionView): OfferedTool => ({
  name: calledName({ id: plugin.id, kind: "executable" }, { name }),
  title,
  description: `${description || title} Returns a proposal and changes nothing. To apply it, send its operations to edit_page or its picture to update_media, together with its proof.`,
  inputSchema: {
    type: "object",
    properties: { ...properties, ...(input ? { input } : {}) },
    required: ["target", "version"],
    additionalProperties: false,
  },
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
});

export class AgentActions implements ActionOffers {
  readonly #actions: Actions;

  constructor(actions: Actions) {
    this.#actions = actions;
  }

  tools(site: string, caller: AgentCaller): OfferedTool[] {
    return this.#actions.list(site, caller).map(toolOf);
  }

  /** Undefined if no action has this name. */
  async run(
    site: string,
    caller: AgentCaller,
    name: string,
    given: unknown,
  ): Promise<{ plugin: string; value: unknown } | undefined> {
    const view = this.#actions.list(site, caller).find((one) => toolOf(one).name === name);
    if (!view) return undefined;
    const wanted = runAction.safeParse(given ?? {});
    if (!wanted.success) throw new Refusal("INVALID_REQUEST", { issues: issuesFromZod(wanted.error, given ?? {}) });
    const { id } = view.plugin;
    // `shown`, the rendered sections, is for people; an agent reads texts.
    const { shown: _, ...value } = await this.#actions.run(site, caller, {
      plugin: id,
      action: view.name,
      wanted: wanted.data,
    });
    return { plugin: id, value };
  }
}
