/** The commands of docs/moving-in.md, typed at a site on this machine by its owner. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Owner } from "../../sites/machine/provisioning/owner.ts";
import { persistently, visit } from "../support/driver.ts";
import { fillWithDemo } from "../support/filled.ts";
import { commandsUnder } from "./documented.ts";
import { readyOf, start } from "./runner.ts";
import { Terminal } from "./terminal.ts";
import { testFolder } from "./testFolder.ts";

const HOST = "demo.localhost";

/** A picture of one pixel. */
const GIF = Buffer.from("R0lGODlhAQABAIAAAP///wAAACH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==", "base64");

const FILES: Readonly<Record<string, string | Buffer>> = {
  "hugo.toml": 'baseURL = "https://old.example/"\n',
  "content/posts/tide.md":
    "---\ntitle: Tide tables\ndate: 2024-03-01\ntags: [Water]\naliases: [/tide.html]\n---\nSee ![one](/one.gif).\n",
  "content/posts/later.md": "---\ntitle: Later\ndate: 2024-03-02\ndraft: true\n---\nNot yet.\n",
  "static/one.gif": GIF,
};

/** The table of the page as a file. Its last row names no entry. */
const PEOPLE = "number;title;role;rank\n7;Ada Holm;Rigger;3\n8;Jo Wendt;Caulker;4\n;Nobody;;\n";

/** The commands of the page as they are typed here: each without npx, the site and the login of a person. */
const typedIn = (title: string): string[] =>
  commandsUnder("moving-in.md", title)
    .flatMap((block) => block.trim().split("\n"))
    .map((line) => line.replace(/^npx svc /, ""))
    .filter((line) => !line.startsWith("login"));

/** The addresses that a visitor is led through, each with its status. */
async function ways(port: number, path: string): Promise<(string | number)[]> {
  const { status, headers } = await visit(port, HOST, path);
  const { location } = headers;
  if (location === undefined) return [path, status];
  return [path, status, ...(await ways(port, new URL(location, "http://demo.localhost").pathname))];
}

const currentRelease = async (owner: Owner): Promise<number | undefined> =>
  (await owner.read<{ items: { release: number }[] }>("/api/releases")).items[0]?.release;

test("the commands of the page move a site into the draft, and its old addresses lead there in one step", async () => {
  using desk = testFolder();
  const [work, data] = [join(desk.path, "work"), join(desk.path, "data")];
  for (const [name, file] of Object.entries(FILES)) {
    const path = join(work, "my-blog", name);
    mkdirSync(join(path, ".."), { recursive: true });
    writeFileSync(path, file);
  }
  await fillWithDemo(data);
  await using run = start("--json", "--port", "0", "--data", data, "--profile", "plugins");
  const { site } = await readyOf(run);
  using terminal = new Terminal({ work, home: join(desk.path, "home"), site });
  await terminal.logInAs("ottilie-marchbank");
  const type = (line: string): Promise<string> => terminal.typed(line.replaceAll("http://demo.localhost:8787", site));
  const [dry = ""] = typedIn("Try it first");
  expect(await type(dry)).toContain("5 pages (0 of an earlier import), 1 file, 4 redirects.");
  expect(readFileSync(join(work, "plan/receipt.md"), "utf8")).toContain("content/posts/later.md: a draft");
  const [move = ""] = typedIn("Move");
  expect(await type(move)).toContain("5 pages added, 0 written again, 0 unchanged. 1 file stored");
  expect(await type(move)).toContain("0 pages added, 0 written again, 5 unchanged. 0 files stored, 1 there already.");

  writeFileSync(join(work, "people.csv"), PEOPLE);
  const [look = "", bring = ""] = typedIn("Rows of a table");
  const rowsOf = async (line: string): Promise<unknown[]> => {
    const { code, out } = await terminal.svc(line.replaceAll("http://demo.localhost:8787", site));
    return [code, out.split("\n")[0] ?? "", /^\d+ rows? brought in/m.exec(out)?.[0] ?? ""];
  };
  expect(await rowsOf(look)).toEqual([1, "2 new entries, 1 row has an error.", ""]);
  expect(readFileSync(join(work, "plan/receipt.md"), "utf8")).toContain(
    "people.csv, line 4: number: It must not be empty.",
  );
  expect(readFileSync(join(work, "plan/rows.tsv"), "utf8")).toContain("2\tnew\tAda Holm\t/people/ada-holm\t");
  expect(await rowsOf(bring)).toEqual([1, "2 new entries, 1 row has an error.", "2 rows brought in"]);
  writeFileSync(join(work, "people.csv"), PEOPLE.replace("Rigger", "Sailmaker").replace(";Nobody;;\n", ""));
  expect(await rowsOf(bring)).toEqual([0, "1 entry changes, 1 stays the same.", "1 row brought in"]);
  expect(await rowsOf(bring)).toEqual([0, "2 stay the same.", "0 rows brought in"]);

  const port = Number(new URL(site).port);
  const owner = await Owner.logIn({ port, hostname: HOST, subject: "ottilie-marchbank" });
  const { change } = await owner.read<{ change: number }>("/api/changes");
  await owner.done({ method: "POST", path: "/api/publish", version: change });
  await persistently(async () => {
    expect(await ways(port, "/posts/tide")).toEqual(["/posts/tide", 200]);
    expect(await ways(port, "/tide.html")).toEqual(["/tide.html", 301, "/posts/tide", 200]);
    expect(await ways(port, "/posts/tide/")).toEqual(["/posts/tide/", 308, "/posts/tide", 200]);
  });
  const { body } = await visit(port, HOST, "/posts/tide");
  const [, picture = ""] = /<img[^>]* src="([^"]+)"/.exec(body.slice(body.indexOf("Tide tables"))) ?? [];
  expect([body.includes("See"), (await visit(port, HOST, picture)).status]).toEqual([true, 200]);
  // A draft moves in, and stays one.
  expect((await visit(port, HOST, "/posts/later")).status).toBe(404);

  const [pull = "", rehearse = "", push = ""] = typedIn("From one site to another");
  expect(await type(pull)).toMatch(/^\d+ documents written, 0 unchanged, 0 removed\. \d+ files fetched\./);
  const pulled = join(work, "my-site/pages/posts-tide.json");
  writeFileSync(pulled, readFileSync(pulled, "utf8").replace('"Tide tables"', '"Tides"'));
  expect(await type(rehearse)).toContain("0 documents would be added, 1 would be replaced, 0 would be deleted");
  expect(await type(push)).toContain("0 documents added, 1 replaced, 0 deleted");

  const [copy = ""] = typedIn("And out again");
  // The clock may have published a release of its own, in which the plugins of the demo are drawn.
  expect(await type(copy)).toContain(`Release ${await currentRelease(owner)} is in `);
  const copied = (file: string): string => readFileSync(join(work, "copy", file), "utf8");
  expect([
    copied("public/posts/tide.html").includes(`src="${picture}"`),
    existsSync(join(work, "copy/public", picture)),
  ]).toEqual([true, true]);
  expect(copied("public/_redirects")).toContain("/tide.html /posts/tide 301\n");
  expect(copied("public/404.html")).toContain("<title>");
  expect(copied("left-out.md")).toContain(
    "/api/forms/contact.write: a form needs a program that receives it (from /contact)",
  );
}, 180_000);
