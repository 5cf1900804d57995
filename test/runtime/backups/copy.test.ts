import { beforeEach, describe, expect, test } from "vitest";
import { ArchiveCopy } from "../../../runtime/backups/copy.ts";
import { tablesOf } from "../../../runtime/backups/columns.ts";
import { TABLES } from "../../../runtime/schema.ts";
import { PACK, page, textSection, worldWith, type World } from "../kernel/world.ts";

const NAMES = TABLES.namesOf("archived");
const LEAN = NAMES.filter((name) => TABLES.lastingOf(name) !== undefined);

let world: World;
let copy: ArchiveCopy;

/** Published pages with a common menu, and with long texts. */
beforeEach(async () => {
  const text = "x".repeat(45_000);
  const pages = Array.from({ length: 5 }, (_, n) => [
    `p${n}`,
    page(`/p${n}`, { sections: [textSection(`${n}${text}`)] }),
  ]);
  world = await worldWith({ home: page("/"), ...Object.fromEntries(pages) }, PACK);
  const menu = Array.from({ length: 30 }, (_, n) => ({ label: `Entry ${n}`, link: "page:home" }));
  const body = { menus: { header: menu, footer: [] } };
  await world.run("documents.write", { writes: [{ kind: "navigation", id: "site", expected: 1, body }] });
  await world.run("publish", {});
  copy = new ArchiveCopy(world.powers.sql, TABLES);
});

const rowsOf = (): unknown[] => NAMES.map((name) => [...copy.rows(name)]);
const schema = () => world.powers.sql.all("SELECT name FROM sqlite_master ORDER BY name");

describe("the copy for an archive", () => {
  test("has no text that never changes, so it is small", () => {
    expect(LEAN).toEqual(["documents", "blobs", "page_parts", "document_parts"]);
    const texts = world.powers.sql.all<{ n: number }>(
      "SELECT (SELECT sum(length(body)) FROM documents) + (SELECT sum(length(body)) FROM page_parts) AS n",
    )[0]?.n;
    copy.take(NAMES);
    expect(texts).toBeGreaterThan(400_000);
    expect(copy.bytes).toBeLessThan(220_000);
  });

  test("keeps the moment though every text is deleted, and its number is used again", () => {
    const { sql } = world.powers;
    copy.take(NAMES);
    const before = rowsOf();
    const [one] = sql.all<{ number: number }>("SELECT max(number) AS number FROM page_parts");
    expect(one?.number).toBeGreaterThan(0);
    for (const name of LEAN) sql.all(`DELETE FROM ${name}`);
    sql.all("INSERT INTO page_parts (number, body) VALUES (?, 'another')", one?.number ?? 0);
    sql.all("DELETE FROM page_parts");
    expect(rowsOf()).toEqual(before);
  });

  test("leaves nothing behind, not even when its maker is lost", () => {
    const [tables, before] = [tablesOf(world.powers.sql), schema()];
    copy.take(NAMES);
    expect(tablesOf(world.powers.sql)).toEqual(tables);
    new ArchiveCopy(world.powers.sql, TABLES).drop();
    expect(schema()).toEqual(before);
  });

  test("of an archive's rows fills no gap from the workspace", () => {
    copy.take(["page_parts"]);
    const rows = [...copy.rows("page_parts")];
    const brought = new ArchiveCopy(world.powers.sql, TABLES);
    const filled = (row: (typeof rows)[number] | undefined) => {
      brought.drop();
      brought.begin("page_parts", 2);
      for (const [at, one] of rows.entries()) brought.add("page_parts", at === 0 && row ? row : one);
      return brought.isOf("page_parts");
    };
    expect([filled(undefined), filled([rows[0]?.[0] ?? 0, null])]).toEqual([true, false]);
  });
});
