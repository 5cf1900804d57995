import { globSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, describe, expect, test, vi } from "vitest";

/** The functions of plugins with code. The sandbox's tests cover their calls. */
type Functions = Readonly<Record<string, (input: never, ctx: Context) => unknown>>;

interface Module {
  readonly hooks: Functions;
  readonly data: Functions;
  readonly routes: Functions;
  readonly tools: Functions;
}

const load = async (folder: string): Promise<Module> =>
  (await import(fileURLToPath(new URL(`../../plugins/${folder}/main.js`, import.meta.url)))) as Module;

interface PageDocument {
  readonly id: string;
  readonly path: string;
  readonly title: string;
  readonly description?: string;
  readonly collection?: string;
  readonly sections?: readonly unknown[];
}

interface ContentAsked {
  readonly collection?: string;
  readonly offset?: number;
  readonly limit?: number;
}

/** A site's published pages and a plugin's own storage, as `ctx` shows them. */
function contextOf(pages: readonly PageDocument[] = [], settings: Readonly<Record<string, unknown>> = {}) {
  const stored = new Map<string, unknown>();
  const document = (id: string) => {
    const body = pages.find((page) => page.id === id);
    return body ? { kind: "page", id, version: 1, body } : null;
  };
  return {
    site: { id: "main", origin: "https://site.example" },
    settings,
    storage: {
      get: async (key: string) => stored.get(key),
      getMany: async (keys: readonly string[]) =>
        new Map(keys.flatMap((key) => (stored.has(key) ? [[key, stored.get(key)]] : []))),
      put: async (key: string, value: unknown) => void stored.set(key, structuredClone(value)),
    },
    content: {
      get: async (kind: string, id = "") => (kind === "page" ? document(id) : null),
      getMany: async (asked: readonly { id: string }[]) => ({ documents: asked.map(({ id }) => document(id)) }),
      query: async ({ collection, offset = 0, limit = 100 }: ContentAsked = {}) => ({
        pages: pages
          .filter((page) => collection === undefined || page.collection === collection)
          .slice(offset, offset + limit)
          .map((page) => ({ ...page, url: `https://site.example${page.path}` })),
      }),
    },
    stored,
  };
}

type Context = ReturnType<typeof contextOf>;

const call = (of: Functions, name: string, input: unknown, ctx: Context): Promise<unknown> => {
  const named = of[name];
  if (!named) throw new Error(`there is no function ${name}`);
  return Promise.resolve(named(input as never, ctx));
};

interface Sent {
  readonly url: string;
  readonly headers: Headers;
  readonly body: string;
}

/** Replaces `fetch`. Answers requests and records them. */
function internet(answer: (url: string) => Response): Sent[] {
  const sent: Sent[] = [];
  vi.stubGlobal("fetch", async (url: string, init: RequestInit = {}) => {
    sent.push({ url, headers: new Headers(init.headers), body: typeof init.body === "string" ? init.body : "" });
    return answer(url);
  });
  return sent;
}

afterEach(() => vi.unstubAllGlobals());

const text = (markdown: string) => ({ id: "text", type: "drawbridge.basics/rich-text", fields: { text: markdown } });
const article = (id: string, title: string, words = ""): PageDocument => ({
  id,
  path: `/journal/${id}`,
  title,
  collection: "journal",
  sections: [text(words)],
});

