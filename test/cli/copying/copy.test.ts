import { expect, test } from "vitest";
import { copied, ORIGIN, page } from "./site.ts";

const DIGEST = "0".repeat(64);

const filesOf = async (...of: Parameters<typeof copied>): Promise<string[]> =>
  Object.keys((await copied(...of)).written).toSorted();

test("a copy has each page, and whatever pages, styles, feeds and maps of the site lead to", async () => {
  const pages = {
    "/": page('<a href="/about#top">a</a><img src="/media/a.webp" srcset="/media/b.webp 320w, /media/c.webp 640w">'),
    "/about": page(
      '<video poster="/media/d.webp" src="/media/e.mp4"></video>',
      '<link rel="stylesheet" href="/_assets/s.css">',
    ),
    "/_assets/s.css": {
      type: "text/css",
      text: 'a{background:url("/media/f.webp")}@font-face{src:url(/media/g.woff2)}',
    },
    "/sitemap.xml": { type: "application/xml", text: `<loc>${ORIGIN}/hidden?a=1&amp;b=2</loc>` },
    "/hidden": page("", `<meta property="og:image" content="${ORIGIN}/media/h.png">`),
    "/llms.txt": { text: `[About](/about.md). See ${ORIGIN}/index.md.` },
    "/about.md": { type: "text/markdown" },
    "/index.md": { type: "text/markdown" },
    "/_assets/x.js": { type: "text/javascript", text: 'import"/_assets/y.js"' },
    "/_assets/y.js": { type: "text/javascript" },
    ...Object.fromEntries(
      ["a.webp", "b.webp", "c.webp", "d.webp", "e.mp4", "f.webp", "g.woff2", "h.png"].map((name) => [
        `/media/${name}`,
        { type: "image/webp" },
      ]),
    ),
  };
  expect(await filesOf(pages, ["/", "/sitemap.xml", "/llms.txt", "/_assets/x.js"])).toEqual([
    "_assets/s.css",
    "_assets/x.js",
    "_assets/y.js",
    "about.html",
    "about.md",
    "hidden.html",
    "index.html",
    "index.md",
    "llms.txt",
    ...["a.webp", "b.webp", "c.webp", "d.webp", "e.mp4", "f.webp", "g.woff2", "h.png"].map((name) => `media/${name}`),
    "sitemap.xml",
  ]);
});

test("a redirect is followed, and is no file", async () => {
  const pages = { "/": page('<a href="/old">a</a>'), "/old": { status: 301, location: "/new" }, "/new": page("new") };
  expect(await filesOf(pages)).toEqual(["index.html", "new.html"]);
});

test("a published page at another hostname is named, and a link to one is not", async () => {
  const away = { status: 301, location: "https://werft.example/boote" };
  const pages = { "/": page('<a href="/old">a</a>'), "/old": away, "/de/boote": away };
  const { leftOut } = await copied(pages, ["/", "/de/boote"]);
  expect(leftOut).toEqual([{ path: "/de/boote", why: "visitors have it at https://werft.example", from: undefined }]);
});

test("other hosts, programs and the editor are not asked", async () => {
  const asked: string[] = [];
  const links = [
    "https://other.example/a",
    "//other.example/b",
    "mailto:a@b.example",
    "/api/site",
    "/_editor",
    "/API",
    "/apiary",
  ];
  await copied({}, ["/"], {
    visit: async (path) => {
      asked.push(path);
      const { text, type = "", policy = "" } = page(links.map((link) => `<a href="${link}">x</a>`).join(""));
      return { status: 200, type, policy, location: undefined, bytes: Buffer.from(path === "/" ? text : "") };
    },
  });
  expect(asked.toSorted()).toEqual(["/", "/API", "/apiary"]);
});

