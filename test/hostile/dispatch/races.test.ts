/** Visitors who want the same thing at once. */
import { beforeAll, expect, test } from "vitest";
import { migrate } from "../../worker/site/harness.ts";
import { aSiteWith, sqlOf, visit } from "../../worker/plugins/siteWithPlugin.ts";

beforeAll(migrate);

const VISITORS = 100;
const AT_ONCE = 20;

/** Adds the seat that its visitor asks for. The wait lets other calls come between. */
const SOURCE = `
  export const routes = {
    async seat({ body: { who } }, ctx) {
      await ctx.storage.get("seat:1");
      await new Promise((resolve) => setTimeout(resolve, 5));
      const isMine = await ctx.storage.add("seat:1", { who });
      return { status: isMine ? 201 : 409, body: { isMine } };
    },
  };`;

test("of a hundred visitors who want one seat, one gets it, and the stored name is theirs", async () => {
  const input = {
    type: "object",
    properties: { who: { type: "string", title: "Who", maxLength: 20 } },
    required: ["who"],
    additionalProperties: false,
  };
  const owner = await aSiteWith(SOURCE, {
    contributes: { routes: [{ name: "seat", path: "/seat", methods: ["POST"], access: "public", input }] },
    capabilities: { storage: { maxBytes: 10_000, maxKeys: 20, reason: "to keep seats" } },
  });
  const asked: { who: string; status: number }[] = [];
  for (let start = 0; start < VISITORS; start += AT_ONCE) {
    const wave = Array.from({ length: AT_ONCE }, async (_, index) => {
      const who = `visitor ${start + index}`;
      const { status } = await visit(owner, "/seat", { method: "POST", body: { who } });
      asked.push({ who, status });
    });
    await Promise.all(wave);
  }
  const [winner, ...others] = asked.filter(({ status }) => status === 201);
  expect([winner?.status, others, asked.filter(({ status }) => status === 409).length > 20]).toEqual([201, [], true]);
  const [row] = await sqlOf<{ value: string }>(owner, "SELECT value FROM plugin_storage WHERE key = 'seat:1'");
  expect(JSON.parse(row?.value ?? "null")).toEqual({ who: winner?.who });
});