describe("reading", () => {
  const sections = (fields: object) => [{ id: "s", type: "any", variant: "any", fields }];

  test.each([
    [1, 1],
    [330, 2],
    [440, 2],
    [2_200, 10],
  ])("%i words take %i minutes", async (words, minutes) => {
    const { data } = await load("reading");
    const page = article("one", "One", Array.from({ length: words }, () => "word").join(" "));
    const input = { pages: [{ page, sections: sections({ wordsPerMinute: 220 }) }] };
    expect(await call(data, "time", input, contextOf([page]))).toEqual({ one: { s: { words, minutes } } });
  });

  test("a page that is not there has no words", async () => {
    const { data } = await load("reading");
    const input = { pages: [{ page: article("gone", "Gone"), sections: sections({ wordsPerMinute: 220 }) }] };
    expect(await call(data, "time", input, contextOf())).toEqual({ gone: { s: { words: 0, minutes: 1 } } });
  });

  test("the closest articles share words with the page, which is not among them", async () => {
    const { data } = await load("reading");
    const pages = [
      article("one", "Choosing larch timber"),
      article("two", "A quiet launch"),
      article("three", "Larch timber in winter"),
    ];
    const input = { pages: [{ page: pages[0], sections: sections({ limit: 2 }) }] };
    const { one } = (await call(data, "related", input, contextOf(pages))) as {
      one: { s: { pages: { title: string }[] } };
    };
    expect(one.s.pages.map(({ title }) => title)).toEqual(["Larch timber in winter", "A quiet launch"]);
  });

  test("a page of no collection has no relatives", async () => {
    const { data } = await load("reading");
    const { collection: _, ...page } = article("one", "One");
    const input = { pages: [{ page, sections: sections({ limit: 2 }) }] };
    expect(await call(data, "related", input, contextOf([article("two", "One")]))).toEqual({
      one: { s: { pages: [] } },
    });
  });
});

describe("link check", () => {
  const linked = (...links: string[]): PageDocument[] => [
    {
      id: "home",
      path: "/",
      title: "Home",
      sections: [
        { id: "s", fields: { link: links[0] } },
        text(
          links
            .slice(1)
            .map((link) => `[a](${link})`)
            .join(" "),
        ),
      ],
    },
  ];

  test("finds links of the site that lead nowhere, in fields and in prose", async () => {
    const { hooks, routes, tools } = await load("link-check");
    const ctx = contextOf(linked("page:gone", "/", "/nowhere", "page:home", "/media/a/b", "#here"), { hosts: [] });
    await call(hooks, "afterPublish", { release: 3 }, ctx);
    const findings = [
      { page: "/", link: "page:gone", problem: "no such page" },
      { page: "/", link: "/nowhere", problem: "no such page" },
    ];
    const report = expect.objectContaining({ release: 3, found: 2, findings });
    expect(await call(routes, "findings", {}, ctx)).toEqual({ body: report });
    expect(await call(tools, "broken-links", {}, ctx)).toEqual(report);
  });

  test.each([
    [999, 1],
    [1_000, 0],
    [1_001, 0],
  ])("knows all of %i pages, or calls none of their addresses lost", async (count, found) => {
    const { hooks, routes } = await load("link-check");
    const [first] = linked("/page-150", "/nowhere");
    const more = Array.from({ length: count - 1 }, (_, at) => ({ id: `p${at}`, path: `/page-${at}`, title: "Page" }));
    const ctx = contextOf([...(first ? [first] : []), ...more], { hosts: [] });
    await call(hooks, "afterPublish", { release: 1 }, ctx);
    expect(await call(routes, "findings", {}, ctx)).toMatchObject({ body: { found } });
  });

  test("asks the hosts an owner named, each address once, and no other", async () => {
    const { hooks, routes } = await load("link-check");
    const sent = internet((url) => new Response(null, { status: url.endsWith("/gone") ? 404 : 200 }));
    const ours = "https://www.example.com";
    const ctx = contextOf(
      linked(`${ours}/gone`, `${ours}/there`, `${ours}/gone#part`, "https://other.example.org/gone"),
      { hosts: ["www.example.com"] },
    );
    await call(hooks, "afterPublish", { release: 1 }, ctx);
    expect(sent.map(({ url }) => url)).toEqual([`${ours}/gone`, `${ours}/there`]);
    const { body } = (await call(routes, "findings", {}, ctx)) as { body: { findings: { link: string }[] } };
    expect(body.findings.map(({ link }) => link)).toEqual([`${ours}/gone`, `${ours}/gone#part`]);
  });

  test("calls a host that does not answer broken, and one that nobody granted nothing", async () => {
    const { hooks, routes } = await load("link-check");
    internet((url) => {
      throw Object.assign(new Error("no"), { code: url.includes("away") ? "unreachable" : "refused" });
    });
    const ctx = contextOf(linked("https://away.example.com/", "https://www.example.com/"), {
      hosts: ["away.example.com", "www.example.com"],
    });
    await call(hooks, "afterPublish", { release: 1 }, ctx);
    expect(await call(routes, "findings", {}, ctx)).toMatchObject({
      body: { found: 1, findings: [{ problem: "does not answer" }] },
    });
  });

  test("before the first publication there is nothing to report", async () => {
    const { routes } = await load("link-check");
    expect(await call(routes, "findings", {}, contextOf())).toMatchObject({ body: { release: 0, findings: [] } });
  });
});

