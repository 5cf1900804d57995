/** The limits of webhooks: whom a request counts for, and what a refused one costs. */
import { createHmac } from "node:crypto";
import { expect, test, vi } from "vitest";
import {
  ROUTE_CALLS_PER_PLUGIN,
  UNSIGNED_WEBHOOKS_PER_ADDRESS,
  WEBHOOKS_PER_PLUGIN,
} from "../../../../manifests/bounds/calls.ts";
import { Refusal } from "../../../../manifests/refusals/refusal.ts";
import { WebhookDeliveries } from "../../../../runtime/plugins/webhooks/deliveries.ts";
import { PluginWebhooks, type WebhookParts } from "../../../../runtime/plugins/webhooks/webhooks.ts";
import { RateLimits } from "../../../../runtime/tenancy/rateLimits.ts";
import { testPowers } from "../../kernel/powers.ts";

const PLUGIN = "acme.shop";
const SERVICE = JSON.stringify(["main", PLUGIN]);
const ADDRESS = JSON.stringify(["main", PLUGIN, "address"]);

function shop() {
  const powers = testPowers();
  const rateLimits = new RateLimits(powers);
  const read = vi.fn<() => Promise<unknown>>(async () => ({ signing: "secret" }));
  const all = vi.fn<() => Promise<unknown>>(async () => [{ ok: true, value: { body: 1 } }]);
  const route = { name: "paid", kind: "webhook", path: "/", signature: { scheme: "github", secret: "signing" } };
  const webhooks = new PluginWebhooks({
    powers,
    rateLimits,
    webhookDeliveries: new WebhookDeliveries(powers),
    declaredRoutes: { find: () => ({ plugin: { id: PLUGIN, plugin: {} }, route }), requireStatus: () => undefined },
    pluginSettings: { read },
    pluginCalls: { all },
  } as unknown as WebhookParts);
  const send = async (text: string, secret = "secret"): Promise<unknown> => {
    const signature = createHmac("sha256", secret).update(text).digest("hex");
    const headers = { "x-hub-signature-256": `sha256=${signature}` };
    const asked = webhooks.receive("main", { plugin: PLUGIN, path: "/", client: "address", text, headers });
    return asked.then(
      ({ status }) => status,
      (error: unknown) => (error instanceof Refusal ? error.code : error),
    );
  };
  return { rateLimits, send, read, all };
}

test.each([
  [WEBHOOKS_PER_PLUGIN - 1, 200],
  [WEBHOOKS_PER_PLUGIN, "RATE_LIMITED"],
  [WEBHOOKS_PER_PLUGIN + 1, "RATE_LIMITED"],
])("a signed request after %i others of the minute: %s", async (count, outcome) => {
  const { rateLimits, send } = shop();
  for (let n = 0; n < count; n += 1) rateLimits.spend("webhook", SERVICE);
  expect(await send("{}")).toBe(outcome);
});

test("a request refused for the limit may come again", async () => {
  const { rateLimits, send, all } = shop();
  for (let n = 0; n < WEBHOOKS_PER_PLUGIN; n += 1) rateLimits.spend("webhook", SERVICE);
  expect([await send("{}"), await send("{}")]).toEqual(["RATE_LIMITED", "RATE_LIMITED"]);
  expect(all).not.toHaveBeenCalled();
});

test("visitors who use up the limit of the plugin's routes leave its webhooks alone", async () => {
  const { rateLimits, send } = shop();
  for (let n = 0; n < ROUTE_CALLS_PER_PLUGIN; n += 1) rateLimits.spend("plugin", SERVICE);
  expect(await send("{}")).toBe(200);
});

test("a copy of a signed request uses up nothing", async () => {
  const { rateLimits, send, all } = shop();
  for (let n = 0; n < WEBHOOKS_PER_PLUGIN - 2; n += 1) rateLimits.spend("webhook", SERVICE);
  for (let n = 0; n < 5; n += 1) expect(await send("{}")).toBe(200);
  expect([await send("[]"), all.mock.calls.length]).toEqual([200, 2]);
});

test.each([
  [UNSIGNED_WEBHOOKS_PER_ADDRESS - 1, "SIGNATURE_REFUSED", 1],
  [UNSIGNED_WEBHOOKS_PER_ADDRESS, "RATE_LIMITED", 0],
  [UNSIGNED_WEBHOOKS_PER_ADDRESS + 1, "RATE_LIMITED", 0],
])("a wrong request after %i others of its address: %s, with the secret read %i times", async (count, code, reads) => {
  const { rateLimits, send, read } = shop();
  for (let n = 0; n < count; n += 1) rateLimits.spend("webhook-unsigned", ADDRESS);
  expect([await send("{}", "guess"), read.mock.calls.length]).toEqual([code, reads]);
});

test("signed requests do not count as wrong ones of their address", async () => {
  const { rateLimits, send } = shop();
  for (let n = 0; n < UNSIGNED_WEBHOOKS_PER_ADDRESS - 1; n += 1) rateLimits.spend("webhook-unsigned", ADDRESS);
  expect([await send("1"), await send("2"), await send("3", "guess")]).toEqual([200, 200, "SIGNATURE_REFUSED"]);
});
