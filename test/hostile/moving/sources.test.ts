/** Sources that attack the member who imports them, the machine, or the site's visitors. */
import { describe, expect, test } from "vitest";
import { MARKDOWN_MAX_CHARS } from "../../../manifests/bounds/fields.ts";
import { fetchRemote, type Network } from "../../../sites/cli/moving/remoteFile.ts";
import { SiteRefusal } from "../../../sites/moving/move.ts";
import { frontMatter } from "../../../sites/moving/read/markdown/frontMatter.ts";
import { readItems, TEXT_MOST_CHARS } from "../../../sites/moving/read/wordpress/items.ts";
import { folderOf, MemorySite } from "../../moving/memorySite.ts";
import { startServer } from "./server.ts";

async function* pieces(...texts: readonly string[]): AsyncGenerator<string> {
  yield* texts;
}

const item = (title: string): string =>
  `<rss><channel><item><title>${title}</title><wp:post_id>1</wp:post_id></item></channel></rss>`;

describe("an export", () => {
  test("gets no file of the machine by an entity", async () => {
    const { items, faults } = await readItems(
      pieces('<?xml version="1.0"?><!DOCTYPE rss [<!ENTITY x SYSTEM "file:///etc/passwd">]>', item("a &x; b")),
    );
    expect(items[0]?.texts["title"]).toBe("a &x; b");
    expect(faults.map(({ what }) => what)).toEqual(["undefined entity."]);
  });

  test("does not grow by entities of entities", async () => {
    const entities = Array.from({ length: 9 }, (_, index) => `<!ENTITY l${index + 1} "${`&l${index};`.repeat(10)}">`);
    const { items } = await readItems(pieces(`<!DOCTYPE rss [<!ENTITY l0 "lol">${entities.join("")}]>`, item("&l9;")));
    expect(items[0]?.texts["title"]).toBe("&l9;");
  });

  test("ends at one endless line, before it fills the memory", async () => {
    let sent = 0;
    async function* endless(): AsyncGenerator<string> {
      yield "<rss><channel><item><title>";
      const piece = "x".repeat(1_000_000);
      for (; sent < 2_000; sent++) yield piece;
    }
    await expect(readItems(endless())).rejects.toThrow(/A text in line 1 has more than 16777216 characters/);
    expect(sent).toBeLessThanOrEqual(Math.ceil(TEXT_MOST_CHARS / 1_000_000) + 1);
  });

  test("ends at elements that nest without end", async () => {
    await expect(readItems(pieces("<a>".repeat(101)))).rejects.toThrow("deeper than 100, in line 1");
  });

  test("with control characters and broken letters arrives without them, and says where", async () => {
    const site = await MemorySite.open();
    const bytes = new Uint8Array([
      ...new TextEncoder().encode("---\ntitle: T\n---\nfine\n\nvt\u000b here, "),
      0xff,
      0xfe,
    ]);
    const { losses } = await site.move(folderOf({ "a.md": bytes }));
    expect(site.textAt("/a")).toBe("fine\n\nvt here, \ufffd\ufffd");
    expect(losses).toContainEqual({ place: "a.md", line: 6, what: "a control character, removed" });
  });
});

describe("front matter", () => {
  test.each([
    [
      "code in a fence",
      "---js\nmodule.exports = process.exit(1)\n---\nText",
      "front matter that is code (js), not read",
    ],
    [
      "a bomb of aliases",
      `---\na: &a [x]\n${Array.from({ length: 30 }, (_, n) => `b${n}: &b${n} [${`*${n === 0 ? "a" : `b${n - 1}`},`.repeat(9)}]`).join("\n")}\n---\nText`,
      /cannot be read/,
    ],
    ["no end", "---\ntitle: x\n", "front matter without an end"],
  ])("that is %s is data of nobody", (_, text, problem) => {
    const read = frontMatter(text);
    expect(read.data).toEqual({});
    if (typeof problem === "string") expect(read.problem).toBe(problem);
    else expect(read.problem).toMatch(problem);
  });

  test("with a tag of YAML makes no object", () => {
    const { data } = frontMatter("---\ntitle: !!js/function 'function () { return 1 }'\n---\n");
    expect(data["title"]).toBe("function () { return 1 }");
  });

  test("names no member of objects", async () => {
    const site = await MemorySite.open();
    await site.move(folderOf({ "a.md": '---\n__proto__: {"polluted": 1}\nconstructor: 2\ntitle: T\n---\nText\n' }));
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
    expect(site.at("/a")?.title).toBe("T");
  });
});