describe("webhook", () => {
  const publication = { release: 2, sequence: 5, publishedAt: "2026-01-02T00:00:00.000Z" };

  test("sends a publication, signed so that its receiver can check it", async () => {
    const { hooks } = await load("webhook");
    const sent = internet(() => new Response(null, { status: 204 }));
    await call(
      hooks,
      "afterPublish",
      publication,
      contextOf([], { url: "https://hooks.example.com/in", secret: "a secret of sixteen" }),
    );
    const [{ url, headers, body } = { url: "", headers: new Headers(), body: "" }] = sent;
    expect(url).toBe("https://hooks.example.com/in");
    expect(JSON.parse(body)).toEqual({ type: "site.published", data: { site: "main", ...publication } });
    const key = await crypto.subtle.importKey(
      "raw",
      new TextEncoder().encode("a secret of sixteen"),
      { name: "HMAC", hash: "SHA-256" },
      false,
      ["verify"],
    );
    const signed = new TextEncoder().encode(`${headers.get("webhook-id")}.${headers.get("webhook-timestamp")}.${body}`);
    const signature = Buffer.from((headers.get("webhook-signature") ?? "").slice("v1,".length), "base64");
    expect(await crypto.subtle.verify("HMAC", key, signature, signed)).toBe(true);
  });

  test("names a repeated call like the first", async () => {
    const { hooks } = await load("webhook");
    const sent = internet(() => new Response(null, { status: 204 }));
    for (let n = 0; n < 2; n++)
      await call(hooks, "afterPublish", publication, contextOf([], { url: "https://hooks.example.com/" }));
    expect(new Set(sent.map(({ headers }) => headers.get("webhook-id"))).size).toBe(1);
    expect(sent[0]?.headers.get("webhook-signature")).toBe(null);
  });

  test.each([
    ["afterPublish", { ...publication, publishedAt: "2026-01-02T00:00:00.001Z" }, publication],
    ["formSubmitted", { id: 7, at: "2026-01-02T00:00:00.001Z" }, { id: 7, at: "2026-01-02T00:00:00.000Z" }],
  ])("names what has a number again after a restore otherwise than before it: %s", async (hook, ...told) => {
    const { hooks } = await load("webhook");
    const sent = internet(() => new Response(null, { status: 204 }));
    for (const one of told) await call(hooks, hook, one, contextOf([], { url: "https://hooks.example.com/" }));
    expect(new Set(sent.map(({ headers }) => headers.get("webhook-id"))).size).toBe(2);
  });

  test("sends a submitted form as it is told of it", async () => {
    const { hooks } = await load("webhook");
    const sent = internet(() => new Response(null, { status: 204 }));
    const submission = {
      id: 7,
      form: "contact.write",
      type: "drawbridge.forms/contact",
      at: "2026-01-02T00:00:00.000Z",
      fields: { topic: "visit" },
      withheld: ["name"],
    };
    await call(hooks, "formSubmitted", submission, contextOf([], { url: "https://hooks.example.com/in" }));
    expect(JSON.parse(sent[0]?.body ?? "")).toEqual({ type: "form.submitted", data: { site: "main", ...submission } });
    expect(sent[0]?.headers.get("webhook-id")).toBe("main-form-7-1767312000000");
  });

  test.each([301, 400, 500])("fails when the address answers %i, so that it is called again", async (status) => {
    const { hooks } = await load("webhook");
    internet(() => new Response(null, { status }));
    await expect(
      call(hooks, "afterPublish", publication, contextOf([], { url: "https://hooks.example.com/" })),
    ).rejects.toThrow(String(status));
  });

  test("sends nothing without an address", async () => {
    const { hooks } = await load("webhook");
    const sent = internet(() => new Response());
    await call(hooks, "afterPublish", publication, contextOf([], { url: "" }));
    expect(sent).toEqual([]);
  });
});

