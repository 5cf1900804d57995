import { expect, test } from "vitest";
import { startPlugin } from "drawbridge/test";

test("dresses a page, and shows its title once", async () => {
  const site = await startPlugin();
  await site.theme("{{id}}/plain");
  await site.pages.add({ path: "/news", title: "News" });
  await site.publish();
  const { status, body } = await site.pages.visit("/news");
  expect(status).toBe(200);
  expect(body).toContain('data-theme="{{id}}/plain"');
  expect(body?.split("<h1")).toHaveLength(2);
});