const CORNERS = [
  "<script>alert(1)</script>",
  "<img src=x onerror=alert(1)>",
  "<svg onload=alert(1)><script>alert(1)</script></svg>",
  '<a href="javascript:alert(1)">x</a>',
  "<iframe src=javascript:alert(1)></iframe>",
  "<iframe srcdoc='<script>alert(1)</script>'></iframe>",
  "<math><mi//xlink:href='data:x,<script>alert(1)</script>'>",
  "<details open ontoggle=alert(1)>x</details>",
  "<style>@import 'javascript:alert(1)'</style>",
  "<object data='javascript:alert(1)'></object>",
  "<form action=javascript:alert(1)><button>x</button></form>",
  "[x](javascript:alert(1))",
  "![x](javascript:alert(1))",
  "<noscript><p title='</noscript><script>alert(1)</script>'>",
];

test("script in every corner is neither kept as HTML nor run", async () => {
  const site = await MemorySite.open();
  const files = CORNERS.map((html, index): [string, string] => [
    `corner-${index}.md`,
    `---\ntitle: T\n---\nInline ${html} here.\n\n${html}\n`,
  ]);
  await site.move(folderOf(Object.fromEntries(files)));
  for (const [index, html] of CORNERS.entries()) {
    const text = site.textAt(`/corner-${index}`);
    expect([html, text]).not.toEqual([html, ""]);
    // A part that opens stays, without its attributes.
    expect(text).not.toMatch(/<\s*(?:script|img|svg|iframe|style|object|form|math|details(?!>))\b/i);
    expect(text).not.toMatch(/onerror|onload|ontoggle|srcdoc/i);
  }
});

test("HTML that nests without end keeps its words", async () => {
  const site = await MemorySite.open();
  const { losses } = await site.move(folderOf({ "a.html": `---\ntitle: T\n---\n${"<div>".repeat(20_000)}deep` }));
  expect(site.textAt("/a")).toBe("deep");
  expect(losses.map(({ what }) => what)).toContain("elements nested too deeply, of which the words stay");
});

test("ten thousand files of one name are one file each time", async () => {
  const site = await MemorySite.open();
  const files = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`static/${index}/same.png`, "x"]));
  const { plan } = await site.prepare(folderOf({ ...files, "a.md": "---\ntitle: T\n---\n![x](/77/same.png)\n" }));
  expect(plan.files.map(({ name, address }) => [name, address])).toEqual([["same.png", "/77/same.png"]]);
});

test("ten thousand pages that want one address get an address each", async () => {
  const site = await MemorySite.open();
  const files = Object.fromEntries(
    Array.from({ length: 300 }, (_, index) => [`p${index}.md`, "---\ntitle: T\nurl: /same/\n---\nx\n"]),
  );
  const { plan } = await site.prepare(folderOf(files));
  expect(new Set(plan.pages.map(({ body }) => body.path)).size).toBe(300);
});

test("a text beyond the bound is cut between its blocks, and no word goes", async () => {
  const site = await MemorySite.open();
  const words = Array.from({ length: 30_000 }, (_, index) => `w${index}${index % 50 === 49 ? "\n\n" : " "}`).join("");
  await site.move(folderOf({ "a.md": `---\ntitle: T\n---\n${words}` }));
  const sections = site.at("/a")?.sections ?? [];
  expect(sections.length).toBeGreaterThan(1);
  for (const { fields } of sections) expect(String(fields["body"]).length).toBeLessThanOrEqual(MARKDOWN_MAX_CHARS);
  expect(site.textAt("/a").split(/\s+/)).toEqual(words.trim().split(/\s+/));
});

