import LlmsTxt from "lighthouse/core/audits/agentic/llms-txt.js";
import { ConformanceTester } from "lighthouse/third-party/ard/ard.js";
import MarkdownIt from "markdown-it";
import { describe, expect, it } from "vitest";
import { file, GENERATED, IMAGE, linked, page, renderer } from "./machineText.ts";
import { HOSTILE, ORIGIN, pageInput, rendererFor, SETTINGS, siteView, summary } from "./stage.ts";

describe("llms.txt", () => {
  const tokensOf = (body: string) => new MarkdownIt().parse(body, {});
  const headings = (body: string): string[] => {
    const tokens = tokensOf(body);
    return tokens.flatMap((token, index) =>
      token.type === "heading_open" ? [`${token.tag} ${tokens[index + 1]?.content}`] : [],
    );
  };
  const links = (body: string): string[] => {
    const inline = tokensOf(body).flatMap((token) => token.children ?? []);
    return inline.filter(({ type }) => type === "link_open").map((token) => String(token.attrGet("href")));
  };

  it("has the parts of its format, in order", () => {
    const body = file("/llms.txt");
    expect(headings(body)).toEqual(["h1 Fenwright & Daughters", "h2 Pages", "h2 Case studies", "h2 Journal"]);
    expect(body.split("\n").slice(0, 3)).toEqual(["# Fenwright & Daughters", "", `> ${SETTINGS.tagline}`]);
    expect(LlmsTxt.audit({ LlmsTxt: { status: 200, content: body } }).score).toBe(1);
  });

  it("lists every page once, by its Markdown address", () => {
    expect(links(file("/llms.txt"))).toEqual([
      `${ORIGIN}/index.md`,
      `${ORIGIN}/about.md`,
      `${ORIGIN}/loose.md`,
      `${ORIGIN}/case-studies/hall.md`,
      `${ORIGIN}/journal/gap.md`,
      `${ORIGIN}/undated.md`,
    ]);
    expect(file("/llms.txt")).toContain(`- [Home](${ORIGIN}/index.md): Oak furniture.\n`);
  });

  it("names the Markdown of the home page of a language with a hostname, as its head does", () => {
    const host = { tag: "de", prefix: "/de", hostname: "werft.example", origin: "https://werft.example" };
    const home = { path: "/de", title: "Werft" };
    const site = {
      ...siteView({ pages: [summary("start", home), summary("about", { title: "About us" })] }),
      hosts: [host],
    };
    expect(links(renderer.file("/llms.txt", site, GENERATED)?.body ?? "")).toEqual([
      `${ORIGIN}/about.md`,
      "https://werft.example/index.md",
    ]);
    const markdown = (given: object) =>
      /"text\/markdown" href="([^"]*)"/.exec(renderer.page(pageInput(site, given)).html)?.[1];
    expect([markdown(home), markdown({ path: "/de/boote" }), markdown({ path: "/about" })]).toEqual([
      "/index.md",
      "/boote.md",
      "/about.md",
    ]);
  });

  it("keeps hostile titles inside their own link and line", () => {
    const pages = [summary("evil", { title: HOSTILE, description: HOSTILE }), summary("fine", { title: "Fine" })];
    const body = file("/llms.txt", { pages, settings: { name: HOSTILE, tagline: HOSTILE } });
    expect(headings(body).length).toBe(2);
    expect(links(body)).toEqual([`${ORIGIN}/evil.md`, `${ORIGIN}/fine.md`]);
    expect(tokensOf(body).filter(({ type }) => type === "html_block" || type === "fence")).toEqual([]);
  });

  it("is a heading and a word of help for an empty site", () => {
    expect(headings(file("/llms.txt", {}))).toEqual(["h1 Fenwright & Daughters", "h2 Pages"]);
  });

  it("is pointed to by each page's own Markdown", () => {
    expect(linked(page(), "alternate")).toContain("/work.md");
    expect(linked(page({ path: "/" }), "alternate")).toContain("/index.md");
    expect(linked(page({ path: "/404" }), "alternate").filter((href) => href.endsWith(".md"))).toEqual([]);
  });
});

