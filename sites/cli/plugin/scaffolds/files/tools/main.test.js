import { expect, test } from "vitest";
import { startPlugin } from "drawbridge/test";

test("finds the pages without a description", async () => {
  const site = await startPlugin();
  await site.pages.add({ path: "/about", title: "About", description: "Who we are." });
  await site.pages.add({ path: "/news", title: "News" });
  await site.publish();
  expect(await site.call.tool("pages-without-description", { limit: 5 })).toEqual({
    total: 2,
    pages: [
      { path: "/", title: "Home" },
      { path: "/news", title: "News" },
    ],
  });
});
