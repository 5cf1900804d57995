import { createHmac } from "node:crypto";
import { describe, expect, test } from "vitest";
import { WEBHOOK_WINDOW_SECONDS } from "../../../../manifests/bounds/calls.ts";
import type { RouteSignature } from "../../../../manifests/manifest/executable.ts";
import { verified } from "../../../../runtime/plugins/webhooks/signatures.ts";

const hmac = (secret: string | Uint8Array, text: string) => createHmac("sha256", secret).update(text);

const powers = (now: number) => ({
  now: () => now,
  sign: async (secret: string | Uint8Array<ArrayBuffer>, text: string) => hmac(secret, text).digest("hex"),
});

const own = (scheme: RouteSignature["scheme"], more: Partial<RouteSignature> = {}): RouteSignature => ({
  scheme,
  secret: "signing",
  ...more,
});

/** Verifies a request, and gives the time of its signature or the reason of the refusal. */
async function judged(
  signature: RouteSignature,
  secret: string,
  { headers, text, now = 0 }: { headers: Record<string, string>; text: string; now?: number },
) {
  const result = await verified(powers(now), signature, secret, { headers, text });
  if (result === "unfit_secret") return result;
  return result.ok ? result.value.signedAt : result.error.why;
}

/** Requests with signatures that the services publish in their documentation. */
const PUBLISHED: readonly [string, RouteSignature, string, Record<string, string>, string, number | null][] = [
  [
    "GitHub",
    own("github"),
    "It's a Secret to Everybody",
    { "x-hub-signature-256": "sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17" },
    "Hello, World!",
    null,
  ],
  [
    "Slack",
    own("slack"),
    "8f742231b10e8888abcd99yyyzzz85a5",
    {
      "x-slack-request-timestamp": "1531420618",
      "x-slack-signature": "v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503",
    },
    "token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V&channel_name=foobar&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text=&response_url=https%3A%2F%2Fhooks.slack.com%2Fcommands%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c",
    1_531_420_618_000,
  ],
  [
    "Standard Webhooks",
    own("standard-webhooks"),
    "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
    {
      "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
      "webhook-timestamp": "1614265330",
      "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
    },
    '{"test": 2432232314}',
    1_614_265_330_000,
  ],
];

describe("a signature from a service's own documentation", () => {
  test.each(PUBLISHED)(
    "of %s is right, and wrong for another body or secret",
    async (...[, how, key, headers, text, at]) => {
      const now = at ?? 0;
      expect(await judged(how, key, { headers, text, now })).toBe(at);
      expect(await judged(how, key, { headers, text: `${text} `, now })).toBe("wrong");
      expect(await judged(how, `${key.slice(0, -1)}A`, { headers, text, now })).toBe("wrong");
    },
  );
});

const STRIPE = own("stripe");
const KEY = "whsec_test";
const AT = 1_700_000_000;
const v1 = (text: string, at: number | string = AT, key = KEY): string => hmac(key, `${at}.${text}`).digest("hex");
const stripe = (header: string, now = AT * 1000, text = "{}") =>
  judged(STRIPE, KEY, { headers: { "stripe-signature": header }, text, now });

describe("Stripe's signature", () => {
  test("may be one of several, as while a key is changed", async () => {
    expect(await stripe(`t=${AT},v1=${v1("{}", AT, "old")},v1=${v1("{}")},v0=${"0".repeat(64)}`)).toBe(AT * 1000);
  });

  test.each([
    [-WEBHOOK_WINDOW_SECONDS - 1, "untimely"],
    [-WEBHOOK_WINDOW_SECONDS, AT * 1000],
    [-WEBHOOK_WINDOW_SECONDS + 1, AT * 1000],
    [WEBHOOK_WINDOW_SECONDS - 1, AT * 1000],
    [WEBHOOK_WINDOW_SECONDS, AT * 1000],
    [WEBHOOK_WINDOW_SECONDS + 1, "untimely"],
  ])("at a clock that differs by %i seconds is %s", async (seconds, expected) => {
    expect(await stripe(`t=${AT},v1=${v1("{}")}`, (AT + seconds) * 1000)).toBe(expected);
  });

  test.each<[string, string, string]>([
    ["a version that is not verified", `t=${AT},v0=${v1("{}")}`, "malformed"],
    ["no time", `v1=${v1("{}")}`, "malformed"],
    ["two times", `t=${AT},t=${AT + 1},v1=${v1("{}", AT + 1)}`, "malformed"],
    ["a time that is no number", `t=1e9,v1=${v1("{}", "1e9")}`, "malformed"],
    ["a negative time", `t=-1,v1=${v1("{}", -1)}`, "malformed"],
    ["a time of thirteen digits", `t=1${"0".repeat(12)},v1=${v1("{}", `1${"0".repeat(12)}`)}`, "malformed"],
    ["half a signature", `t=${AT},v1=${v1("{}").slice(0, 32)}`, "wrong"],
    ["a longer signature", `t=${AT},v1=${v1("{}")}00`, "wrong"],
    ["an odd number of digits", `t=${AT},v1=${v1("{}").slice(1)}`, "malformed"],
    ["no signature", `t=${AT},v1=`, "malformed"],
    ["nothing", "", "malformed"],
    ["the time of another signature", `t=${AT + 1},v1=${v1("{}")}`, "wrong"],
  ])("with %s is refused", async (_, header, why) => {
    expect(await stripe(header)).toBe(why);
  });

  test("tells a wrong signature before a wrong time, so a stranger learns nothing about the clock", async () => {
    expect(await stripe(`t=1,v1=${"0".repeat(64)}`)).toBe("wrong");
  });
});