describe("announcement", () => {
  const ATOM = `<feed><title>Feed</title><link href="https://feed.example.com/"/>
    <entry><title>Older</title><link rel="alternate" href="https://feed.example.com/a"/><updated>2026-01-02T00:00:00Z</updated></entry>
    <entry><title>Newer &amp; &lt;b&gt;better&lt;/b&gt;</title><link href="https://feed.example.com/b?x=1&amp;y=2"/><published>2026-03-04T05:06:07Z</published></entry></feed>`;
  const RSS = `<rss><channel><item><title><![CDATA[Tom & <i>Ann</i>]]></title><link>https://feed.example.com/c</link><pubDate>Wed, 04 Mar 2026 05:06:07 GMT</pubDate></item></channel></rss>`;
  const input = { pages: [{ page: { id: "home" }, sections: [{ id: "bar", fields: {} }] }] };

  async function shownOf(feed: string): Promise<unknown> {
    const { hooks, data } = await load("announcement");
    internet(() => new Response(feed));
    const ctx = contextOf([], { feed: "https://feed.example.com/feed" });
    await call(hooks, "scheduled", {}, ctx);
    return ((await call(data, "newest", input, ctx)) as { home: { bar: unknown } }).home.bar;
  }

  test.each([
    ["Atom", ATOM, { title: "Newer & <b>better</b>", link: "https://feed.example.com/b?x=1&y=2", date: "2026-03-04" }],
    ["RSS", RSS, { title: "Tom & Ann", link: "https://feed.example.com/c", date: "2026-03-04" }],
    [
      "a link of script",
      "<rss><item><title>A</title><link>javascript:alert(1)</link></item></rss>",
      { title: "A", link: "", date: "" },
    ],
    [
      "a number of no character",
      "<rss><item><title>A&#9999999;&#xD800;</title></item></rss>",
      expect.objectContaining({ link: "" }),
    ],
    ["no entries", "<feed></feed>", {}],
    ["no feed", "not XML at all <entry><title>", {}],
  ])("shows the newest entry of %s as text", async (_, feed, shown) => {
    expect(await shownOf(feed)).toEqual(shown);
  });

  test("keeps what it had when the feed fails, and says that it failed", async () => {
    const { hooks, data } = await load("announcement");
    const ctx = contextOf([], { feed: "https://feed.example.com/feed" });
    internet(() => new Response(RSS));
    await call(hooks, "scheduled", {}, ctx);
    internet(() => new Response(null, { status: 500 }));
    await expect(call(hooks, "scheduled", {}, ctx)).rejects.toThrow("500");
    expect(await call(data, "newest", input, ctx)).toMatchObject({ home: { bar: { title: "Tom & Ann" } } });
  });
});