describe("a picture of another host", () => {
  const asked: string[] = [];
  const network = (address: string): Network => ({
    resolve: async (name) => (/^[\d.:a-f]+$/i.test(name) ? [name] : [address]),
    isAllowed: (one) => one === "203.0.113.9",
  });

  test.each([
    ["http://127.0.0.1:9/a.png", "127.0.0.1"],
    ["http://[::1]/a.png", "::1"],
    ["http://169.254.169.254/latest/meta-data", "169.254.169.254"],
    ["http://10.1.2.3/a.png", "10.1.2.3"],
    ["http://[::ffff:10.1.2.3]/a.png", "::ffff:a01:203"],
    ["http://0x7f000001/a.png", "127.0.0.1"],
    ["http://2130706433/a.png", "127.0.0.1"],
  ])("%s is not asked", async (url, name) => {
    expect(await fetchRemote(url)).toEqual({ refused: `${name} is an address of a private network` });
  });

  test.each(["file:///etc/passwd", "ftp://host.example/a.png", "data:text/html,x"])("%s is no picture", async (url) => {
    expect(await fetchRemote(url)).toEqual({ refused: "its address is no address of the web" });
  });

  test("whose name leads to a private address is not asked", async () => {
    expect(await fetchRemote("http://rebind.example/a.png", network("192.168.1.1"))).toEqual({
      refused: "rebind.example is an address of a private network",
    });
    expect(asked).toEqual([]);
  });

  test("that redirects to a private address, without end, or never ends, is refused", async () => {
    await using server = await startServer();
    const open: Network = {
      resolve: async (name) => [name === "public.example" ? "127.0.0.1" : "10.0.0.1"],
      isAllowed: (one) => one === "127.0.0.1",
    };
    const at = (path: string): string => `http://public.example:${server.port}${path}`;
    expect(await fetchRemote(at("/inside"), open)).toEqual({
      refused: "inside.example is an address of a private network",
    });
    expect(await fetchRemote(at("/round"), open)).toEqual({ refused: "it was redirected too often" });
    expect(await fetchRemote(at("/large"), open)).toEqual({ refused: "it has more than 20971520 bytes" });
    expect(await fetchRemote(at("/missing"), open)).toEqual({ refused: "its host answers 404" });
    expect(await fetchRemote(at("/fine"), open)).toEqual(new TextEncoder().encode("fine"));
  });
});

const PAGES = Object.fromEntries(
  Array.from({ length: 120 }, (_, index) => [
    `content/p${index}.md`,
    `---\ntitle: T${index}\naliases: /old/${index}\n---\n![x](/a.png) ${index}\n`,
  ]),
);
const SITE = folderOf({ ...PAGES, "hugo.toml": "", "static/a.png": "x" });

describe("an import", () => {
  test("that is killed at any request goes on and ends as one that was not", async () => {
    const whole = await MemorySite.open();
    await whole.move(SITE);
    let requests = 0;
    const count = await MemorySite.open();
    count.trap = () => void requests++;
    await count.move(SITE);
    for (let at = 1; at <= requests; at++) {
      const site = await MemorySite.open();
      let left = at;
      site.trap = () => {
        if (--left === 0) throw new Error("killed");
      };
      await expect(site.move(SITE)).rejects.toThrow("killed");
      site.trap = () => undefined;
      await site.move(SITE);
      expect([at, site.textAt("/p119"), site.redirects()]).toEqual([at, whole.textAt("/p119"), whole.redirects()]);
      const again = await site.move(SITE);
      expect([at, again.pages.same]).toEqual([at, 120]);
    }
  });

  test("beside another one of the same source makes each page once", async () => {
    const site = await MemorySite.open();
    const both = await Promise.all([site.move(SITE), site.move(SITE)]);
    expect(both[0].pages.created + both[1].pages.created).toBeLessThanOrEqual(240);
    const again = await site.move(SITE);
    expect(again.pages).toMatchObject({ created: 0, replaced: 0, same: 120 });
    expect(site.at("/p0-2")).toBeUndefined();
  });

  test("into a site that takes no writes ends with its reason", async () => {
    const site = await MemorySite.open();
    site.trap = (path) => {
      if (path === "/api/media") return;
      if (path === "/api/pages/batch") throw new SiteRefusal(423, { code: "TENANT_READ_ONLY", title: "Read only." }, 0);
    };
    await expect(site.move(SITE)).rejects.toThrow("423 TENANT_READ_ONLY Read only.");
    expect(site.at("/p0")).toBeUndefined();
  });
});
