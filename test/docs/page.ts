/** A page of the docs, parsed as Markdown: headings, code blocks and links. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import MarkdownIt from "markdown-it";

export const ROOT = join(import.meta.dirname, "../..");

export interface Block {
  /** The nearest heading above. */
  readonly heading: string;
  readonly language: string;
  readonly code: string;
  /** The reason in a comment `not run: …` directly above; undefined without one. */
  readonly notRun: string | undefined;
}

export interface Page {
  readonly path: string;
  /** The anchors of its headings, as GitHub makes them. */
  readonly anchors: readonly string[];
  readonly blocks: readonly Block[];
  /** Inline code. */
  readonly codes: readonly string[];
  readonly links: readonly string[];
}

const NOT_RUN = /^<!-- not run: (.+) -->$/;

const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
    .replaceAll(" ", "-");

export function pageOf(path: string, text: string): Page {
  const anchors: string[] = [];
  const blocks: Block[] = [];
  const links: string[] = [];
  const codes: string[] = [];
  let heading = "";
  let notRun: string | undefined;
  const tokens = new MarkdownIt({ html: true }).parse(text, {});
  for (const [index, token] of tokens.entries()) {
    if (token.type === "heading_open") {
      heading = (tokens[index + 1]?.children ?? []).map(({ content }) => content).join("");
      anchors.push(anchorOf(heading));
    }
    if (token.type === "fence") blocks.push({ heading, language: token.info, code: token.content, notRun });
    notRun = token.type === "html_block" ? NOT_RUN.exec(token.content.trim())?.[1] : undefined;
    codes.push(...(token.children ?? []).filter(({ type }) => type === "code_inline").map(({ content }) => content));
    const targets = (token.children ?? []).map((child) => child.attrGet("href") ?? child.attrGet("src"));
    links.push(...targets.filter((target) => typeof target === "string"));
  }
  return { path, anchors, blocks, codes, links };
}

let read: readonly Page[] | undefined;

/** All pages for readers: at the root, in `docs/`, and the README of each folder. */
export const pages = (): readonly Page[] =>
  (read ??= globSync(["*.md", "docs/**/*.md", "{capabilities,plugins,sandbox,test}/README.md"], { cwd: ROOT })
    .toSorted()
    .map((path) => pageOf(path, readFileSync(join(ROOT, path), "utf8"))));
