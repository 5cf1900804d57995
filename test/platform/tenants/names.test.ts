import { describe, expect, test } from "vitest";
import { MANAGED_TENANT_ID_MAX_CHARS as MAX } from "../../../manifests/bounds/hosting.ts";
import { tenantNames } from "../../../sites/platform/tenants/names.ts";

describe("names of what belongs to a tenant", () => {
  test("follow from the tenant's id", () => {
    expect(tenantNames("acme")).toEqual({
      worker: "svc-t-acme",
      bucket: "svc-t-acme-store",
      queue: "svc-t-acme-queue",
    });
  });

  test("show a tenant of a drill", () => {
    expect(tenantNames("svc-drill-a").worker).toBe("svc-drill-a");
  });

  test.each(["worker", "bucket", "queue"] as const)("give no two tenants one %s", (kind) => {
    const tenants = ["a", "svc-t-a", "svc-drill-a", "svc-t-svc-drill-a", "a-store", "a-queue"];
    expect(new Set(tenants.map((tenant) => tenantNames(tenant)[kind])).size).toBe(tenants.length);
  });

  test.each([MAX - 1, MAX])("fit into the platform's 63 characters for an id of %i", (length) => {
    const names = Object.values(tenantNames("a".repeat(length)));
    expect(names.every((name) => name.length <= 63)).toBe(true);
  });

  test.each(["a".repeat(MAX + 1), "", "A", "a_b", "a.b", "-a", "a-", "a/b"])("are refused to the id %j", (tenant) => {
    expect(() => tenantNames(tenant)).toThrow(expect.objectContaining({ code: "INVALID_REQUEST" }) as Error);
  });
});
