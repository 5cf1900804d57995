import { readFileSync } from "node:fs";
import { parse } from "jsonc-parser";
import { describe, expect, test } from "vitest";

const read = (site: string): Readonly<Record<string, unknown>> =>
  parse(readFileSync(new URL(`../../sites/workers/${site}/wrangler.jsonc`, import.meta.url), "utf8")) as Readonly<
    Record<string, unknown>
  >;
const config = read("private-mcp");

describe("the configuration of the private MCP worker", () => {
  test("binds workspaces, the control plane and two namespaces of its own, and nothing else", () => {
    expect(Object.keys(config).toSorted()).toEqual([
      "$schema",
      "compatibility_date",
      "compatibility_flags",
      "d1_databases",
      "durable_objects",
      "keep_names",
      "kv_namespaces",
      "main",
      "name",
      "observability",
      "preview_urls",
      "secrets",
      "vars",
      "workers_dev",
    ]);
    expect(config["durable_objects"]).toEqual({
      bindings: [{ name: "TENANT_WORKSPACE", class_name: "TenantWorkspaceDO", script_name: "drawbridge-workspace" }],
    });
    expect(config["d1_databases"]).toMatchObject([{ binding: "DB", database_name: "drawbridge" }]);
    const namespaces = config["kv_namespaces"] as { binding: string; id: string }[];
    expect(namespaces.map(({ binding }) => binding)).toEqual(["OAUTH_KV", "AUTH_STATE_KV"]);
    expect(new Set(namespaces.map(({ id }) => id)).size).toBe(2);
  });

  test("has secrets of its own, fetches only what is public, and has no address but its own", () => {
    expect(config["secrets"]).toEqual({ required: ["OAUTH_CLIENT_SECRET", "SESSION_SECRET"] });
    expect(config["compatibility_flags"]).toEqual(["global_fetch_strictly_public"]);
    expect([config["workers_dev"], config["preview_urls"]]).toEqual([false, false]);
    expect(config["vars"]).toMatchObject({ CLIENT_REGISTRATION: "no", CLIENT_DOCUMENTS: "yes" });
  });

  test("is another worker than the one everybody may ask", () => {
    expect(config["name"]).not.toBe(read("public-mcp")["name"]);
  });
});
