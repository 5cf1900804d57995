import { expect, test } from "vitest";
import { WEBHOOK_KNOWN_MS, WEBHOOKS_KNOWN_MAX } from "../../../../manifests/bounds/calls.ts";
import { WebhookDeliveries } from "../../../../runtime/plugins/webhooks/deliveries.ts";
import { testPowers } from "../../kernel/powers.ts";

const of = (digest: string, plugin = "acme.shop") => ({ site: "main", plugin, digest });

function deliveries() {
  const powers = testPowers();
  return { powers, known: new WebhookDeliveries(powers) };
}

test("a delivery is taken once, and again only if the plugin did not accept it", () => {
  const { known } = deliveries();
  expect([known.claim(of("a")), known.claim(of("a")), known.claim(of("a", "acme.other"))]).toEqual([
    "taken",
    "running",
    "taken",
  ]);
  known.settle(of("a"), false);
  expect(known.claim(of("a"))).toBe("taken");
  known.settle(of("a"), true);
  expect([known.claim(of("a")), known.claim(of("b"))]).toEqual(["known", "taken"]);
});

test("a claim whose process ended is given up after a minute, also if the clock was set back", () => {
  const { powers, known } = deliveries();
  known.claim(of("a"));
  powers.clock.now += 59_999;
  expect(known.claim(of("a"))).toBe("running");
  powers.clock.now += 1;
  expect(known.claim(of("a"))).toBe("taken");
  powers.clock.now -= 3_600_000;
  expect(known.claim(of("a"))).toBe("taken");
});

test.each([
  [WEBHOOK_KNOWN_MS - 1, "known"],
  [WEBHOOK_KNOWN_MS, "known"],
  [WEBHOOK_KNOWN_MS + 1, "taken"],
])("after %i milliseconds a delivery is %s", (ms, claim) => {
  const { powers, known } = deliveries();
  known.claim(of("a"));
  known.settle(of("a"), true);
  known.sweep(powers.now() + ms);
  expect(known.claim(of("a"))).toBe(claim);
});

test(`the last ${WEBHOOKS_KNOWN_MAX} deliveries of a plugin are known`, () => {
  const { powers, known } = deliveries();
  powers.sql.atomically(() => {
    for (let index = 0; index <= WEBHOOKS_KNOWN_MAX; index += 1) {
      known.claim(of(String(index)));
      known.settle(of(String(index)), true);
    }
  });
  expect([known.claim(of("0")), known.claim(of("2")), known.claim(of(String(WEBHOOKS_KNOWN_MAX)))]).toEqual([
    "taken",
    "known",
    "known",
  ]);
});
