import { describe, expect, test, vi } from "vitest";
import {
  VISIT_HOSTNAMES_PENDING,
  VISIT_REPORT_MAX_BYTES,
  VISIT_SCRIPT_MAX_BYTES,
  VISITS_GATHERED_MS,
} from "../../../manifests/bounds/publicContent.ts";
import { VISIT_SCRIPT } from "../../../runtime/rendering/visits/script.generated.ts";
import { VISIT_REPORT_PATH } from "../../../runtime/rendering/visits/reportPath.ts";
import type { VisitCounts } from "../../../runtime/visits/views.ts";
import { WorkerVisits } from "../../../sites/web/visits/visits.ts";

const BROWSER = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
const HOSTNAME = "visits.example";

/** A worker whose waits end when the test says so. */
function aWorker() {
  const clock = { now: 1_000 };
  const waits: (() => void)[] = [];
  const gate = { isOpen: false };
  const work: Promise<unknown>[] = [];
  const sent: VisitCounts[] = [];
  const handOn = async (counts: readonly VisitCounts[]): Promise<void> => void sent.push(...counts);
  const visits = new WorkerVisits(
    () => clock.now,
    (ms) => {
      expect(ms).toBe(VISITS_GATHERED_MS);
      return gate.isOpen ? Promise.resolve() : new Promise((resolve) => waits.push(resolve));
    },
  );
  const isServed = async (hostname: string): Promise<boolean> => {
    if (hostname.startsWith("broken")) throw new Error("gone");
    return hostname === HOSTNAME;
  };
  const counting = { isServed, handOn, ctx: { waitUntil: (one: Promise<unknown>) => void work.push(one) } };
  const page = (path: string, init: RequestInit = {}, status = 200): void => {
    const request = new Request(`https://${HOSTNAME}${path}`, {
      ...init,
      headers: { "user-agent": BROWSER, ...init.headers },
    });
    visits.answered(request, new Response("", { status, headers: { "content-type": "text/html" } }), counting);
  };
  const report = (
    body: BodyInit,
    headers: Record<string, string> = {},
    hostname = HOSTNAME,
  ): Promise<Response | undefined> =>
    visits.reported(
      new Request(`https://${hostname}${VISIT_REPORT_PATH}`, {
        method: "POST",
        headers: {
          "user-agent": BROWSER,
          "content-type": "application/x-www-form-urlencoded;charset=UTF-8",
          origin: `https://${hostname}`,
          ...headers,
        },
        body,
      }),
      counting,
    );
  /** Lets all waits end, and what follows. */
  const pass = async (): Promise<void> => {
    gate.isOpen = true;
    for (const end of waits.splice(0)) end();
    await Promise.all(work.splice(0));
    gate.isOpen = false;
  };
  /** Resolves once so many visits wait to be handed on. */
  const begun = (count: number) => vi.waitFor(() => expect(waits).toHaveLength(count));
  return { clock, waits, work, begun, sent, page, report, pass };
}

describe("a worker", () => {
  test("hands visits on together, a while after the first one", async () => {
    const { page, pass, sent, begun } = aWorker();
    page("/");
    page("/about?utm_source=x", { headers: { referer: "https://news.example/today" } });
    page("/", { method: "HEAD" });
    page("/", {}, 404);
    page("/_assets/frame/a/b");
    await begun(1);
    expect(sent).toEqual([]);
    await pass();
    const visits = {
      notice: "server",
      paths: [
        ["/", 1],
        ["/about", 1],
      ],
      from: [["news.example", 1]],
    };
    expect(sent).toEqual([{ hostname: HOSTNAME, ...visits }]);
    page("/");
    await pass();
    expect(sent).toHaveLength(2);
  });

  test("hands on what a request left that ended before its wait", async () => {
    const { page, clock, waits, work, begun, sent, pass } = aWorker();
    page("/");
    await begun(1);
    // The runtime drops the work of a request that it ends.
    [waits.length, work.length] = [0, 0];
    clock.now += 2 * VISITS_GATHERED_MS - 1;
    page("/early");
    await pass();
    expect(sent).toEqual([]);
    clock.now += 1;
    page("/about");
    await pass();
    expect(sent[0]?.paths.map(([path]) => path)).toEqual(["/", "/early", "/about"]);
  });
});

describe("a report of a page's script", () => {
  test("has at most 300 bytes of script behind it", () => {
    expect(Buffer.byteLength(VISIT_SCRIPT.text)).toBeLessThanOrEqual(VISIT_SCRIPT_MAX_BYTES);
  });

  test("counts as one", async () => {
    const { report, pass, sent } = aWorker();
    const answer = await report(new URLSearchParams({ path: "/about", from: "https://news.example/" }));
    expect([answer?.status, answer?.headers.get("set-cookie")]).toEqual([204, null]);
    await pass();
    expect(sent[0]).toEqual({
      hostname: HOSTNAME,
      notice: "script",
      paths: [["/about", 1]],
      from: [["news.example", 1]],
    });
  });

  test.each(["invented.example", "broken.example"])(
    "at %s, which serves no site, answers 404 and takes no place",
    async (at) => {
      const { report, pass, sent } = aWorker();
      const about = (): URLSearchParams => new URLSearchParams({ path: "/about" });
      for (let n = 0; n < VISIT_HOSTNAMES_PENDING; n += 1)
        expect((await report(about(), { "cf-connecting-ip": `192.0.2.${n}` }, at.replace(".", `${n}.`)))?.status).toBe(
          404,
        );
      expect((await report(about()))?.status).toBe(204);
      await pass();
      expect(sent.map(({ hostname }) => hostname)).toEqual([HOSTNAME]);
    },
  );

  const path = "path=%2Fabout";
  test.each<[string, number, string, Record<string, string>]>([
    ["from another site", 403, path, { origin: "https://evil.example" }],
    ["without an origin", 403, path, { origin: "" }],
    ["from a frame of another site", 403, path, { "sec-fetch-site": "cross-site" }],
    ["of another type", 415, "{}", { "content-type": "text/plain" }],
    ["without a page", 400, "from=x", {}],
    ["with an address of another site", 400, "path=https%3A%2F%2Fevil.example", {}],
    ["that is too long", 400, `path=/${"a".repeat(VISIT_REPORT_MAX_BYTES)}`, {}],
    ["with more fields", 400, `${path}&from=x&more=1`, {}],
    ["of a robot", 204, path, { "user-agent": "curl/8.5.0" }],
    ["of a member", 204, path, { cookie: "__Host-svc_session=x" }],
    ["of a part", 204, "path=%2F_editor", {}],
    ["of a path that is none", 204, "path=%2F..%2F..%2Fetc", {}],
    ["of a path with a line break", 204, "path=%2Fa%0Ab", {}],
  ])("%s answers %i and does not count", async (_, status, body, headers) => {
    const { report, pass, sent } = aWorker();
    expect((await report(body, headers))?.status).toBe(status);
    await pass();
    expect(sent).toEqual([]);
  });
});