test("a copy says what it leaves out: forms, and addresses that do not answer, each with the page that leads there", async () => {
  const { leftOut } = await copied(
    {
      "/": page(
        '<form method="post" action="/api/forms/contact"></form><form action="https://other.example/"></form><a href="/gone">x</a>',
      ),
      "/404": { status: 404 },
    },
    ["/", "/404", "/llms.txt", "/lost"],
  );
  expect(leftOut.toSorted((one, other) => one.path.localeCompare(other.path))).toEqual([
    { path: "/api/forms/contact", why: "a form needs a program that receives it", from: "/" },
    { path: "/gone", why: "the site answers 404", from: "/" },
    { path: "/lost", why: "the site answers 404", from: undefined },
  ]);
});

test("a width of a picture is a file beside the picture, and pages name it", async () => {
  const picture = `/media/${DIGEST}/a.b.webp`;
  const { written } = await copied({
    "/": page(
      `<meta content="https://site.example${picture}/share.jpg"><img src="${picture}" srcset="${picture}/w320 320w, ${picture}/w640 640w">`,
    ),
    [picture]: { type: "image/webp" },
    [`${picture}/w320`]: { type: "image/webp" },
    [`${picture}/w640`]: { type: "image/webp" },
    [`${picture}/share.jpg`]: { type: "image/jpeg" },
  });
  const name = `media/${DIGEST}/a.b`;
  expect(Object.keys(written)).toEqual(
    expect.arrayContaining([`${name}.webp`, `${name}.w320.webp`, `${name}.w640.webp`, `${name}.share.jpg`]),
  );
  expect(written["index.html"]).toContain(`/${name}.share.jpg"`);
  expect(written["index.html"]).toContain(`srcset="/${name}.w320.webp 320w, /${name}.w640.webp 640w"`);
});

test("a page keeps its policy, apart from what only a header can say", async () => {
  const { written } = await copied({
    "/": { ...page(""), policy: `default-src 'none'; style-src "a&b"; frame-ancestors 'none'; sandbox` },
  });
  expect(written["index.html"]).toContain(
    `<head><meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src &quot;a&amp;b&quot;">`,
  );
  expect((await copied({ "/": { ...page("plain"), policy: "" } })).written["index.html"]).not.toContain("http-equiv");
});

test("a page with the ending of a file keeps it, and another page of that name gets a folder", async () => {
  const pages = {
    "/": page(""),
    "/seite.html": page("one"),
    "/seite": page("two"),
    "/a": page("a"),
    "/a/b": page("b"),
  };
  const { files } = await copied(pages, Object.keys(pages));
  expect(Object.fromEntries(files)).toEqual({
    "/": "index.html",
    "/seite.html": "seite.html",
    "/seite": "seite/index.html",
    "/a": "a.html",
    "/a/b": "a/b.html",
  });
});

test("a copy has at most as many addresses as it may", async () => {
  const pages = { "/": page('<a href="/a">a</a><a href="/b">b</a>'), "/a": page(""), "/b": page("") };
  for (const maxPaths of [3, 4]) expect((await copied(pages, ["/"], { maxPaths })).files.size).toBe(3);
  await expect(copied(pages, ["/"], { maxPaths: 2 })).rejects.toThrow("more than 2 addresses");
});

test.each([
  [250, 1],
  [251, 0],
])(
  "a page whose file would have a name of %i bytes and an ending is a file only if a disk can hold it",
  async (bytes, files) => {
    const path = `/${"a".repeat(bytes)}`;
    const { written, leftOut } = await copied({ [path]: page("") }, [path]);
    expect([Object.keys(written).length, leftOut.map(({ why }) => why)]).toEqual([
      files,
      files === 1 ? [] : ["its name is too long for a file"],
    ]);
  },
);

test.each(["/404.html", "/_redirects", "/_headers"])("a page %s leaves the name to the host's file", async (path) => {
  const { written, leftOut } = await copied({ [path]: page("") }, [path]);
  expect([Object.keys(written).filter((name) => !name.includes("/")), leftOut.length]).toEqual([
    path === "/404.html" ? [] : [`${path.slice(1)}.html`],
    0,
  ]);
});
