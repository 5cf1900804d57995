import { once } from "node:events";
import { createServer, request as httpRequest, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { DRAIN_MS } from "../../../manifests/bounds/operators.ts";
import { Entrance } from "../../../sites/machine/entrance/entrance.ts";
import { AT_HOME, namesOf } from "../../../sites/machine/names/serving.ts";
import { Proxies } from "../../../sites/machine/names/proxies.ts";
import type { HealthReport } from "../../../sites/machine/health/health.ts";
import { claimPort } from "../../../sites/machine/names/port.ts";

/** Unauthorized requests for the health report, and a machine that stops while it answers. */

const SITE = { origin: "https://www.example.com", hostname: "www.example.com" };
const REPORT = { status: "ok", faults: [], release: "0.1.0" } as unknown as HealthReport;

let waiting: ServerResponse[];
let entrance: Entrance;
let port: number;
let report: HealthReport;
const inner = createServer((request, response) => {
  if (request.url === "/slow") waiting.push(response);
  else response.writeHead(404, { "x-content-type-options": "nosniff" }).end("of the workers");
});

beforeEach(async () => {
  [waiting, report] = [[], REPORT];
  inner.listen(0, "127.0.0.1");
  await once(inner, "listening");
  port = await claimPort(0);
  const serving = { ...AT_HOME, origins: [SITE], proxies: new Proxies(["127.0.0.2"]) };
  entrance = await Entrance.open({
    port,
    inner: (inner.address() as AddressInfo).port,
    names: namesOf(serving, "127.0.0.1"),
    health: async () => report,
    hasSpace: () => true,
  });
});

afterEach(async () => {
  await entrance[Symbol.asyncDispose]();
  inner.close();
  inner.closeAllConnections();
});

interface Answer {
  readonly status: number;
  readonly body: string;
}

function ask(path: string, headers: Record<string, string>, method = "GET"): Promise<Answer> {
  return new Promise((done, fail) => {
    const asked = httpRequest({ host: "127.0.0.1", port, path, method, headers, agent: false });
    asked.on("error", fail).on("response", (response) => {
      let body = "";
      response.setEncoding("utf8").on("data", (text: string) => (body += text));
      response.on("error", fail).on("end", () => done({ status: response.statusCode ?? 0, body }));
    });
    asked.end();
  });
}

describe("/api/health", () => {
  test.each(["localhost", "127.0.0.1", "demo.localhost"])("answers under the machine's own name %s", async (host) => {
    const { status, body } = await ask("/api/health", { host: `${host}:${port}` });
    expect([status, JSON.parse(body)]).toEqual([200, REPORT]);
  });

  test("has a status that says whether the machine is healthy", async () => {
    report = { ...REPORT, status: "failing" };
    expect((await ask("/api/health", { host: "localhost" })).status).toBe(503);
  });

  test.each<[string, Record<string, string>]>([
    ["under a real name", { host: SITE.hostname }],
    ["for somebody behind a proxy", { host: "localhost", "x-forwarded-for": "127.0.0.1" }],
    ["for somebody behind a proxy of another kind", { host: "localhost", forwarded: "for=127.0.0.1" }],
    ["for somebody behind a tunnel", { host: "localhost", "cf-connecting-ip": "127.0.0.1" }],
    ["for somebody with a proxy's mark", { host: "localhost", via: "1.1 caddy" }],
  ])("is 404 %s", async (_, headers) => {
    const { status, body } = await ask("/api/health", headers);
    expect([status, body.includes("release")]).toEqual([404, false]);
  });

  test.each(["/api/health/", "/api/health?x", "/api//health", "/api/healthz"])(
    "is not %s, which is forwarded to the workers",
    async (path) => {
      expect((await ask(path, { host: "localhost" })).body).toBe("of the workers");
    },
  );

  test("is forwarded to the workers for a POST", async () => {
    expect((await ask("/api/health", { host: "localhost", "content-length": "0" }, "POST")).body).toBe(
      "of the workers",
    );
  });
});

describe("a stop", () => {
  test("waits for a running request, and accepts no new one", async () => {
    const slow = ask("/slow", { host: "localhost" });
    while (waiting.length === 0) await new Promise((done) => setTimeout(done, 2));
    const drained = entrance.drain();
    await expect(ask("/", { host: "localhost" })).rejects.toThrow(/ECONNREFUSED/);
    waiting[0]?.writeHead(200, { "x-content-type-options": "nosniff" }).end("whole");
    expect(await slow).toEqual({ status: 200, body: "whole" });
    await drained;
  });

  test("without a running request does not wait", async () => {
    await ask("/", { host: "localhost" });
    await entrance.drain();
    expect(waiting).toEqual([]);
  });

  test("leaves the processes enough of the ten seconds to end", () => {
    const processesMs = 3_000; // The grace period of `guarded.ts` before a kill.
    expect(DRAIN_MS + processesMs).toBeLessThan(10_000);
  });
});
