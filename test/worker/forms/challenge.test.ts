import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { CHALLENGE_ANSWER_MAX_CHARS, CHALLENGE_WAIT_MS } from "../../../manifests/bounds/forms.ts";
import { migrate } from "../site/harness.ts";
import { MESSAGE, aSiteWithForm, answers, post, type Editor } from "./siteWithForm.ts";

beforeAll(migrate);
afterEach(() => void vi.restoreAllMocks());

const SECRET = "1x0000000000000000000000000000000AA";
const swap = { TURNSTILE_SECRET: SECRET };

/** Replaces the external challenge service. Answers its received parameters. */
function judge(answer: () => Response | Promise<Response>): URLSearchParams[] {
  const asked: URLSearchParams[] = [];
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    expect(String(input)).toBe("https://challenges.cloudflare.com/turnstile/v0/siteverify");
    expect(init?.redirect).toBe("manual");
    asked.push(new URLSearchParams(init?.body as URLSearchParams));
    return answer();
  });
  return asked;
}

const verdict =
  (hostname: string, success = true) =>
  () =>
    Response.json({ success, hostname });
const hostOf = ({ site }: Editor): string => new URL(site.origin).hostname;

describe("a form with a challenge", () => {
  let owner: Editor;
  beforeAll(async () => void (owner = await aSiteWithForm("drawbridge.forms/contact", { challenge: true })));

  test("is stored when the judge says so, who is told the secret, the answer and who gave it", async () => {
    const asked = judge(verdict(hostOf(owner)));
    const response = await post(owner, {
      fields: { ...MESSAGE, "cf-turnstile-response": "an answer" },
      visitor: "192.0.2.7",
      swap,
    });
    expect(response.status).toBe(303);
    expect(asked.map((body) => Object.fromEntries(body))).toEqual([
      { secret: SECRET, response: "an answer", remoteip: "192.0.2.7" },
    ]);
    expect(await answers(owner)).toEqual([MESSAGE]);
    expect((await post(owner, { json: { fields: MESSAGE, challenge: "an answer" }, swap })).status).toBe(201);
  });

  test.each<[string, () => Response | Promise<Response>]>([
    ["no", () => Response.json({ success: false })],
    ["yes for another site", verdict("evil.example")],
    ["nothing", () => Promise.reject(new Error("offline"))],
    ["what is no JSON", () => new Response("<html>", { status: 502 })],
    ["yes with a failure", () => Response.json({ success: true, hostname: hostOf(owner) }, { status: 500 })],
    [
      "look elsewhere",
      () =>
        Response.json(
          { success: true, hostname: hostOf(owner) },
          { status: 307, headers: { location: "https://evil.example/" } },
        ),
    ],
    ["almost yes", () => Response.json({ success: "true", hostname: hostOf(owner) })],
  ])("is not when the judge says %s, and keeps what was typed", async (_, says) => {
    judge(says);
    const before = (await answers(owner)).length;
    const response = await post(owner, { fields: { ...MESSAGE, "cf-turnstile-response": "an answer" }, swap });
    expect(response.status).toBe(422);
    expect(await response.text()).toContain(MESSAGE.message);
    expect(await answers(owner)).toHaveLength(before);
  });

  test("is not without an answer, and nobody is asked", async () => {
    const asked = judge(verdict(hostOf(owner)));
    expect((await post(owner, { json: { fields: MESSAGE }, swap })).status).toBe(400);
    expect(asked).toEqual([]);
  });

  test.each([
    [-1, 201],
    [0, 201],
    [1, 400],
  ])("takes an answer of the bound and %i: %i", async (beside, status) => {
    judge(verdict(hostOf(owner)));
    expect(
      (
        await post(owner, {
          json: { fields: MESSAGE, challenge: "x".repeat(CHALLENGE_ANSWER_MAX_CHARS + beside) },
          swap,
        })
      ).status,
    ).toBe(status);
  });

  test.each([
    [-1, 201],
    [0, 400],
    [1, 400],
  ])("waits for its judge up to its bound: an answer %i ms from it, %i", async (beside, status) => {
    const clock = new EventTarget();
    let now = 0;
    vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => {
      const over = new AbortController();
      clock.addEventListener("tick", () => void (now >= ms && over.abort(new DOMException("over", "TimeoutError"))));
      return over.signal;
    });
    vi.spyOn(globalThis, "fetch").mockImplementation(async (_, init) => {
      now = CHALLENGE_WAIT_MS + beside;
      clock.dispatchEvent(new Event("tick"));
      init?.signal?.throwIfAborted();
      return Response.json({ success: true, hostname: hostOf(owner) });
    });
    expect((await post(owner, { json: { fields: MESSAGE, challenge: "an answer" }, swap })).status).toBe(status);
  });

  test("has none where the deployment has no secret", async () => {
    expect((await post(owner)).status).toBe(303);
  });
});

test("other forms ask nobody for anything", async () => {
  const owner = await aSiteWithForm();
  judge(verdict("evil.example"));
  expect((await post(owner, { swap })).status).toBe(303);
});
