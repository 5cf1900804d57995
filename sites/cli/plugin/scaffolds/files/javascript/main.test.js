import { expect, test } from "vitest";
import { startPlugin } from "drawbridge/test";

test("counts publications", async () => {
  const site = await startPlugin();
  await site.publish();
  await site.publish();
  expect(await site.call.route("count")).toEqual({ status: 200, body: { publications: 2 } });
});

test("has nothing without its grant", async () => {
  const site = await startPlugin();
  await site.revoke();
  await expect(site.call.route("count")).rejects.toMatchObject({ code: "revoked" });
});