describe("a signature of the body alone", () => {
  const text = '{"id":1}';
  const shop = own("hmac-sha256", { header: "x-shopify-hmac-sha256", encoding: "base64" });
  const hex = own("hmac-sha256", { header: "x-signature", prefix: "v1=" });

  test("stands in the header, prefix and encoding of the manifest", async () => {
    const base64 = hmac("k", text).digest("base64");
    expect(await judged(shop, "k", { headers: { "x-shopify-hmac-sha256": base64 }, text })).toBe(null);
    const digest = hmac("k", text).digest("hex");
    expect(await judged(hex, "k", { headers: { "x-signature": `v1=${digest}` }, text })).toBe(null);
    expect(await judged(hex, "k", { headers: { "x-signature": `v1=00, v1=${digest.toUpperCase()}` }, text })).toBe(
      null,
    );
    expect(await judged(hex, "k", { headers: { "x-signature": digest }, text })).toBe("malformed");
    expect(await judged(hex, "k", { headers: { "x-other": digest }, text })).toBe("missing");
  });

  test("needs a secret", async () => {
    const headers = { "x-signature": `v1=${hmac("", text).digest("hex")}` };
    expect(await judged(hex, "", { headers, text })).toBe("unfit_secret");
  });
});

test("a secret of Standard Webhooks is base64", async () => {
  const [, , , headers, text, at] = PUBLISHED.find(([name]) => name === "Standard Webhooks") ?? [];
  const sent = { headers: headers ?? {}, text: text ?? "", now: at ?? 0 };
  for (const secret of ["whsec_", "", "not base64", "whsec_ab%d"])
    expect(await judged(own("standard-webhooks"), secret, sent)).toBe("unfit_secret");
  expect(await judged(own("standard-webhooks"), "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", sent)).toBe(at);
});

test("an id with a full stop cannot move the border between id and time", async () => {
  const text = "{}";
  const secret = Buffer.from("0123456789abcdef0123").toString("base64");
  const signed = hmac(Buffer.from(secret, "base64"), `a.5.${AT}.${text}`).digest("base64");
  const headers = { "webhook-id": "a.5", "webhook-timestamp": String(AT), "webhook-signature": `v1,${signed}` };
  expect(await judged(own("standard-webhooks"), secret, { headers, text, now: AT * 1000 })).toBe("malformed");
});

describe("the identity of a request", () => {
  const secret = Buffer.from("0123456789abcdef0123").toString("base64");
  const standard = async (id: string, at: number, text: string) => {
    const signed = hmac(Buffer.from(secret, "base64"), `${id}.${at}.${text}`).digest("base64");
    const headers = { "webhook-id": id, "webhook-timestamp": String(at), "webhook-signature": `v1,${signed}` };
    const result = await verified(powers(at * 1000), own("standard-webhooks"), secret, { headers, text });
    return result !== "unfit_secret" && result.ok ? result.value.identity : result;
  };

  test("of Standard Webhooks is the id, also when the service signs it again later", async () => {
    expect([await standard("msg_1", AT, "{}"), await standard("msg_1", AT + 60, "{}")]).toEqual(["msg_1", "msg_1"]);
    expect(await standard("", AT, "{}")).toMatchObject({ ok: false, error: { why: "malformed" } });
  });

  test("of other schemes is all that the service signed", async () => {
    const headers = { "stripe-signature": `t=${AT},v1=${v1("{}")}` };
    const result = await verified(powers(AT * 1000), STRIPE, KEY, { headers, text: "{}" });
    expect(result).toMatchObject({ value: { identity: `${AT}.{}` } });
  });
});
