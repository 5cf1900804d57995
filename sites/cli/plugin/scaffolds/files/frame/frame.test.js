import { expect, test } from "vitest";
import { startPlugin } from "drawbridge/test";

test("has the price in the page, and a frame to calculate in", async () => {
  const site = await startPlugin();
  const sections = [{ id: "one", type: "{{id}}/estimate", fields: { price: 45 } }];
  await site.pages.add({ path: "/prices", title: "Prices", sections });
  await site.publish();
  const { body } = await site.pages.visit("/prices");
  expect(body).toContain("An hour costs 45.");
  expect(body).toContain("data-frame=");
});
