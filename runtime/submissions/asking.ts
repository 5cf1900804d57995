/** Asks the plugin of a form: before its answers are stored, and once a visitor has used a link of its letters. */
import { FORM_ROUTE_SAYS_MAX_CHARS } from "../../manifests/bounds/forms.ts";
import { isObject } from "../../manifests/json/jsonObject.ts";
import { Refusal } from "../../manifests/refusals/refusal.ts";
import type { PluginCalls } from "../plugins/calls/calls.ts";
import { type RouteAnswer, routeAnswer } from "../plugins/calls/routeAnswer.ts";
import type { PluginShelf } from "../plugins/states/shelf.ts";
import type { FormModel } from "../forms/model.ts";
import type { FieldProblem, FormValues } from "../forms/values.ts";

export interface AskingParts {
  readonly plugins: PluginShelf;
  readonly pluginCalls: PluginCalls;
}

/** A form of a plugin, as its route is told of it. */
export interface AskedForm {
  /** `<page id>.<section id>`. */
  readonly form: string;
  readonly language: string;
}

/** Valid answers that are not stored yet. */
export interface AskedAnswers extends AskedForm {
  readonly fields: FormValues;
  /** A text that is the same if a visitor sends the same answers twice. */
  readonly once: string;
}

/** The use of a link by the visitor who got it. */
export interface UsedLink extends AskedForm {
  readonly submission: number;
}

/** The answer of the plugin's route. `says` is empty without a message. */
export interface AskedAnswer {
  readonly status: number;
  readonly body: unknown;
  readonly says: string;
}

export class FormAsking {
  readonly #parts: AskingParts;

  constructor(parts: AskingParts) {
    this.#parts = parts;
  }

  /** The problem for which the plugin refuses answers. Undefined if it takes them, or if the form asks no route. */
  async problemOf(site: string, model: FormModel, asked: AskedAnswers): Promise<FieldProblem | undefined> {
    if (model.route === undefined) return undefined;
    const { status, body, says } = await this.ask(site, model.type, model.route, asked);
    if (status < 400) return undefined;
    const named = isObject(body) ? body["field"] : undefined;
    const field = model.fields.find(({ name }) => name === named) ?? model.fields[0];
    if (!field) throw new Refusal("NOT_FOUND");
    const text = says === "" ? (field.error ?? model.messages.failed) : says;
    return {
      field: field.name,
      says: text,
      issue: { pointer: `/${field.name}`, found: "a value that the form does not take now", allowed: text },
      code: "INVALID_REQUEST",
    };
  }

  /**
   * Asks a route of the form's plugin. With `isReading`, the plugin can change nothing. Throws a `Refusal` if the plugin is
   * not active or gives no answer.
   */
  async ask(
    site: string,
    type: string,
    name: string,
    input: AskedAnswers | UsedLink,
    isReading = false,
  ): Promise<AskedAnswer> {
    const { plugins, pluginCalls } = this.#parts;
    const id = type.slice(0, type.indexOf("/"));
    await plugins.prepare();
    const plugin = plugins.forSite(site).resolution.active.find((one) => one.id === id);
    const route = plugin?.plugin.manifest.contributes.routes?.find((one) => one.name === name && one.kind === "form");
    if (!plugin || !route) throw new Refusal("PLUGIN_UNAVAILABLE", { plugin: id });
    const [outcome] = await pluginCalls.all([{ site, plugin, point: "routes", name, input, isReading }]);
    return answerIn(routeAnswer(outcome, { plugin, route, isMember: false }));
  }
}

function answerIn({ status, json }: RouteAnswer): AskedAnswer {
  const body = JSON.parse(json) as unknown;
  const message = isObject(body) ? body["message"] : undefined;
  return { status, body, says: typeof message === "string" ? message.slice(0, FORM_ROUTE_SAYS_MAX_CHARS) : "" };
}