describe("ai-catalog.json", () => {
  const PATH = "/.well-known/ai-catalog.json";
  interface Entry {
    readonly identifier: string;
    readonly type: string;
    readonly url: string;
    readonly representativeQueries: readonly string[];
  }
  interface Catalog {
    readonly specVersion: string;
    readonly host: Readonly<Record<string, string>>;
    readonly entries: readonly Entry[];
  }
  const judged = (content: string) => {
    const tester = new ConformanceTester();
    tester.validate_manifest(content, PATH);
    return { errors: tester.errors, warnings: tester.warnings };
  };

  it.each([
    ["plain", {}],
    ["hostile", { settings: { name: HOSTILE, tagline: HOSTILE, logo: IMAGE } }],
  ])("conforms, without a warning: %s", (_, stage) => {
    expect(judged(file(PATH, stage))).toEqual({ errors: [], warnings: [] });
  });

  it("is held against a test that refuses", () => {
    expect(judged('{"specVersion":"1.0","entries":[{"identifier":"urn:air:a:b"}]}').errors).not.toEqual([]);
  });

  it("is served as its specification says, and announced on every page", () => {
    expect(renderer.file(PATH, siteView(), GENERATED)?.type).toBe("application/ai-catalog+json");
    expect(linked(page(), "ai-catalog")).toEqual([PATH]);
  });

  it("names the site's domain as publisher, without the port", () => {
    const site = { ...siteView(), origin: "http://demo.localhost:8787" };
    const body = renderer.file(PATH, site, GENERATED)?.body ?? "";
    const { host, entries } = JSON.parse(body) as Catalog;
    expect(host["identifier"]).toBe("demo.localhost");
    expect(entries.map(({ identifier }) => identifier)).toEqual(["urn:air:demo.localhost:skill:read-site"]);
  });

  it("leads only to what is there", () => {
    const { entries, host } = JSON.parse(file(PATH)) as Catalog;
    const paths = [...entries.map(({ url }) => url), host["documentationUrl"] ?? ""].map((url) =>
      url.replace(ORIGIN, ""),
    );
    expect(paths.filter((path) => !renderer.filePaths().includes(path))).toEqual([]);
    expect(entries.length).toBe(1);
  });
});

describe("a deployment that serves agents", () => {
  const agents = rendererFor("https://mcp.example", "drawbridge.agents");
  const server = `https://mcp.example/sites/${new URL(ORIGIN).hostname}/mcp`;
  const made = (path: string): string => agents.file(path, siteView(), GENERATED)?.body ?? "";

  it("names the site's server in llms.txt, where there is one", () => {
    expect(
      made("/llms.txt")
        .split("\n")
        .filter((line) => line.includes("MCP")),
    ).toEqual([expect.stringMatching(new RegExp(`: ${server}$`))]);
    expect(file("/llms.txt")).not.toContain("MCP");
  });

  it("has the server's card in its catalogue, which conforms", () => {
    const body = made("/.well-known/ai-catalog.json");
    const tester = new ConformanceTester();
    tester.validate_manifest(body, "/.well-known/ai-catalog.json");
    expect([tester.errors, tester.warnings]).toEqual([[], []]);
    const { entries } = JSON.parse(body) as { entries: Record<string, unknown>[] };
    expect(entries).toContainEqual(
      expect.objectContaining({ type: "application/mcp-server-card+json", url: `${server}/server-card` }),
    );
  });
});

describe("the skill of reading the site", () => {
  const PATH = "/.well-known/agent-skills/read-site/SKILL.md";
  const parts = (body: string): readonly [string, string] => {
    const [, front = "", rest = ""] = /^---\n(.*?)\n---\n(.*)$/s.exec(body) ?? [];
    return [front, rest];
  };

  it("has a name like its folder and a description within the format's bound", () => {
    const [front] = parts(file(PATH));
    const [name, description, ...more] = front.split("\n");
    const words = JSON.parse(description?.replace("description: ", "") ?? "") as string;
    expect([name, more]).toEqual(["name: read-site", []]);
    expect(words).toContain(SETTINGS.name);
    expect(words.length).toBeLessThanOrEqual(1024);
  });

  it("cannot be given other front matter or instructions by a name", () => {
    const [front, body] = parts(file(PATH, { settings: { name: `${HOSTILE}\n---\nname: other` } }));
    expect([front.split("\n").length, body.split("\n---").length]).toEqual([2, 1]);
    expect(body.split("\n").filter((line) => line.startsWith("# ")).length).toBe(1);
  });
});
