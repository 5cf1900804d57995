import { describe, expect, test } from "vitest";
import { csvRow, harmless, joinedCells, unmarked } from "../../../manifests/shapes/csv.ts";
import { readCells, readCsv } from "../../../manifests/shapes/csvReader.ts";

const cellsOf = (text: string): readonly (readonly string[])[] => readCsv(text, 100).rows.map(({ cells }) => cells);

describe("a file", () => {
  test.each<[what: string, text: string, rows: string[][]]>([
    [
      "with commas",
      "a,b\r\n1,2\r\n",
      [
        ["a", "b"],
        ["1", "2"],
      ],
    ],
    [
      "with semicolons, and commas in its cells",
      "a;b\n1,5;2\n",
      [
        ["a", "b"],
        ["1,5", "2"],
      ],
    ],
    [
      "with tabs",
      "a\tb\n1\t2",
      [
        ["a", "b"],
        ["1", "2"],
      ],
    ],
    [
      "that names its separator",
      "sep=;\na,b;c\n1;2",
      [
        ["a,b", "c"],
        ["1", "2"],
      ],
    ],
    [
      "with a byte order mark",
      "\ufeffa,b\n1,2",
      [
        ["a", "b"],
        ["1", "2"],
      ],
    ],
    [
      "with quotes, breaks and separators in a cell",
      'a,b\n"1, ""x""\r\n2",3',
      [
        ["a", "b"],
        ['1, "x"\r\n2', "3"],
      ],
    ],
    [
      "with a separator only in a quoted name",
      '"a;b;c",d\n1,2',
      [
        ["a;b;c", "d"],
        ["1", "2"],
      ],
    ],
    [
      "with a quote inside of a bare cell",
      'a,b\n5" pipe,2',
      [
        ["a", "b"],
        ['5" pipe', "2"],
      ],
    ],
    [
      "with text after a quoted cell",
      'a,b\n"1"x,2',
      [
        ["a", "b"],
        ["1x", "2"],
      ],
    ],
    [
      "with blank lines and rows of nothing",
      "a,b\n\n,\n1,2\n\n",
      [
        ["a", "b"],
        ["1", "2"],
      ],
    ],
    [
      "with old line breaks",
      "a,b\r1,2\r",
      [
        ["a", "b"],
        ["1", "2"],
      ],
    ],
    [
      "with an empty last cell",
      "a,b\n1,",
      [
        ["a", "b"],
        ["1", ""],
      ],
    ],
    ["with nothing", "", []],
  ])("%s is read", (_, text, rows) => {
    expect(cellsOf(text)).toEqual(rows);
  });

  test("says the line of each row, and of a mark that nothing closes", () => {
    const { rows, openAt } = readCsv('a,b\n"1\n1",2\n3,4\n5,"open\n6,7', 100);
    expect(rows.map(({ line }) => line)).toEqual([1, 2, 4]);
    expect(openAt).toBe(5);
  });

  test.each([
    [2, 1],
    [3, 0],
    [4, 0],
  ])("keeps %i of three rows and counts the other %i", (most, beyond) => {
    const read = readCsv("a\n1\n2\n", most);
    expect([read.rows.length, read.beyond]).toEqual([3 - beyond, beyond]);
  });

  test("comes back as it was written", () => {
    const rows = [
      ["a", "b"],
      ['"', "\n;,\t"],
      ["", " x "],
    ];
    expect(cellsOf(rows.map(csvRow).join(""))).toEqual(rows);
  });
});

test("several texts in a cell come back as they were", () => {
  const texts = ["a", "b; c", 'd"e', "f\ng"];
  expect(readCells(joinedCells(texts))).toEqual(texts);
  expect(readCells("a;b\nc;;")).toEqual(["a", "b", "c"]);
});

test.each(["=1+1", "+1", "-1", "@a", " =1", "a;=1", "a\n=1", '"=1', "\t=1", "|cmd", "%1"])(
  "a formula is marked, and the mark taken back: %j",
  (text) => {
    const marked = harmless(text);
    expect(marked).not.toBe(text);
    expect(harmless(marked)).toBe(marked);
    expect(unmarked(marked)).toBe(text);
  },
);

test("a text that is no formula keeps its apostrophes", () => {
  for (const text of ["it's", "'tis", "5-6", "a=b"]) expect([harmless(text), unmarked(text)]).toEqual([text, text]);
});
