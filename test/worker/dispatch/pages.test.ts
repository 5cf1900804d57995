import { beforeAll, describe, expect, test } from "vitest";
import { openapiDocument } from "../../../sites/web/api/description/document.ts";
import { get, migrate, provision } from "./harness.ts";

test("the description of the API comes from the dispatcher itself", async () => {
  await migrate();
  const answer = await get(`${await provision("tenant-a")}/api/openapi.json`);
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "application/json"]);
  expect(await answer.json()).toEqual(openapiDocument());
});

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
