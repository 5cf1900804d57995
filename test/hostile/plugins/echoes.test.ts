/** Answers of hosts that repeat a secret that they were sent. */
import { describe, expect, test } from "vitest";
import { lendHttp } from "../../../capabilities/http.ts";
import { HTTP_HEADER_MAX_CHARS, HTTP_RESPONSE_MAX_BYTES } from "../../../manifests/bounds/bridge.ts";
import { PLUGIN_SETTINGS_MAX_BYTES, SECRET_MIN_CHARS } from "../../../manifests/bounds/plugins.ts";
import { askLoan, loanOf } from "../../capabilities/asking.ts";
import { excess } from "../../support/effort.ts";

const HOST = "a.example.com";
const URL_A = `https://${HOST}/x`;
const STAND_IN = "{secret:key}";

interface Answer {
  readonly url: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string;
}

type Host = (url: string, init: RequestInit) => Response;

async function answered(
  host: Host,
  key: string,
  more: Readonly<Record<string, string>> = {},
): Promise<Answer | string> {
  const settings = { key, ...more };
  const secrets = Object.fromEntries(Object.keys(settings).map((name) => [name, HOST]));
  const powers = {
    fetch: async (url: string, init: RequestInit) => host(url, init),
    timeout: () => new AbortController().signal,
    isOurs: () => false,
  };
  const loan = loanOf(
    lendHttp(powers, { hosts: [HOST], methods: ["GET"], secrets }, { settings, tell: () => undefined }),
  );
  const headers = [["authorization", `Bearer ${STAND_IN}`]];
  return (await askLoan(loan, "http.fetch", { url: URL_A, headers })) as Answer | string;
}

const read = (answer: Answer | string): string => {
  if (typeof answer === "string") throw new Error(answer);
  return Buffer.from(answer.body, "base64").toString("latin1");
};

const KEY = 'sk_live_"1/2"';

describe("a host that repeats the secret", () => {
  test.each<[string, (sent: string) => string, string]>([
    ["as it is", (sent) => `<${sent}>`, `<Bearer ${STAND_IN}>`],
    ["many times", (sent) => sent.repeat(3), `Bearer ${STAND_IN}`.repeat(3)],
    ["in JSON", (sent) => JSON.stringify([sent]), `["Bearer ${STAND_IN}"]`],
    ["in an address", (sent) => `?q=${encodeURIComponent(sent)}`, `?q=Bearer%20${STAND_IN}`],
    ["between bytes that are no text", (sent) => `\u00ff\u0000${sent}\u0080`, `\u00ff\u0000Bearer ${STAND_IN}\u0080`],
  ])("%s in its body gives the stand-in", async (_, body, told) => {
    const echo: Host = (_url, { headers }) =>
      new Response(Buffer.from(body((headers as string[][])[0]?.[1] ?? ""), "latin1"));
    expect(read(await answered(echo, KEY))).toBe(told);
  });

  test("in a header, the name of a header or an address gives the stand-in", async () => {
    const host: Host = (url) =>
      url === URL_A
        ? new Response(null, { status: 302, headers: { location: "/sk_live_1" } })
        : new Response("", { headers: { "x-sent": "Bearer sk_live_1", "x-sk_live_1": "1", etag: "e" } });
    const { url, headers } = (await answered(host, "sk_live_1")) as Answer;
    expect([url, headers]).toEqual([
      `https://${HOST}/${STAND_IN}`,
      [
        ["content-type", "text/plain;charset=UTF-8"],
        ["etag", "e"],
        ["x-sent", `Bearer ${STAND_IN}`],
      ],
    ]);
  });

  test("with spaces around it, which no header carries, gives the stand-in", async () => {
    expect(read(await answered(() => new Response("<sk_live_1>"), " sk_live_1 "))).toBe(`<${STAND_IN}>`);
  });

  test("that begins as another one does gives the stand-in of the whole", async () => {
    expect(read(await answered(() => new Response("sk_live_12 sk_live_1"), "sk_live_1", { two: "sk_live_12" }))).toBe(
      `{secret:two} ${STAND_IN}`,
    );
  });

  test.each([
    [SECRET_MIN_CHARS - 1, false],
    [SECRET_MIN_CHARS, true],
    [SECRET_MIN_CHARS + 1, true],
  ])("of %i characters gives the stand-in: %s", async (chars, isHidden) => {
    const key = "k".repeat(chars);
    expect(read(await answered(() => new Response(key), key))).toBe(isHidden ? STAND_IN : key);
  });

  test.each([
    [-1, true],
    [0, true],
    [1, false],
  ])("and is as large as an answer may be with the stand-in, and %i: %s", async (more, ok) => {
    const filler = "-".repeat(HTTP_RESPONSE_MAX_BYTES - STAND_IN.length + more);
    const answer = await answered(() => new Response(`${filler}sk_live_1`), "sk_live_1");
    expect(answer === "too_large").toBe(!ok);
  });

  test.each([
    [-1, 1],
    [0, 1],
    [1, 0],
  ])("in a header as long as one may be with the stand-in, and %i, shows %i", async (more, shown) => {
    const etag = `${"-".repeat(HTTP_HEADER_MAX_CHARS - STAND_IN.length + more)}sk_live_1`;
    const answer = await answered(() => new Response(null, { headers: { etag } }), "sk_live_1");
    expect((answer as Answer).headers).toHaveLength(shown);
  });

  test("costs no more when the secret was chosen to be searched slowly", async () => {
    const key = `${"a".repeat(4_000)}b`;
    const slow = { two: `${"a".repeat(PLUGIN_SETTINGS_MAX_BYTES - 5_000)}b` };
    const search = () => answered(() => new Response("a".repeat(HTTP_RESPONSE_MAX_BYTES)), key, slow);
    expect(await excess(search, 300)).toBeUndefined();
  });
});
