import { expect, test } from "vitest";
import { startPlugin } from "drawbridge/test";

test("asks for a name, an address and a day", async () => {
  const site = await startPlugin();
  await site.pages.add({ path: "/visit", title: "Visit", sections: [{ id: "ask", type: "{{id}}/visit" }] });
  await site.publish();
  const { status, body } = await site.pages.visit("/visit");
  expect(status).toBe(200);
  for (const part of ['method="post"', "Name", "Email", "Thursday", "Ask</button>"]) expect(body).toContain(part);
});
