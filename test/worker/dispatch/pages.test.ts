import { beforeAll, describe, expect, test } from "vitest";
import { get, migrate, provision } from "./harness.ts";

describe("a public page of a tenant with a worker of its own", () => {
  let a = "";
  let b = "";

  beforeAll(async () => {
    await migrate();
    a = await provision("tenant-a");
    b = await provision("tenant-b");
  });

  test("comes from the worker of the tenant whose name was asked for", async () => {
    expect(await (await get(`${a}/`)).text()).toContain("Marker of tenant-a");
    expect(await (await get(`${b}/`)).text()).toContain("Marker of tenant-b");
  });
});
