import { expect, test } from "vitest";
import { redirects } from "../../../runtime/documents/content/content.ts";
import { hostFiles } from "../../../sites/cli/copying/redirectFiles.ts";
import { copiedFile } from "../../../sites/cli/copying/fileNames.ts";
import { copied, ORIGIN, page } from "../../cli/copying/site.ts";

/** Paths of a hostile site. A copy writes a file for each, and none beyond its own folder. */
const PATHS = [
  "/..%2f..%2fetc%2fpasswd",
  "/%2e%2e%2f%2e%2e%2fx",
  "/a/..%5c..%5cx",
  "/...",
  "/a%00b",
  "/c:%5cx",
  "/con",
  "/nul.txt",
  "/a./b ",
  "/%ff",
  "/%",
  "/a%0ab",
  "/name*?<>|",
];

test.each(PATHS)("the path %j has a file below the folder, with a name for every system", (path) => {
  const file = copiedFile(path, "text/plain");
  expect(file).not.toBe("");
  for (const part of file.split("/")) {
    expect(part).toMatch(/^[^\\:*?"<>|\u0000-\u001f]+$/);
    expect(part).not.toMatch(/^\.+$|[. ]$|^(?:con|nul)(?:\.|$)/i);
  }
});

test("two paths that a disk does not tell apart do not write over each other", async () => {
  const pages = {
    "/a": page("one"),
    "/A": page("two"),
    "/b": { text: "file" },
    "/b/c": { text: "below it" },
    "/B": { text: "other" },
  };
  const { written, leftOut } = await copied(pages, Object.keys(pages));
  expect(written).toMatchObject({ "a.html": expect.stringContaining("one"), b: "file" });
  expect(Object.keys(written)).toEqual(["a.html", "A/index.html", "b"]);
  expect(leftOut.map(({ path }) => path)).toEqual(["/b/c", "/B"]);
});

test("a site without end ends the copy, not the disk", async () => {
  let made = 0;
  const endless = copied({}, ["/"], {
    maxPaths: 50,
    visit: async () => {
      made++;
      const { text, type = "", policy = "" } = page(`<a href="/${made}">a</a><a href="/x${made}">b</a>`);
      return { status: 200, type, policy, location: undefined, bytes: Buffer.from(text) };
    },
  });
  await expect(endless).rejects.toThrow("more than 50 addresses");
  expect(made).toBeLessThanOrEqual(50);
});

test("redirects in a circle and to other hosts end", async () => {
  const pages = {
    "/": { status: 301, location: "/a" },
    "/a": { status: 302, location: "/" },
    "/b": { status: 301, location: "https://other.example/" },
  };
  expect((await copied(pages, ["/", "/b"])).files.size).toBe(0);
});

test("a page's words cannot forge its policy or a link to another host", async () => {
  const { written } = await copied({
    "/": {
      ...page(`<a href="${ORIGIN}.evil.example/x">a</a><a href="\\\\evil.example">b</a>`),
      policy: `default-src 'none'"><script>x</script>`,
    },
  });
  expect(Object.keys(written)).toEqual(["index.html"]);
  expect(written["index.html"]).not.toContain('"><script>');
});

test("a copy tells no address of a page for readers", async () => {
  const pages = { "/": page("words"), "/layoffs-2027": { status: 403, text: "door" } };
  const { closed, files } = await copied(pages, ["/", "/Layoffs-2027", "/layoffs-2027"]);
  expect([...files.keys()]).toEqual(["/"]);
  const entries = [
    { from: "/plan", to: "/layoffs-2027", status: 301 },
    { from: "/plan-2", to: "/Layoffs-2027/?a=b#c", status: 302 },
    { from: "/plans/*", to: "/layoffs-2027", status: 301 },
    { from: "/old", to: "/new", status: 301 },
  ];
  const host = hostFiles(redirects.parse({ entries }), closed);
  expect(host.redirects).toBe("/old /new 301\n");
  expect(host.nginx).not.toContain("ayoffs");
  expect(host.leftOut).toHaveLength(3);
});
