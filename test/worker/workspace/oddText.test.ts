import { beforeAll, expect, test } from "vitest";
import { aTenant, deliver, get, message, migrate, pageOf, run, carriedMarkdown, PUBLISH } from "./harness.ts";

beforeAll(migrate);

test("text of every kind is stored, published and carried, and what is no text is mended once", async () => {
  const { tenant } = await aTenant("odd");
  const { id: _id, ...body } = pageOf("home", "lone \ud800 high, \uffff, \u2028 and \u202e");
  const odd = { ...body, title: "T \udfff \u{1f600}", description: "D \ud83d" };
  await run(tenant, "documents.write", { writes: [{ kind: "page", id: "home", expected: 1, body: odd }] });
  expect(await run(tenant, "publish", {})).toMatchObject({ state: "ready" });
  const page = await get(tenant, "/");
  const text = await page.text();
  expect(text).toMatch(/lone \ufffd+ high/);
  expect(text).toContain("</html>");
  for (const path of ["/sitemap.xml", "/feed.xml", "/llms.txt", "/index.md"]) {
    const answer = await get(tenant, path);
    expect([path, answer.status]).toEqual([path, 200]);
    await answer.text();
  }
  expect(await deliver(PUBLISH, [message(tenant, 2)])).toEqual({ acked: [0], retried: [] });
  expect(await carriedMarkdown(tenant, "home")).toContain("\u{1f600}");
  expect(await run(tenant, "publish", {})).toMatchObject({ changed: 0 });
});
