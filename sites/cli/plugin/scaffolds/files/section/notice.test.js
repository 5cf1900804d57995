import { expect, test } from "vitest";
import { startPlugin } from "drawbridge/test";

test("shows its title and its text", async () => {
  const site = await startPlugin();
  const fields = { title: "Closed on Monday", body: "We are back on **Tuesday**." };
  await site.pages.add({ path: "/news", title: "News", sections: [{ id: "closed", type: "{{id}}/notice", fields }] });
  await site.publish();
  const { status, body } = await site.pages.visit("/news");
  expect(status).toBe(200);
  expect(body).toContain("Closed on Monday</h2>");
  expect(body).toContain("<strong>Tuesday</strong>");
});
