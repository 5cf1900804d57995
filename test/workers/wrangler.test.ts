import { readFileSync } from "node:fs";
import { type ParseError, parse } from "jsonc-parser";
import { describe, expect, test } from "vitest";

interface Config {
  readonly assets: object;
  readonly compatibility_date: string;
  readonly compatibility_flags?: readonly string[];
  readonly durable_objects: { readonly bindings: readonly { readonly name: string; readonly script_name: string }[] };
  readonly d1_databases: readonly {
    readonly binding: string;
    readonly database_id: string;
    readonly migrations_dir: string;
  }[];
  readonly r2_buckets: readonly { readonly binding: string }[];
  readonly secrets: { readonly required: readonly string[] };
  readonly vars?: Readonly<Record<string, unknown>>;
  readonly workers_dev: boolean;
  readonly preview_urls: boolean;
}

const errors: ParseError[] = [];
const config = parse(
  readFileSync(new URL("../../sites/workers/site/wrangler.jsonc", import.meta.url), "utf8"),
  errors,
  {
    allowTrailingComma: false,
  },
) as Config;

/** Settings that an operator may leave empty. */
const OPTIONAL = new Set([
  "PROCESS_RUNS",
  "INSECURE_LOCALHOST",
  "SITE_ORIGINS",
  "OIDC_JWKS_URI",
  "OIDC_MAX_AGE",
  "OIDC_ACR_VALUES",
]);

describe("the configuration of the site worker", () => {
  test("contains only the bindings that the worker uses", () => {
    expect(errors).toEqual([]);
    expect(Object.keys(config).toSorted()).toEqual([
      "$schema",
      "assets",
      "compatibility_date",
      "compatibility_flags",
      "d1_databases",
      "define",
      "durable_objects",
      "images",
      "keep_names",
      "main",
      "name",
      "observability",
      "preview_urls",
      "r2_buckets",
      "secrets",
      "services",
      "vars",
      "workers_dev",
    ]);
    expect(config.durable_objects.bindings).toMatchObject([
      { name: "TENANT_WORKSPACE", script_name: "drawbridge-workspace" },
    ]);
    expect(config.d1_databases).toMatchObject([{ binding: "DB", migrations_dir: "../../../migrations" }]);
    // The worker runs first. Otherwise the platform would serve the editor's files under unknown hostnames.
    expect(config.assets).toMatchObject({ binding: "ASSETS", run_worker_first: true });
    // Only async local storage of Node, which carries the reader's language.
    expect(config.compatibility_flags).toEqual(["nodejs_als"]);
    expect(config.r2_buckets.map(({ binding }) => binding)).toEqual(["MEDIA"]);
  });

  test("contains no secret and no id of a real resource", () => {
    expect(config.secrets.required.toSorted()).toEqual([
      "OAUTH_CLIENT_SECRET",
      "PROVISIONING_SECRET",
      "SESSION_SECRET",
    ]);
    expect(config.d1_databases[0]?.database_id).toMatch(/^replace-/);
    for (const [name, value] of Object.entries(config.vars ?? {}))
      expect(value, name).toMatch(OPTIONAL.has(name) ? /^$/ : /^replace-/);
  });

  test("gives the worker no address except its sites' hostnames", () => {
    expect([config.workers_dev, config.preview_urls]).toEqual([false, false]);
  });
});
