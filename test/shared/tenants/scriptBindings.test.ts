/** Names and bindings of a tenant's worker, and how a binding that is not the uploaded one is found. */
import { describe, expect, test } from "vitest";
import { HOSTED_TENANT_ID_MAX_CHARS } from "../../../manifests/bounds/hosting.ts";
import { namesOf } from "../../../sites/shared/tenants/names.ts";
import type { ScriptBinding } from "../../../sites/shared/tenants/scriptBindings.ts";
import { bindingFault, scriptBindings, TENANT_VARIABLES } from "../../../sites/shared/tenants/scriptBindings.ts";

const RESOURCE_NAME_MAX_CHARS = 63;

test("no two tenants share a name, and a drill's names say so", () => {
  const tenants = ["a", "drill-a", "svc-drill-a", "t-a", "svc-t-a", "svc-drill-", "svc-t-svc-drill-a"];
  const workers = tenants.map((tenant) => namesOf(tenant).worker);
  expect(new Set(workers).size).toBe(tenants.length);
  expect(workers.filter((worker) => worker.startsWith("svc-drill-"))).toEqual(["svc-drill-a", "svc-drill-"]);
});

test.each([
  [-1, true],
  [0, true],
  [1, false],
])("the longest tenant id and %i more fits the platform's names: %s", (more, fits) => {
  const { bucket } = namesOf("a".repeat(HOSTED_TENANT_ID_MAX_CHARS + more));
  expect(bucket.length <= RESOURCE_NAME_MAX_CHARS).toBe(fits);
});

const variables = Object.fromEntries(TENANT_VARIABLES.map((name) => [name, name.toLowerCase()])) as Parameters<
  typeof scriptBindings
>[1];
const row = {
  tenant: "acme",
  namespace: "production",
  release: "0.1.0",
  artifact_sha256: "a".repeat(64),
  ready_at: null,
  ...namesOf("acme"),
};
const wanted = scriptBindings(row, variables, "");
const live = (): ScriptBinding[] =>
  wanted.map(({ type, name, ...rest }) => (type === "secret_text" ? { type, name } : { type, name, ...rest }));
const changed = (name: string, members: Readonly<Record<string, unknown>>): ScriptBinding[] =>
  live().map((binding) => (binding.name === name ? { ...binding, ...members } : binding));

test("a tenant's script binds its own object, bucket, queue, values and secret", () => {
  expect(wanted.map(({ type, name }) => `${type} ${name}`)).toEqual([
    "durable_object_namespace TENANT_WORKSPACE",
    "r2_bucket BUCKET",
    "queue PUBLISH_QUEUE",
    "plain_text TENANT_ID",
    "plain_text WORKER_NAME",
    "plain_text RELEASE",
    "plain_text ARTIFACT_SHA256",
    ...TENANT_VARIABLES.map((name) => `plain_text ${name}`),
    "secret_text PLUGIN_SETTINGS_SECRET",
  ]);
});

test("what was uploaded is the same when it is read back", () => {
  expect(bindingFault(wanted, live())).toBeUndefined();
  expect(
    bindingFault(wanted, changed("TENANT_WORKSPACE", { script_name: "svc-t-acme", namespace_id: "0" })),
  ).toBeUndefined();
  expect(bindingFault(wanted, live().toReversed())).toBeUndefined();
});

describe("found as a fault", () => {
  test.each<readonly [string, readonly ScriptBinding[], string]>([
    [
      "another tenant's object",
      changed("TENANT_WORKSPACE", { script_name: "svc-t-other" }),
      "TENANT_WORKSPACE is another one",
    ],
    ["another class", changed("TENANT_WORKSPACE", { class_name: "Other" }), "TENANT_WORKSPACE is another one"],
    ["another bucket", changed("BUCKET", { bucket_name: "svc-t-other" }), "BUCKET is another one"],
    ["a bucket of a jurisdiction", changed("BUCKET", { jurisdiction: "eu" }), "BUCKET is another one"],
    ["another queue", changed("PUBLISH_QUEUE", { queue_name: "svc-t-other" }), "PUBLISH_QUEUE is another one"],
    ["another tenant", changed("TENANT_ID", { text: "other" }), "TENANT_ID is another one"],
    ["another key", changed("DISPATCH_PUBLIC_KEY", { text: "other" }), "DISPATCH_PUBLIC_KEY is another one"],
    [
      "a secret that everybody reads",
      changed("PLUGIN_SETTINGS_SECRET", { type: "plain_text", text: "" }),
      "PLUGIN_SETTINGS_SECRET is another one",
    ],
    ["a binding twice", [...live(), ...live().slice(0, 1)], "TENANT_WORKSPACE is there twice"],
    ["a missing binding", live().slice(1), "TENANT_WORKSPACE is missing"],
    ["a database", [...live(), { type: "d1", name: "DB", id: "0" }], "a binding that no upload had"],
    ["a bare object's name", [...live(), { type: "telepathy", name: "__proto__" }], "a binding that no upload had"],
  ])("%s", (_name, found, fault) => {
    expect(bindingFault(wanted, found)).toBe(fault);
  });
});
