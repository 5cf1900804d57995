import { expect, test } from "vitest";
import { startPlugin } from "drawbridge/test";

test("lists the pages, and every page leads to the list", async () => {
  const site = await startPlugin();
  await site.pages.add({ path: "/news", title: "News & more" });
  await site.publish();
  const { status, body } = await site.pages.visit("/pages.json");
  expect(status).toBe(200);
  expect(JSON.parse(body ?? "").pages).toContainEqual({ path: "/news", title: "News & more" });
  expect((await site.pages.visit("/news")).body).toContain('href="/pages.json"');
});
