/** Exports of Notion: pages as Markdown, each with an id in the name of its file and its properties above its text. */
import type { Data, FrontMatter } from "./frontMatter.ts";
import { bothSlashes, firstText, type Generator, type Situated, urlized, withoutEnding } from "./generator.ts";

const ID = /[ -]([0-9a-f]{32})(?=\.md$|$)/i;
const PAGE = /[ -][0-9a-f]{32}\.md$/i;

/** Properties that a page has a place for, by the names that people give them. */
const MEMBERS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    tags: "tags",
    tag: "tags",
    topics: "tags",
    category: "categories",
    categories: "categories",
    date: "date",
    published: "date",
    "publish date": "date",
    author: "author",
    authors: "authors",
    description: "description",
    summary: "description",
    slug: "slug",
  }),
);

const TITLE = /^\s*#[ \t]+(.+)\n*/;
const PROPERTY = /^([^:\n]{1,60}): (.+)(?:\n|$)/;

/** The title and the properties above a text as data. A property without a place stays in the text. */
function withProperties({ body, ...matter }: FrontMatter): FrontMatter {
  const [head = "", title] = TITLE.exec(body) ?? [];
  if (title === undefined) return { ...matter, body };
  const data: Record<string, unknown> = { ...matter.data, title: title.trim() };
  const kept: string[] = [];
  let rest = body.slice(head.length);
  for (let found = PROPERTY.exec(rest); found; found = PROPERTY.exec(rest)) {
    const [line, name = "", value = ""] = found;
    const member = MEMBERS.get(name.trim().toLowerCase());
    if (member === undefined) kept.push(`- **${name.trim()}:** ${value.trim()}`);
    else data[member] = value.trim();
    rest = rest.slice(line.length);
  }
  const text = rest.replace(/^\n+/, "");
  const above = body.slice(0, body.length - text.length).split("\n").length - 1;
  const list = kept.length === 0 ? "" : `${kept.join("\n")}\n\n`;
  return { ...matter, data, body: list + text, line: matter.line + above - (list.split("\n").length - 1) };
}

const withoutId = (part: string): string => part.replace(ID, "");

function situated(path: string, data: Data): Situated {
  const parts = withoutEnding(path).split("/").map(withoutId);
  const folders = parts.slice(0, -1);
  const name = firstText(data["slug"]) ?? parts.at(-1) ?? "";
  return {
    address: bothSlashes([...folders, name].map(urlized).join("/")),
    isArticle: data["date"] !== undefined,
    collection: folders.at(-1),
  };
}

export const NOTION: Generator = {
  name: "Notion",
  maths: "all",
  knows: (paths) => {
    const pages = [...paths].filter((path) => /\.md$/i.test(path));
    return pages.length > 0 && pages.every((path) => PAGE.test(path));
  },
  settings: [],
  content: [""],
  statics: [""],
  situated,
  read: withProperties,
  leftOut: (paths) =>
    paths
      .filter((path) => path.endsWith(".csv") && !path.endsWith("_all.csv"))
      .map((place) => ({
        place,
        what: `the table ${withoutId(withoutEnding(place.split("/").at(-1) ?? ""))}, whose rows are pages of their own. A content type takes it under Entries, Import`,
        kind: "a table whose rows are pages of their own",
      })),
  sourceOf: (path) => `notion:${ID.exec(path)?.[1] ?? path}`,
};
