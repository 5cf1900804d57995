import { signal } from "@preact/signals";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { accepted, refused } from "../../../../manifests/result.ts";
import type { ApiAnswer } from "../../../../sites/requests/answer.ts";
import type { Client } from "../../../../sites/editor/api/client.ts";
import type { RequestFailure } from "../../../../sites/requests/requestFailure.ts";
import {
  type PreviewSignal,
  FIRST_PAUSE_MS,
  LAST_PAUSE_MS,
  SectionPreviews,
  TRIES_MAX,
} from "../../../../sites/editor/canvas/pictures/looks.ts";
import { pageOf, section } from "../pageOf.ts";

const shown = accepted({
  body: { root: {}, stylesheet: "/sheet.css", sections: [{ html: "<p>shown</p>" }] },
  version: undefined,
});
const away: RequestFailure = { kind: "unreached" };
const refusal = (status: number, retryAfter = 0): RequestFailure => ({
  kind: "refused",
  status,
  code: "UNAVAILABLE",
  detail: {},
  retryAfter,
});

/** Previews of a site that answers with these, the last one again and again. Notes when each request came. */
function previews(...answers: readonly (RequestFailure | "shown")[]) {
  const asked: number[] = [];
  const start = Date.now();
  const change = <T>(): Promise<ApiAnswer<T>> => {
    const answer = answers[Math.min(asked.length, answers.length - 1)] ?? "shown";
    asked.push(Date.now() - start);
    return Promise.resolve((answer === "shown" ? shown : refused(answer)) as ApiAnswer<T>);
  };
  const client: Pick<Client, "change"> = { change };
  const looks = new SectionPreviews(client, { id: "home", body: signal(pageOf()) });
  const want = (title = "one"): PreviewSignal => looks.of(section("new", { title }));
  return { asked, want };
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("fetch", () => Promise.resolve(new Response("body{}")));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("the pictures of sections", () => {
  test("come after one request", async () => {
    const { asked, want } = previews("shown");
    const look = want();
    await vi.advanceTimersByTimeAsync(100);
    expect([look.value?.html, want().value?.html, asked.length]).toEqual(["<p>shown</p>", "<p>shown</p>", 1]);
  });

  test("are asked for again after pauses that double, and at most six times", async () => {
    const { asked, want } = previews(away);
    const look = want();
    await vi.advanceTimersByTimeAsync(10 * 60_000);
    const pauses = asked.slice(1).map((at, index) => at - (asked[index] ?? 0));
    expect(pauses).toEqual([1, 2, 4, 8, 16].map((times) => times * FIRST_PAUSE_MS));
    expect([asked.length, look.value]).toEqual([TRIES_MAX, null]);
  });

  test("that keep being wanted are asked for at most once in the longest pause", async () => {
    const { asked, want } = previews(away);
    for (let second = 0; second < 300; second += 1) {
      want(`title ${second}`);
      await vi.advanceTimersByTimeAsync(1_000);
    }
    const late = asked.filter((at) => at >= 60_000);
    expect(late.length).toBeLessThanOrEqual(240_000 / LAST_PAUSE_MS + 1);
  });

  test.each([429, 503])("wait as long as the site asks for with %i", async (status) => {
    const { asked, want } = previews(refusal(status, 20), "shown");
    const look = want();
    await vi.advanceTimersByTimeAsync(20_039);
    expect([asked.length, look.value]).toEqual([1, undefined]);
    await vi.advanceTimersByTimeAsync(2);
    expect([asked.length, look.value?.html]).toEqual([2, "<p>shown</p>"]);
  });

  test("that the site refuses for good are not asked for again by themselves", async () => {
    const { asked, want } = previews(refusal(403), "shown");
    const look = want();
    await vi.advanceTimersByTimeAsync(60_000);
    expect([asked.length, look.value]).toEqual([1, null]);
    const again = want();
    await vi.advanceTimersByTimeAsync(100);
    expect([asked.length, again.value?.html]).toEqual([2, "<p>shown</p>"]);
  });

  test("come when only their style sheet had failed", async () => {
    const failures = [new Response("", { status: 503 }), new Response("body{}")];
    vi.stubGlobal("fetch", () => Promise.resolve(failures.shift()));
    const { want } = previews("shown");
    const look = want();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(look.value?.css).toBe("body{}");
  });
});
