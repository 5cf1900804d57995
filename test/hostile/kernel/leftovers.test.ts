import { expect, test } from "vitest";
import { PUBLISH_INLINE_PAGES } from "../../../manifests/bounds/publishing.ts";
import { PACK, SITE, page, textPlugin, textSection, worldWith } from "../../runtime/kernel/world.ts";

test("failed publications leave no pages behind, however often they are repeated", async () => {
  const pages = Object.fromEntries(
    Array.from({ length: PUBLISH_INLINE_PAGES + 50 }, (_, n) => [
      `p${String(n).padStart(3, "0")}`,
      page(n === 0 ? "/" : `/p/${n}`),
    ]),
  );
  const world = await worldWith(pages);
  await world.write(
    "p149",
    page("/p/149", { sections: Array.from({ length: 20 }, (_, n) => textSection("x".repeat(49_000), `s${n}`)) }),
  );
  const count = () => world.powers.sql.all<{ n: number }>("SELECT count(*) AS n FROM blobs")[0]?.n ?? 0;
  const before = count();
  for (let n = 0; n < 3; n++) {
    const tried = world.restart([
      textPlugin(`<p>${n}</p>{{ fields.text }}{{ fields.text }}`, `1.0.${n + 1}`),
      ...PACK.slice(1),
    ]);
    await tried.run("publish", {});
    while (!(await tried.kernel.publisher.step(SITE))) continue;
    expect(tried.kernel.releases.list(SITE, 99, 1)[0]?.state).toBe("failed");
  }
  expect(count() - before).toBeLessThan(10);
});
