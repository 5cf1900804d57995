import { beforeAll, describe, expect, test } from "vitest";
import { openapiDocument } from "../../../sites/web/api/description/document.ts";
import { hostnameVerification } from "../site/harness.ts";
import { db, get, migrate, operate, provision } from "./harness.ts";
import { call, ownerOf, publish, value } from "./members.ts";

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

test("a language of a tenant with a worker of its own is at its hostname, and at no other tenant's", async () => {
  await migrate();
  const origin = await provision("tenant-a");
  const owner = await ownerOf("tenant-a");
  const hostname = "tenant-a-de.example";
  const { path, init } = await hostnameVerification(db, "tenant-a", hostname);
  expect((await operate(path, init)).status).toBe(200);
  const settings = await value<{ version: number; body: object }>(await call(owner, "/api/settings"));
  const languages = [
    { tag: "en", name: "English" },
    { tag: "de", name: "Deutsch", hostname },
  ];
  const changed = { method: "PUT", ifMatch: settings.version, body: { body: { ...settings.body, languages } } };
  await value(await call(owner, "/api/settings", changed));
  const german = { path: "/de/ueber", title: "Über", language: "de", translationOf: "about", sections: [] };
  await value(await call(owner, "/api/pages", { body: { id: "ueber", body: german } }));
  await publish(owner);
  await expect
    .poll(async () => (await get(`${origin}/about`)).text(), { timeout: 10_000 })
    .toContain(`hreflang="de" href="https://${hostname}/ueber"`);
  const there = await get(`https://${hostname}/ueber`);
  expect([there.status, there.headers.get("svc-language-host")]).toEqual([200, null]);
  expect(await there.text()).toContain(`<link rel="canonical" href="https://${hostname}/ueber">`);
  expect((await get(`${origin}/de/ueber`)).headers.get("location")).toBe(`https://${hostname}/ueber`);
  expect((await get(`https://${hostname}/about`)).status).toBe(404);
  expect(await (await get(`${origin}/sitemap.xml`)).text()).toContain(`<loc>https://${hostname}/ueber</loc>`);
  const b = await provision("tenant-b");
  expect((await get(`${b}/ueber`, { "svc-further-host": hostname, "x-forwarded-host": hostname })).status).toBe(404);
});
