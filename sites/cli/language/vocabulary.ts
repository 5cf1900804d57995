/** The names that templates may use, as the tables of the documentation have them, so that both say the same. */
import { docsPage } from "../docs/docsFolder.ts";

export interface KnownName {
  readonly name: string;
  /** The templates that have it. Empty for a filter. */
  readonly where: string;
  readonly says: string;
  readonly members: readonly string[];
}

export interface Vocabulary {
  readonly objects: ReadonlyMap<string, KnownName>;
  readonly filters: ReadonlyMap<string, KnownName>;
}

const ROW = /^\|(.+)\|$/;
const CELL = /(?<!\\)\|/;
const CODE = /`([^`]+)`/g;
/** Members in a row stand in one piece of code, with spaces between them. */
const MEMBERS = /^`([a-z]\w*(?: [a-z]\w*)+)`/i;

const plain = (cell: string): string => cell.trim().replaceAll("\\|", "|");

/** The tables of a page: the words of each head, and the cells of its rows. */
function tablesIn(markdown: string): { readonly head: string; readonly rows: readonly (readonly string[])[] }[] {
  const blocks = markdown.split(/\n(?!\|)/).flatMap((part) =>
    part
      .split("\n")
      .filter((line) => ROW.test(line))
      .join("\n"),
  );
  return blocks
    .filter((block) => block !== "")
    .map((block) => {
      const [head = [], , ...rows] = block.split("\n").map((line) => line.slice(1, -1).split(CELL).map(plain));
      return { head: head.join("|"), rows };
    });
}

/** The names in the first cell: `a`, `b` are two, and `t: count: n` is the filter `t`. */
const namesIn = (cell: string): string[] =>
  [...cell.matchAll(CODE)].map(([, code = ""]) => /^[\w-]+/.exec(code)?.[0] ?? "").filter((name) => name !== "");

function known([first = "", ...rest]: readonly string[]): (readonly [string, KnownName])[] {
  const [where = "", says = ""] = rest.length > 1 ? rest : ["", ...rest];
  const members = MEMBERS.exec(says)?.[1]?.split(" ") ?? [];
  return namesIn(first).map((name) => [name, { name, where, says, members }]);
}

export function vocabularyOf(markdown: string): Vocabulary {
  const tables = tablesIn(markdown);
  const rowsUnder = (head: string): Map<string, KnownName> =>
    new Map(tables.filter((table) => table.head === head).flatMap(({ rows }) => rows.flatMap(known)));
  return { objects: rowsUnder("name|where|"), filters: rowsUnder("filter|") };
}

let read: Vocabulary | undefined;

/** The vocabulary of this release, read once. */
export const vocabulary = (): Vocabulary => (read ??= vocabularyOf(docsPage("plugins/templates.md")));
