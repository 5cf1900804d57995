import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { AGENT_FORM_MAX_BYTES, MCP_BODY_TIMEOUT_MS } from "../../../manifests/bounds/agents.ts";
import { fetchWorker, migrate, ORIGIN, REDIRECT } from "../../worker/private-mcp/agentClient.ts";

/** Endless and very long bodies for every unauthenticated endpoint of the authorization server. */

beforeAll(migrate);
afterEach(() => void vi.useRealTimers());

const FORM = "application/x-www-form-urlencoded";
const described = JSON.stringify({ client_name: "x", redirect_uris: [REDIRECT], token_endpoint_auth_method: "none" });
const TAKING: readonly [path: string, type: string, begun: string, whole: number][] = [
  ["/oauth/token", FORM, "grant_type=refresh_token&refresh_token=a:b:c", 401],
  ["/oauth/register", "application/json", described, 201],
  ["/authorize/answer", FORM, "handle=h&ticket=t", 400],
];

const post = (path: string, type: string, body: BodyInit): Promise<Response> =>
  fetchWorker(
    new Request(`${ORIGIN}${path}`, { method: "POST", body, headers: { "content-type": type, origin: ORIGIN } }),
  );

/** A stream that sends some text and then nothing. */
const endless = (text: string): ReadableStream<Uint8Array> =>
  new ReadableStream<Uint8Array>({ start: (controller) => controller.enqueue(new TextEncoder().encode(text)) });

describe.each(TAKING)("a body that is sent to %s", (path, type, begun, whole) => {
  test.each([
    [-1, undefined],
    [0, 408],
    [1, 408],
  ])("and never ends is given up after the time limit and %i ms: %s", async (more, status) => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    let found: number | undefined;
    void post(path, type, endless(begun)).then((answer) => (found = answer.status));
    // The rate limit comes first, and its database needs real time.
    while (vi.getTimerCount() === 0) await scheduler.wait(5);
    await vi.advanceTimersByTimeAsync(MCP_BODY_TIMEOUT_MS + more);
    if (status === undefined) return expect(found).toBeUndefined();
    await expect.poll(() => found).toBe(status);
  });

  test.each([
    [-1, whole],
    [0, whole],
    [1, 413],
  ])("with the largest number of bytes and %i is answered %i", async (more, status) => {
    const longer =
      type === FORM
        ? `${begun}&x=`.padEnd(AGENT_FORM_MAX_BYTES + more, "x")
        : begun.padEnd(AGENT_FORM_MAX_BYTES + more, " ");
    expect((await post(path, type, longer)).status).toBe(status);
  });

  test("without an end is read only up to the bound", async () => {
    const chunk = new Uint8Array(4 * 1024).fill(0x61);
    let sent = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += chunk.byteLength;
        controller.enqueue(chunk);
      },
    });
    expect((await post(path, type, body)).status).toBe(413);
    expect(sent).toBeLessThan(AGENT_FORM_MAX_BYTES + 4 * chunk.byteLength);
  });
});
