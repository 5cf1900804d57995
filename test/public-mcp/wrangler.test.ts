import { readFileSync } from "node:fs";
import { parse } from "jsonc-parser";
import { describe, expect, test } from "vitest";

const path = new URL("../../sites/workers/public-mcp/wrangler.jsonc", import.meta.url);
const config = parse(readFileSync(path, "utf8")) as Readonly<Record<string, unknown>>;

describe("the configuration of the public MCP worker", () => {
  test("binds published content and two objects of its own, and nothing else", () => {
    expect(Object.keys(config).toSorted()).toEqual([
      "$schema",
      "compatibility_date",
      "durable_objects",
      "keep_names",
      "kv_namespaces",
      "main",
      "migrations",
      "name",
      "observability",
      "preview_urls",
      "vars",
      "workers_dev",
    ]);
    expect(config["kv_namespaces"]).toEqual([{ binding: "PUBLIC_CONTENT", id: "replace-public-content-id" }]);
    // Without `script_name` the class belongs to this worker.
    expect(config["durable_objects"]).toEqual({
      bindings: [
        { name: "CALL_LIMIT", class_name: "CallLimitDO" },
        { name: "CHANGE_NOTICES", class_name: "ChangeNoticesDO" },
      ],
    });
    expect(config["migrations"]).toEqual([{ tag: "v1", new_sqlite_classes: ["CallLimitDO", "ChangeNoticesDO"] }]);
  });

  test("holds no secret, lists no sites unless told to, and has no address but its own", () => {
    expect(config["vars"]).toEqual({ MCP_ORIGIN: "replace-mcp-origin", LIST_SITES: "no" });
    expect([config["workers_dev"], config["preview_urls"]]).toEqual([false, false]);
  });
});
