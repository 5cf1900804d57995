import { expect, test } from "vitest";
import { startPlugin } from "drawbridge/test";
import { daysUntil } from "./main.ts";

test("counts a day that has begun", () => {
  expect(daysUntil("2030-01-03", Date.parse("2030-01-01T12:00:00Z"))).toBe(2);
});

test("shows the days in the page", async () => {
  const site = await startPlugin();
  const sections = [{ id: "one", type: "{{id}}/countdown", fields: { day: "2001-01-01" } }];
  await site.pages.add({ path: "/boat", title: "Boat", sections });
  await site.publish();
  const { body } = await site.pages.visit("/boat");
  expect(body).toContain("Launch</h2>");
  expect(body).toContain("<p>0 days</p>");
});
