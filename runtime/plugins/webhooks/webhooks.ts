import { CALL_INPUT_MAX_CHARS, WEBHOOK_BODY_MAX_BYTES } from "../../../manifests/bounds/calls.ts";
import { Refusal } from "../../../manifests/refusals/refusal.ts";
import type { Answer } from "../../commands/answer.ts";
import type { Powers } from "../../powers/powers.ts";
import type { RateLimits } from "../../tenancy/rateLimits.ts";
import type { PluginCalls } from "../calls/calls.ts";
import type { DeclaredRoutes, PluginRoute } from "../calls/declaredRoutes.ts";
import { routeAnswer, type RouteAnswer } from "../calls/routeAnswer.ts";
import type { PluginSettings } from "../settings/settings.ts";
import type { WebhookDeliveries } from "./deliveries.ts";
import { type SignedRequest, signatureHeaders, verified, type Verified } from "./signatures.ts";

/** A request to a webhook of a plugin. */
export interface WebhookRequest extends SignedRequest {
  readonly plugin: string;
  /** The path below the plugin's webhooks, such as `/stripe`. */
  readonly path: string;
  /** The caller's name for rate limits. It does not reveal the network address. */
  readonly client: string;
}

/** The workspace's method for the worker that receives webhooks. */
export interface PluginWebhookApi {
  pluginWebhook(site: string, request: WebhookRequest): Promise<Answer<RouteAnswer>>;
}

export interface WebhookParts {
  readonly powers: Powers;
  readonly declaredRoutes: Pick<DeclaredRoutes, "find" | "requireStatus">;
  readonly rateLimits: RateLimits;
  readonly pluginSettings: Pick<PluginSettings, "read">;
  readonly pluginCalls: Pick<PluginCalls, "all">;
  readonly webhookDeliveries: WebhookDeliveries;
}

/** The answer to a request that the plugin accepted before. Services repeat what they believe lost. */
const REPEATED: RouteAnswer = { status: 200, json: JSON.stringify({ repeated: true }), leave: null };

/** Receives what services send to plugins. A plugin is called only for a request that its secret signed. */
export class PluginWebhooks {
  readonly #parts: WebhookParts;

  constructor(parts: WebhookParts) {
    this.#parts = parts;
  }

  async receive(site: string, request: WebhookRequest): Promise<RouteAnswer> {
    const { declaredRoutes, powers, rateLimits, webhookDeliveries, pluginCalls } = this.#parts;
    const { plugin, route } = declaredRoutes.find(site, request.plugin, (routes) => webhookAt(routes, request.path));
    declaredRoutes.requireStatus("POST");
    const unsigned = JSON.stringify([site, request.plugin, request.client]);
    rateLimits.requireRoom("webhook-unsigned", unsigned);
    const settings = await this.#parts.pluginSettings.read(site, plugin.plugin);
    const { identity, signedAt } = await this.#verified(route, settings, request, unsigned);
    const digest = await powers.digest(JSON.stringify([route.name, identity]));
    const delivery = { site, plugin: plugin.id, digest };
    const claim = webhookDeliveries.claim(delivery);
    if (claim === "known") return REPEATED;
    if (claim === "running") throw new Refusal("IDEMPOTENCY_IN_PROGRESS");
    let isAccepted = false;
    try {
      // Copies are answered above, so nobody uses up the room of a service with requests that it has sent.
      rateLimits.require("webhook", JSON.stringify([site, request.plugin]));
      const input = { text: request.text, headers: handedOn(route, request), signedAt };
      if (JSON.stringify(input).length > CALL_INPUT_MAX_CHARS)
        throw new Refusal("TOO_LARGE", { maxBytes: WEBHOOK_BODY_MAX_BYTES, maxChars: CALL_INPUT_MAX_CHARS });
      const [outcome] = await pluginCalls.all([{ site, plugin, point: "routes", name: route.name, input }]);
      const answer = routeAnswer(outcome, { plugin, route, isMember: false });
      isAccepted = answer.status < 400;
      return answer;
    } finally {
      webhookDeliveries.settle(delivery, isAccepted);
    }
  }

  /** Refuses a request that the secret did not sign. Such requests count for their network address, `unsigned`. */
  async #verified(
    { signature }: PluginRoute,
    settings: Readonly<Record<string, unknown>>,
    request: WebhookRequest,
    unsigned: string,
  ): Promise<Verified> {
    const { powers, rateLimits } = this.#parts;
    const secret = signature && Object.hasOwn(settings, signature.secret) ? settings[signature.secret] : undefined;
    const checked =
      signature && typeof secret === "string" ? await verified(powers, signature, secret, request) : "unfit_secret";
    if (checked !== "unfit_secret" && checked.ok) return checked.value;
    rateLimits.require("webhook-unsigned", unsigned);
    if (checked === "unfit_secret")
      throw new Refusal("PLUGIN_UNAVAILABLE", {
        plugin: request.plugin,
        reason: `Its setting ${signature?.secret ?? ""} has no secret of the service yet.`,
      });
    throw new Refusal("SIGNATURE_REFUSED", checked.error);
  }
}

const webhookAt = (routes: readonly PluginRoute[], path: string): PluginRoute | undefined =>
  routes.find((route) => route.kind === "webhook" && route.path === path);

/** The headers that the function gets: those with the signature, and those that the manifest names. */
function handedOn(route: PluginRoute, { headers }: WebhookRequest): Record<string, string> {
  const names = [...(route.signature ? signatureHeaders(route.signature) : []), ...(route.headers ?? [])];
  return Object.fromEntries(Object.entries(headers).filter(([name]) => names.includes(name)));
}