describe("poll", () => {
  const fields = { question: "When?", answers: ["Now", "Later"] };
  const question = { id: "poll", type: "drawbridge.poll/question", fields };
  const page: PageDocument = {
    id: "home",
    path: "/",
    title: "Home",
    sections: [{ id: "columns", type: "any", children: { first: [question] } }],
  };
  const vote = (answer: string, section = "poll", on = "home") => ({ body: { page: on, section, answer } });

  test("counts answers that the page offers, also those given at once", async () => {
    const { routes, data } = await load("poll");
    const ctx = contextOf([page]);
    const votes = ["Now", "Later", "Now", "Now"].map((answer) => call(routes, "vote", vote(answer), ctx));
    expect(await Promise.all(votes)).toEqual(
      Array.from({ length: 4 }, () => ({ status: 201, body: { counted: true } })),
    );
    expect(await call(routes, "counts", { query: { page: "home", section: "poll" } }, ctx)).toEqual({
      body: { counts: { Now: 3, Later: 1 } },
    });
    const input = { pages: [{ page: { id: "home" }, sections: [{ id: "poll", fields }] }] };
    const rows = [
      { answer: "Now", votes: 3 },
      { answer: "Later", votes: 1 },
    ];
    expect(await call(data, "counts", input, ctx)).toEqual({ home: { poll: { rows, votes: 4 } } });
  });

  test("counts on when a vote before was broken off and never came to its end", async () => {
    vi.useFakeTimers();
    try {
      const { routes } = await load("poll");
      const [broken, ctx] = [contextOf([page]), contextOf([page])];
      const lost = call(routes, "vote", vote("Now"), {
        ...broken,
        storage: { ...broken.storage, get: () => new Promise<never>(() => undefined) },
      });
      let counted: unknown;
      const next = call(routes, "vote", vote("Later"), ctx).then((answer) => (counted = answer));
      await vi.advanceTimersByTimeAsync(499);
      expect(counted).toBe(undefined);
      await vi.advanceTimersByTimeAsync(1);
      expect(counted).toEqual({ status: 201, body: { counted: true } });
      await next;
      expect(ctx.stored.get("count:home:poll")).toEqual({ Later: 1 });
      expect(await Promise.race([lost, "still under way"])).toBe("still under way");
    } finally {
      vi.useRealTimers();
    }
  });

  test.each([
    ["an answer that is not offered", vote("Never")],
    ["an answer every object has", vote("constructor")],
    ["another section", vote("Now", "columns")],
    ["another page", vote("Now", "poll", "about")],
    ["a name no page can have", vote("Now", "poll", "../home")],
  ])("counts nothing for %s", async (_, input) => {
    const { routes } = await load("poll");
    const ctx = contextOf([page]);
    expect(await call(routes, "vote", input, ctx)).toEqual({ status: 404, body: { counted: false } });
    expect(ctx.stored.size).toBe(0);
  });
});

describe("the code of a plugin that is shipped", () => {
  const PLUGINS = fileURLToPath(new URL("../../plugins", import.meta.url));
  /** The largest number of lines, because authors read these files as examples. */
  const LINES = 150;
  /** A page of the docs explains each of these part by part, so they may be longer. */
  const LONGER: Readonly<Record<string, number>> = { bookings: 370, comments: 370, newsletter: 210 };
  const modules = Object.entries(
    Object.groupBy(globSync("*/**/*.{js,mjs}", { cwd: PLUGINS }), (path) => dirname(path).split("/")[0] ?? ""),
  );
  const linesOf = (path: string): number => readFileSync(`${PLUGINS}/${path}`, "utf8").trimEnd().split("\n").length;

  test("is that of these plugins", () => {
    expect(modules.map(([plugin]) => plugin).toSorted()).toEqual([
      "announcement",
      "bookings",
      "comments",
      "link-check",
      "newsletter",
      "poll",
      "reading",
      "translate",
      "webhook",
    ]);
  });

  test.each(modules)("%s is short enough to be read", (plugin, paths = []) => {
    expect(paths.reduce((sum, path) => sum + linesOf(path), 0)).toBeLessThan(LONGER[plugin] ?? LINES);
  });
});
