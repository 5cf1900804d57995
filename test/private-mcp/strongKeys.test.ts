import { expect, test } from "vitest";
import { AGENT_KEYS_MAX_BYTES, AGENT_RSA_MIN_BITS } from "../../manifests/bounds/agents.ts";
import { shortestIn, weaknessIn, withStrongKeys } from "../../sites/workers/private-mcp/oauth/strongKeys.ts";

/** An RSA modulus of this many bits. */
function modulus(bits: number, zeros = 0): string {
  const bytes = Buffer.alloc(Math.ceil(bits / 8) + zeros, 0xff);
  bytes.fill(0, 0, zeros);
  bytes[zeros] = 0xff >> ((8 - (bits % 8)) % 8);
  return bytes.toString("base64url");
}

const rsa = (bits: number, more: object = {}): object => ({ kty: "RSA", e: "AQAB", n: modulus(bits), ...more });
const SHORT = AGENT_RSA_MIN_BITS - 1;

test.each([
  ["a set of keys", { keys: [rsa(SHORT)] }, SHORT],
  ["a document with keys", { client_id: "x", jwks: { keys: [rsa(4_096), rsa(2_048)] } }, 2_048],
  ["a key behind one of another kind", { keys: [{ kty: "EC", crv: "P-256" }, rsa(1_024, { use: "sig" })] }, 1_024],
  ["a modulus with zeros before it", { keys: [{ kty: "RSA", n: modulus(2_048, 128) }] }, 2_048],
  ["no modulus", { keys: [{ kty: "RSA" }] }, expect.any(Number)],
  ["a modulus that is no base64", { keys: [{ kty: "RSA", n: "%%%" }] }, 0],
  ["a key that only encrypts", { keys: [rsa(1_024, { use: "enc" })] }, Infinity],
  ["no RSA key", { keys: [{ kty: "EC" }] }, Infinity],
  ["no list", { keys: { 0: rsa(1_024) } }, Infinity],
])("of %s the shortest is found", (_, document, bits) => {
  expect(shortestIn(JSON.stringify(document))).toEqual(bits);
});

test("an RSA key without a modulus of any length is too short", () => {
  expect(
    shortestIn(
      JSON.stringify({
        keys: [
          { kty: "RSA", n: "" },
          { kty: "RSA", n: modulus(8) },
        ],
      }),
    ),
  ).toBeLessThan(AGENT_RSA_MIN_BITS);
});

test.each([
  [2_048, true],
  [AGENT_RSA_MIN_BITS - 1, true],
  [AGENT_RSA_MIN_BITS, false],
  [AGENT_RSA_MIN_BITS + 1, false],
])("a key of %i bits is refused: %s", async (bits, refused) => {
  const told: string[] = [];
  const answer = withStrongKeys(Response.json({ keys: [rsa(bits)] }), (reason) => told.push(reason));
  const read = await answer.json().then(
    () => "",
    (error: Error) => error.message,
  );
  expect([read !== "", told]).toEqual([refused, refused ? [expect.stringContaining(`${bits} bits`)] : []]);
  expect(weaknessIn(`CIMD fetch failed for https://client.example: ${read}`)).toBe(refused ? read : undefined);
});

test.each([
  [-1, false],
  [0, false],
  [1, true],
])("an answer of as many bytes as are looked through and %i is refused unread: %s", async (more, refused) => {
  const text = JSON.stringify({ keys: [rsa(4_096)] });
  const [told, sent] = [[] as string[], text.padEnd(AGENT_KEYS_MAX_BYTES + more)];
  const read = await withStrongKeys(new Response(sent), (reason) => told.push(reason))
    .text()
    .then(
      (same) => same !== sent,
      () => true,
    );
  expect([read, told]).toEqual([
    refused,
    refused ? [`The keys of this client have more than ${AGENT_KEYS_MAX_BYTES} bytes.`] : [],
  ]);
});

test.each([-1, 0])("a short key is found wherever it stands in as many bytes as are read and %i", async (more) => {
  const text = JSON.stringify({ pad: "", keys: [rsa(2_048)] });
  const padded = text.replace('""', () => `"${" ".repeat(AGENT_KEYS_MAX_BYTES - text.length + more)}"`);
  await expect(withStrongKeys(new Response(padded), () => undefined).text()).rejects.toThrow("2048 bits");
});

test("nothing is read before the answer is, its status and headers stay, and who stops reading stops the sender", async () => {
  let [pulled, cancelled] = [0, false];
  const source = new ReadableStream<Uint8Array>(
    {
      pull: (controller) => ((pulled += 1), controller.enqueue(new Uint8Array(8))),
      cancel: () => void (cancelled = true),
    },
    { highWaterMark: 0 },
  );
  const answer = withStrongKeys(
    new Response(source, { status: 201, headers: { "content-length": "9" } }),
    () => undefined,
  );
  await Promise.resolve();
  expect([pulled, answer.status, answer.headers.get("content-length")]).toEqual([0, 201, "9"]);
  await answer.body?.cancel();
  expect(cancelled).toBe(true);
});
