/** Each table of a database has one owner, and no other source names it in SQL. */
import { describe, expect, test } from "vitest";
import { TABLES } from "../../runtime/schema.ts";
import { CONTROL_TABLES } from "../../sites/control/tables.ts";
import {
  type Crossing,
  type Database,
  COMPUTED,
  controlTables,
  crossingsIn,
  crossingsOf,
  workspaceOwners,
} from "./tableOwners.ts";

const MIGRATED = controlTables();
const CONTROL_OWNERS = new Map(Object.entries(CONTROL_TABLES));

const DATABASES: readonly Database[] = [
  { owners: await workspaceOwners(), sources: /^(?:runtime|capabilities|sites)\// },
  { owners: CONTROL_OWNERS, sources: /^sites\// },
  { owners: new Map([["files", "sandbox/artifactObject.ts"]]), sources: /^sandbox\// },
  {
    owners: new Map([
      ["named", "sites/workers/queues"],
      ["messages", "sites/workers/queues"],
      ["public_values", "sites/platform/publicStore"],
      ["accounts", "sites/machine/people/store/accounts.ts"],
      ["passkeys", "sites/machine/people/store/passkeys.ts"],
      ["recovery_codes", "sites/machine/people/store/recoveryCodes.ts"],
      ["account_passwords", "sites/machine/people/store/passwords.ts"],
      ["account_links", "sites/machine/people/store/links.ts"],
      ["earlier_account_links", "sites/machine/people/store/links.ts"],
      ["account_sessions", "sites/machine/people/store/sessions.ts"],
      ["account_sessions_before", "sites/machine/people/store/sessions.ts"],
      ["account_events", "sites/machine/people/store/events.ts"],
      ["people_facts", "sites/machine/people/store/facts.ts"],
      ["_drawbridge_mended", "sites/machine/damage/bucketRows.ts"],
    ]),
    sources: /^sites\//,
  },
];

/** Files that may name tables of others, or compute names, each with its reason. */
const MEANT: Readonly<Record<string, string>> = {
  "runtime/database/anyTable.ts": "Its callers pass the names that areas declare. It knows none itself.",
  "runtime/backups/copy.ts": "It copies whatever table an area declares as archived.",
  "runtime/serving/tables.ts": "A shipped step never changes, and two of them once queued all publications again.",
  "sites/machine/state/inventory.ts":
    "It reads the files of databases of any release while no worker runs, so a table may be missing there.",
  "sites/machine/damage/lostQueues.ts": "It reads the files of queues while no worker runs.",
};

const isMeant = ({ path }: Crossing): boolean => Object.hasOwn(MEANT, path);
const told = ({ path, line, table }: Crossing): string => `${path}:${line} names ${table}`;

describe("the sources", () => {
  const found = crossingsOf("{manifests,runtime,capabilities,sandbox,sites}/**/*.{ts,tsx}", DATABASES);
  const wrong = found.filter((crossing) => !isMeant(crossing));

  test("declare an owner for each table of the workspace", async () => {
    const owned = [...(await workspaceOwners()).keys()];
    expect(owned.length).toBeGreaterThan(60);
    expect(Object.keys(TABLES.byName).filter((name) => !owned.includes(name))).toEqual([]);
  });

  test("declare an owner for each table that the migrations of the control plane leave", () => {
    expect(MIGRATED.length).toBeGreaterThan(20);
    expect(Object.keys(CONTROL_TABLES).toSorted()).toEqual(MIGRATED.toSorted());
  });

  test("let one file of sites/control own each table of the control plane", () => {
    const owners = Object.values(CONTROL_TABLES);
    expect(owners.filter((owner) => !/^sites\/control\/(?:\w+\/)?\w+\.ts$/.test(owner))).toEqual([]);
  });

  test("name tables only in their owners", () => {
    expect(wrong.map(told)).toEqual([]);
  });

  test.each(Object.keys(MEANT))("still need the exception for %s", (path) => {
    expect(found.filter((crossing) => crossing.path === path)).not.toEqual([]);
  });
});

/** Two areas, of which each owns a table. */
const TWO: readonly Database[] = [
  {
    owners: new Map([
      ["pages", "runtime/low"],
      ["lists", "runtime/high"],
    ]),
    sources: /^runtime\//,
  },
];

/** The exports of another source: a selection, and the bare name of a table. */
const EXPORTED: Readonly<Record<string, string>> = { PAGES: "SELECT id FROM pages", NAME: "pages" };

const namedIn = (source: string, path = "runtime/high/a.ts"): string[] =>
  crossingsIn(path, source, TWO, (_, name) => EXPORTED[name]).map(({ table }) => table);

test.each<[how: string, source: string]>([
  ["a selection", '"SELECT id FROM pages WHERE site = ?"'],
  ["a template", "`SELECT id FROM pages WHERE ${HERE}`"],
  ["several lines", "`SELECT id\n  FROM\n  pages`"],
  ["a clause alone", 'const FROM = "FROM pages WHERE site = ?";'],
  ["an alias", '"SELECT p.id FROM pages AS p"'],
  ["an alias without AS", '"SELECT p.id FROM pages p"'],
  ["a join", '"SELECT 1 FROM lists LEFT JOIN pages USING (site)"'],
  ["a list of tables", '"SELECT 1 FROM lists AS l, json_each(?1) AS e, pages WHERE e.value = 1"'],
  ["tables in parentheses", '"SELECT 1 FROM (lists JOIN pages USING (site))"'],
  ["a table in parentheses", '"SELECT 1 FROM (pages)"'],
  ["a list in parentheses", '"SELECT 1 FROM lists, (lists AS other, pages)"'],
  ["a selection in a condition", '"DELETE FROM lists WHERE id NOT IN (SELECT id FROM pages)"'],
  ["a selection among columns", '"SELECT (SELECT max(id) FROM pages) AS id FROM lists"'],
  ["a compound", '"SELECT id FROM lists UNION SELECT id FROM pages"'],
  ["a selection with a name", '"WITH found AS (SELECT id FROM pages) SELECT id FROM found"'],
  ["a table after IN", '"SELECT 1 FROM lists WHERE id IN pages"'],
  ["an insertion", '"INSERT INTO pages (id) VALUES (?)"'],
  ["a replacing insertion", '"INSERT OR REPLACE INTO pages (id) VALUES (?)"'],
  ["a replacement", '"REPLACE INTO pages VALUES (?)"'],
  ["an insertion of a selection", '"INSERT INTO lists (id) SELECT id FROM pages"'],
  ["an update", '"UPDATE pages SET id = ?"'],
  ["an update that ignores", '"UPDATE OR IGNORE pages SET id = ?"'],
  ["an update from another table", '"UPDATE lists SET id = 1 FROM pages"'],
  ["a deletion", '"DELETE FROM pages"'],
  ["a new table", '"CREATE TABLE IF NOT EXISTS pages (id TEXT)"'],
  ["a dropped table", '"DROP TABLE IF EXISTS pages"'],
  ["a new column", '"ALTER TABLE pages ADD COLUMN id TEXT"'],
  ["a new name", '"ALTER TABLE lists RENAME TO pages"'],
  ["an index", '"CREATE UNIQUE INDEX pages_id ON pages (id)"'],
  ["a trigger", '"CREATE TRIGGER saved BEFORE DELETE ON pages BEGIN SELECT 1; END"'],
  ["a statement of a trigger", '"CREATE TRIGGER t AFTER INSERT ON lists BEGIN UPDATE pages SET id = 1; END"'],
  ["a foreign key", '"CREATE TABLE lists (page TEXT REFERENCES pages (id))"'],
  ["a column of the table", '"lists.id = pages.id AND EXISTS (SELECT 1 FROM lists)"'],
  ["a quoted name", "'SELECT id FROM \"pages\"'"],
  ["a name in brackets", '"SELECT id FROM [pages]"'],
  ["a name in single quotes", `"SELECT id FROM 'pages'"`],
  ["a name with its database", '"SELECT id FROM main.pages"'],
  ["a name in capitals", '"SELECT id FROM Pages"'],
  ["small letters", '"select id from pages where id = ?"'],
  ["an insertion in small letters", '"insert or replace into pages values (?)"'],
  ["an update in small letters", "`update pages set id = ${id}`"],
  ["a comment before the name", '"SELECT id FROM /* not lists */ pages"'],
  ["a line comment before the name", "`SELECT id FROM -- lists\n pages`"],
  ["a sum", '"SELECT id FROM " + "pages"'],
  ["a sum of three", '"SELECT id " + "FROM " + `pages`'],
  ["a constant", 'const TABLE = "pages";\nconst q = `SELECT id FROM ${TABLE}`;'],
  ["a constant that is a sum", 'const T = "pa" + "ges";\nconst q = "SELECT id FROM " + T;'],
  [
    "a constant with more than the name",
    'const OF = "pages p JOIN lists USING (id)";\nconst q = `SELECT 1 FROM ${OF}`;',
  ],
  ["a template in a template", "`SELECT 1 ${isAll ? `FROM pages` : ``}`"],
  ["a function's text", "const of = (a: string) => `(SELECT id FROM pages WHERE site = ${a})`;"],
  ["a tagged template", "sql`SELECT id FROM pages`"],
  ["a text beside a sum", '"x" + f("SELECT id FROM pages")'],
  ["an argument", 'first(sql, "SELECT id FROM pages", site)'],
])("a foreign table is found in %s", (_, source) => {
  expect(namedIn(source)).toEqual(["pages"]);
});

test.each<[how: string, source: string]>([
  ["a variable", "`SELECT id FROM ${table}`"],
  ["a part of a name", "`DELETE FROM pages_${kind}`"],
  ["a quoted variable", '`SELECT id FROM "${table}"`'],
  ["a call", "`UPDATE ${tableOf(kind)} SET id = 1`"],
  ["an imported name in parentheses", 'import { NAME } from "../low/a.ts";\nconst q = `SELECT id FROM (${NAME})`;'],
  [
    "an imported name after JOIN",
    'import { NAME } from "../low/a.ts";\nconst q = `SELECT 1 FROM lists JOIN (${NAME})`;',
  ],
  ["an imported name without a text", 'import { OTHER } from "../low/a.ts";\nconst q = `SELECT 1 FROM (${OTHER})`;'],
  ["a selection in the place of a name", 'import { PAGES } from "../low/a.ts";\nconst q = `DELETE FROM ${PAGES}`;'],
  ["a parameter in parentheses", "const of = (found: string) => `SELECT id FROM (${found}) AS found`;"],
  ["a variable after a comma", "`SELECT 1 FROM lists, ${table}`"],
  ["a sum with a variable", '"INSERT INTO " + table'],
  ["a joined list", '["SELECT id FROM", table].join(" ")'],
  ["a later concatenation", '"SELECT id FROM ".concat(table)'],
  [
    "one of two constants",
    'function a() { const T = "lists"; }\nfunction b() { const T = "pages"; return `DELETE FROM ${T}`; }',
  ],
])("a computed name is refused: %s", (_, source) => {
  expect(namedIn(source)).toContain(COMPUTED);
});

test.each<[how: string, source: string]>([
  ["its own table", '"SELECT id FROM lists"'],
  ["a value", `"SELECT id FROM lists WHERE kind = 'pages'"`],
  ["a column", '"SELECT pages FROM lists ORDER BY pages"'],
  ["a column of its own table", '"SELECT lists.pages FROM lists"'],
  ["an alias", '"SELECT pages.id FROM lists AS pages"'],
  ["a column of an insertion", '"INSERT INTO lists (id, pages) VALUES (?, ?)"'],
  ["a function", '"SELECT value FROM json_each(?)"'],
  ["a selection with a name", '"WITH found (id) AS (SELECT id FROM lists) SELECT id FROM found"'],
  [
    "a selection whose text stands elsewhere",
    'import { PAGES } from "../low/a.ts";\nconst q = `SELECT 1 FROM (${PAGES}) AS page WHERE id IN (${IDS})`;',
  ],
  [
    "a selection with another name here",
    'import { PAGES as ALL } from "../low/a.ts";\nconst q = `SELECT 1 FROM (${ALL}) AS page`;',
  ],
  ["the rest of a selection", "const of = (found: string) => `SELECT id FROM (SELECT ${found}) AS found`;"],
  ["a clause whose text stands elsewhere", "`DELETE ${from} WHERE site = ?`"],
  ["a conflict", '"INSERT INTO lists (id) VALUES (?) ON CONFLICT (id) DO UPDATE SET id = excluded.id"'],
  ["a comparison", '"SELECT id FROM lists WHERE id IS NOT DISTINCT FROM pages"'],
  ["a table of SQLite", '"SELECT name FROM sqlite_master"'],
  ["a comment of SQL", "`SELECT id FROM lists -- FROM pages`"],
  ["a comment of the source", '// "SELECT id FROM pages"'],
  ["prose", '"We select the best from pages of this kind."'],
  ["prose with a capital", '"Choose SELECT to take a section from pages."'],
])("%s is no crossing", (_, source) => {
  expect(namedIn(source)).toEqual([]);
});

test("the owner and the folders in it name the table, and a folder with a like name does not", () => {
  const source = '"SELECT id FROM pages"';
  expect(namedIn(source, "runtime/low/a.ts")).toEqual([]);
  expect(namedIn(source, "runtime/low/inner/a.ts")).toEqual([]);
  expect(namedIn(source, "runtime/lower/a.ts")).toEqual(["pages"]);
});

test("a table that nobody owns is refused, also in a file that owns others", () => {
  expect(namedIn('"CREATE TABLE notes (id TEXT)"')).toEqual(["notes"]);
});

test("a text names its line, and a table counts once in a file", () => {
  const source = '\nconst a = "SELECT 1 FROM pages";\nconst b = "DELETE FROM pages";';
  expect(crossingsIn("runtime/high/a.ts", source, TWO)).toEqual([
    { path: "runtime/high/a.ts", table: "pages", line: 2 },
  ]);
});
