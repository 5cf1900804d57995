import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { Client as ModernClient, StreamableHTTPClientTransport as ModernTransport } from "@modelcontextprotocol/client";
import { Client as OldClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as OldTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { ConformanceTester } from "lighthouse/third-party/ard/ard.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { serveAgents, type Served } from "./start.ts";

let served: Served;
beforeAll(async () => {
  served = await serveAgents();
});
afterAll(() => served[Symbol.asyncDispose]());

const ME = { name: "test", version: "1.0.0" };

describe("the official clients", () => {
  test("of today negotiate the newest protocol, list and call", async () => {
    const client = new ModernClient(ME, { versionNegotiation: { mode: "auto" } });
    await client.connect(new ModernTransport(new URL(served.url)));
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain("read_page");
    const { structuredContent } = await client.callTool({ name: "read_page", arguments: { page: "/about" } });
    // The clock may have published again since the folder with the demo was filled.
    expect(structuredContent).toMatchObject({ path: "/about", release: expect.any(Number) });
    expect((await client.listResources()).resources.length).toBeGreaterThan(10);
    expect((await client.listPrompts()).prompts).toHaveLength(1);
    await client.close();
  });

  test("of before begin with initialize, list and call", async () => {
    const client = new OldClient(ME);
    // The package's types do not fit `exactOptionalPropertyTypes`.
    await client.connect(new OldTransport(new URL(served.url)) as unknown as Parameters<OldClient["connect"]>[0]);
    expect(client.getServerVersion()?.name).toBe("drawbridge-public");
    expect((await client.listTools()).tools).toHaveLength(9);
    const { structuredContent } = await client.callTool({ name: "search", arguments: { query: "larch" } });
    expect(structuredContent).toMatchObject({
      results: expect.arrayContaining([expect.objectContaining({ id: "larch-stack" })]),
    });
    const {
      resourceTemplates: [pages],
    } = await client.listResourceTemplates();
    const { completion } = await client.complete({
      ref: { type: "ref/resource", uri: pages?.uriTemplate ?? "" },
      argument: { name: "path", value: "/jour" },
    });
    expect(completion.values).toContain("/journal");
    await client.close();
  });
});

describe("the catalogue of what is there for agents", () => {
  test("at a site conforms, without a warning", async () => {
    const response = await fetch(served.url.replace(/\/mcp$/, "/.well-known/ai-catalog.json"));
    const tester = new ConformanceTester();
    tester.validate_manifest(await response.text(), "/.well-known/ai-catalog.json");
    expect([response.status, tester.errors, tester.warnings]).toEqual([200, [], []]);
  });
});

describe("the protocol's own tests", () => {
  const main = join(
    createRequire(import.meta.url).resolve("@modelcontextprotocol/conformance/package.json"),
    "../dist/index.js",
  );
  const baseline = join(import.meta.dirname, "conformance-baseline.yml");

  test.each(["2026-07-28", "2025-11-25"])("of %s find nothing that is not explained", async (revision) => {
    const out = mkdtempSync(join(tmpdir(), "drawbridge-conformance-"));
    const args = [
      main,
      "server",
      "--url",
      served.url,
      "--requirements",
      revision,
      "--expected-failures",
      baseline.replace(".yml", `-${revision}.yml`),
      "-o",
      out,
    ];
    // The command fails for an unexplained failure, and for an explanation that is not needed any more.
    const { stdout, code } = await promisify(execFile)(process.execPath, args, { maxBuffer: 16 * 1024 * 1024 }).then(
      (said) => ({ ...said, code: 0 }),
      ({ stdout: said = "", code: ended }: { stdout?: string; code?: number }) => ({ stdout: said, code: ended }),
    );
    rmSync(out, { recursive: true, force: true });
    expect([code, stdout]).toEqual([0, expect.stringContaining("Baseline check passed: all failures are expected.")]);
  });
});
