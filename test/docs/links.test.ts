import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, normalize } from "node:path";
import { describe, expect, test } from "vitest";
import { type Page, pageOf, pages, ROOT } from "./page.ts";

const isOutside = (link: string): boolean => /^[a-z]+:/.test(link);

/** Links to a missing file, or to a missing heading. */
function broken(all: readonly Page[]): string[] {
  const byPath = new Map(all.map((page) => [page.path, page]));
  return all.flatMap(({ path, links }) =>
    links
      .filter((link) => !isOutside(link))
      .filter((link) => {
        const [file = "", anchor] = link.split("#");
        const target = file === "" ? path : normalize(join(path, "..", file));
        const page = byPath.get(target);
        if (!page && !existsSync(join(ROOT, target))) return true;
        return anchor !== undefined && !page?.anchors.includes(anchor);
      })
      .map((link) => `${path}: ${link}`),
  );
}

test("every link in the docs leads to a file, and to a heading in it", () => {
  expect(broken(pages())).toEqual([]);
});

test("a link to no file and a link to no heading are noticed", () => {
  const page = pageOf(
    "docs/made-up.md",
    "# One\n\n[a](nowhere.md) [b](#two) [c](#one) [d](../README.md) <https://example.com>\n",
  );
  expect(broken([page])).toEqual(["docs/made-up.md: nowhere.md", "docs/made-up.md: #two"]);
});

describe("docs/architecture.md", () => {
  const PATH = "docs/architecture.md";
  const text = readFileSync(join(ROOT, PATH), "utf8");
  const architecture = pageOf(PATH, text);

  /** Code that names a path of the project. */
  const named = (page: Page): string[] =>
    page.codes.filter((code) =>
      /^(?:docs|manifests|migrations|plugins|runtime|capabilities|sandbox|sites|test)\/[\w./-]*$/.test(code),
    );

  const absent = (page: Page): string[] => named(page).filter((code) => !existsSync(join(ROOT, code)));

  test("names files and folders that there are", () => {
    expect(named(architecture).length).toBeGreaterThan(30);
    expect(absent(architecture)).toEqual([]);
  });

  test("a folder that is gone is noticed", () => {
    expect(absent(pageOf(PATH, "`runtime/cellar/` and `runtime/` and `node sites/x`"))).toEqual(["runtime/cellar/"]);
  });

  /** The folders inside a folder of the table of rooms, without the hidden ones that tools leave there. */
  const roomsOf = (folder: string): string[] =>
    readdirSync(join(ROOT, folder), { withFileTypes: true })
      .filter((one) => one.isDirectory() && !one.name.startsWith("."))
      .map(({ name }) => name);

  /** The rooms that their row does not name, each with its folder. */
  const unnamed = (page: string): string[] =>
    [...page.matchAll(/^\| `([\w/-]+\/)`.* \| (.*(?:\n\| \| .*)*) \|$/gm)].flatMap(([, folder = "", rows = ""]) =>
      roomsOf(folder).flatMap((room) => (rows.includes(`\`${room}\``) ? [] : [`${folder}${room}`])),
    );

  test("names every room around the kernel", () => {
    const [, after = ""] = text.split("\n## The rooms around the kernel\n");
    const [section = ""] = after.split("\n## ");
    expect(section.match(/^\| `/gm)?.length).toBeGreaterThan(8);
    expect(unnamed(section)).toEqual([]);
  });

  test("a room without a word is noticed", () => {
    expect(unnamed("| `sites/workers/deployer/` | `deploying` and `tenants` |\n| | `archives` |")).toEqual([
      "sites/workers/deployer/erasing",
    ]);
  });

  test("lists the areas of the kernel in the order of their rule", async () => {
    const { AREAS } = (await import(join(ROOT, ".dependency-cruiser.mjs"))) as { readonly AREAS: readonly string[] };
    const [, after = ""] = text.split("\n## The areas of the kernel\n");
    const [section = ""] = after.split("\n### ");
    expect([...section.matchAll(/^\| `([\w-]+)\/` \|/gm)].map(([, area]) => area)).toEqual(AREAS);
  });
});
