/** Reads exports of Ghost: posts and pages with their tags, authors and pictures, and the file of its redirects. */
import { parse as parseYaml } from "yaml";
import { countOf } from "../../../../manifests/refusals/countOf.ts";
import { Marks } from "../../html/marks.ts";
import { markdownOfHtml } from "../../html/markdownOfHtml.ts";
import { movedDate } from "../../tree/dates.ts";
import type { Folder } from "../../tree/folder.ts";
import { homeList } from "../../tree/homeList.ts";
import type {
  HeldBecause,
  MoveLoss,
  MovedFile,
  MovedMenu,
  MovedPage,
  MovedRedirect,
  MovedSite,
  PagePart,
  Term,
} from "../../tree/moved.ts";
import type { ReadingHow } from "../../tree/reading.ts";
import { ghostMenus } from "./menus.ts";
import { addressOfRegex } from "../../../../manifests/shapes/regexAddress.ts";
import { textLine, titleLine, withoutControls } from "../../tree/words.ts";

type Row = Readonly<Record<string, unknown>>;
type Tables = Readonly<Record<string, readonly Row[]>>;

const isExport = (path: string): boolean => /^(?:[^/]+\/)?[^/]+\.json$/i.test(path) && !/redirects|package/i.test(path);

/** Tells an export by its beginning, before any other JSON is read. */
export async function knowsGhost(folder: Folder): Promise<boolean> {
  for (const path of folder.paths.filter(isExport).slice(0, 20))
    if (/^\s*\{\s*"(?:db|meta|data)"\s*:/.test(await folder.head(path, 4_096))) return true;
  return false;
}

const text = (row: Row | undefined, name: string): string => {
  const value = row?.[name];
  return typeof value === "string" || typeof value === "number" ? String(value).trim() : "";
};

const isSet = (value: unknown): boolean => value === 1 || value === true;

const rowsIn = (value: unknown): readonly Row[] =>
  Array.isArray(value) ? value.filter((one): one is Row => typeof one === "object" && one !== null) : [];

/** The rows of tables by the text of one member. Each table is gone through once, however many posts ask for it. */
class TableIndex {
  readonly #tables: Tables;
  readonly #known = new Map<string, ReadonlyMap<string, readonly Row[]>>();

  constructor(tables: Tables) {
    this.#tables = tables;
  }

  rows(table: string, member: string, value: string): readonly Row[] {
    const key = `${table} ${member}`;
    const known = this.#known.get(key) ?? Map.groupBy(this.#tables[table] ?? [], (row) => text(row, member));
    this.#known.set(key, known);
    return known.get(value) ?? [];
  }
}

/** The tables of an export. Its versions wrap them differently. */
function tablesIn(json: string): Tables {
  const whole = JSON.parse(json) as { readonly db?: unknown; readonly data?: unknown };
  const [first] = rowsIn(whole.db);
  const data = (first?.["data"] ?? whole.data ?? {}) as Row;
  return Object.fromEntries(Object.entries(data).map(([name, rows]) => [name, rowsIn(rows)]));
}

interface Making {
  readonly tables: Tables;
  readonly index: TableIndex;
  readonly place: string;
  readonly reading: ReadingHow;
  readonly losses: MoveLoss[];
  readonly terms: Map<string, Term>;
}

export async function readGhost(folder: Folder, reading: ReadingHow): Promise<MovedSite> {
  const losses: MoveLoss[] = [];
  const terms = new Map<string, Term>();
  const [pages, origins]: [MovedPage[], string[]] = [[], []];
  const menus: MovedMenu[] = [];
  let name: string | undefined;
  for (const place of folder.paths.filter(isExport)) {
    const tables = tablesIn(await folder.text(place));
    const making = { tables, index: new TableIndex(tables), place, reading, losses, terms };
    for (const post of tables["posts"] ?? []) pages.push(pageOf(post, making));
    const settings = making.index;
    origins.push(...settings.rows("settings", "key", "url").map((row) => text(row, "value")));
    name ??= titleLine(text(settings.rows("settings", "key", "title")[0], "value"));
    menus.push(...ghostMenus(tables["settings"] ?? [], place));
    losses.push(...leftOut(tables, place));
  }
  return {
    origins: origins.flatMap((address) => URL.parse(address)?.origin ?? []),
    pages: [...pages, ...homeList({ source: "ghost:home", address: "/", title: name }, pages)],
    terms: [...terms.values()],
    files: picturesIn(folder),
    redirects: await readRedirectRules(folder, losses),
    menus,
    feeds: { ofSite: ["/rss/", "/feed/"], ofTerms: ["/rss/"] },
    losses,
  };
}

/** Rows that no site has a place for, counted. */
function leftOut(tables: Tables, place: string): MoveLoss[] {
  const counted: readonly [table: string, one: string][] = [
    ["members", "subscriber"],
    ["newsletters", "newsletter"],
    ["comments", "comment"],
    ["snippets", "snippet"],
    ["products", "price"],
  ];
  return counted.flatMap(([table, one]) => {
    const count = tables[table]?.length ?? 0;
    return count === 0 ? [] : [{ place, what: `${countOf(count, one)}, for which a site has no place` }];
  });
}

/** Texts name pictures without the host, which an export leaves open. */
const HOST = /__GHOST_URL__|%5F%5FGHOST%5FURL%5F%5F/g;

function pageOf(post: Row, making: Making): MovedPage {
  const { index, losses, reading } = making;
  const [id, slug] = [text(post, "id"), text(post, "slug")];
  const [more] = index.rows("posts_meta", "post_id", id);
  const isArticle = text(post, "type") !== "page" && !isSet(post["page"]);
  const place = `${making.place}, ${isArticle ? "post" : "page"} ${slug || id}`;
  const date = movedDate(post["published_at"]);
  const { parts, lost } = contentOf(post);
  const member = (name: string): string => text(post, name) || text(more, name);
  losses.push(...[...lost, ...traits(post, more)].map((what) => ({ place, what })));
  return {
    source: `ghost:${id}`,
    place,
    address: addressOf(post, isArticle, index),
    aliases: [],
    isArticle,
    title: titleLine(text(post, "title")) ?? slug,
    description: textLine(member("custom_excerpt")) ?? textLine(member("meta_description")),
    date: isArticle ? date : undefined,
    held: heldOf(post, more, date, reading.now),
    collection: "posts",
    language: text(post, "locale") || undefined,
    terms: termsOf(id, post, making),
    image: pictureOf(post, member),
    parts,
  };
}

function pictureOf(post: Row, member: (name: string) => string): MovedPage["image"] {
  const address = (text(post, "feature_image") || text(post, "image")).replaceAll(HOST, "");
  return address === ""
    ? undefined
    : {
        address,
        alt: textLine(member("feature_image_alt")) ?? "",
        caption: textLine(member("feature_image_caption").replaceAll(/<[^>]*>/g, "")),
      };
}

/** A post of Ghost has its own address in every theme, unless the settings have another pattern. */
function addressOf(post: Row, isArticle: boolean, index: TableIndex): string {
  const pattern = text(index.rows("settings", "key", "permalinks")[0], "value");
  const [year = "", month = "", day = ""] = (movedDate(post["published_at"]) ?? "").split(/[-T]/);
  const values: Readonly<Record<string, string>> = { slug: text(post, "slug"), year, month, day, id: text(post, "id") };
  if (!isArticle || pattern === "" || year === "") return `/${text(post, "slug")}/`;
  return pattern.replaceAll(/:(\w+)/g, (all, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? all) : all,
  );
}

function heldOf(post: Row, more: Row | undefined, date: string | undefined, now: number): HeldBecause | undefined {
  const status = text(post, "status");
  const isFuture = date !== undefined && Date.parse(date) > now;
  if (status !== "published" && isFuture) return "future";
  if (status === "sent" || isSet(more?.["email_only"])) return "private";
  if (status !== "published") return "draft";
  const readers = text(post, "visibility");
  if (readers !== "" && readers !== "public") return "members";
  return isFuture ? "future" : undefined;
}

/** Traits of a post for which a page has no place. */
function traits(post: Row, more: Row | undefined): string[] {
  const has = (name: string): boolean => text(post, name) !== "" || text(more, name) !== "";
  return [
    ...(has("codeinjection_head") || has("codeinjection_foot") ? ["its own code, removed"] : []),
    ...(has("canonical_url") ? ["its canonical address"] : []),
    ...(has("custom_template") ? ["its own template"] : []),
    ...(isSet(post["featured"]) ? ["its place among the featured posts"] : []),
  ];
}

/** Marks that the editor of Ghost leaves around its cards. They tell a reader nothing. */
const CARD = /<!--\s*(?:kg-card-(?:begin|end)[^>]*|members-only)\s*-->/g;

function contentOf(post: Row): { readonly parts: readonly PagePart[]; readonly lost: readonly string[] } {
  const html = text(post, "html");
  const { text: written, lines } = withoutControls(
    (html || text(post, "plaintext")).replaceAll(HOST, "").replaceAll(CARD, ""),
  );
  const controls = lines.map((line) => `a control character in line ${line} of its text, removed`);
  if (written.trim() === "") return { parts: [], lost: controls };
  if (html === "")
    return {
      parts: [{ kind: "text", markdown: written }],
      lost: [...controls, "the looks of its text, of which the words stay"],
    };
  const marks = new Marks(written);
  const { markdown, lost } = markdownOfHtml(written, marks);
  return { parts: marks.split(markdown), lost: [...controls, ...lost] };
}

/** Rows of another table that a table of pairs names for a post, in their order. */
function namedBy({ index }: Making, id: string, pairs: string, member: string, table: string): Row[] {
  const rows = index.rows(pairs, "post_id", id);
  const ordered = rows.toSorted((one, other) => Number(one["sort_order"] ?? 0) - Number(other["sort_order"] ?? 0));
  return ordered.flatMap((pair) => index.rows(table, "id", text(pair, member)).slice(0, 1));
}

function termsOf(id: string, post: Row, making: Making): string[] {
  const { index, terms } = making;
  const tags = namedBy(making, id, "posts_tags", "tag_id", "tags").filter(
    (tag) => text(tag, "visibility") !== "internal" && !text(tag, "name").startsWith("#"),
  );
  const paired = namedBy(making, id, "posts_authors", "author_id", "users");
  const authors = paired.length > 0 ? paired : index.rows("users", "id", text(post, "author_id"));
  const named = [
    ...tags.map((row) => ({ row, kind: "topic" as const, at: "tag" })),
    ...authors.map((row) => ({ row, kind: "author" as const, at: "author" })),
  ];
  return named.flatMap(({ row, kind, at }) => {
    const [title, slug] = [titleLine(text(row, "name")), text(row, "slug")];
    if (title === undefined || slug === "") return [];
    const source = `ghost:${at}:${slug}`.slice(0, 400);
    const description = textLine(text(row, kind === "topic" ? "description" : "bio"));
    terms.set(source, { kind, source, title, description, address: `/${at}/${slug}/` });
    return [source];
  });
}

/** Pictures that lie beside the export, in the folder in which Ghost keeps them. */
function picturesIn(folder: Folder): Map<string, MovedFile> {
  const files = new Map<string, MovedFile>();
  for (const path of folder.paths) {
    const [, inside] = /(?:^|\/)(content\/(?:images|media|files)\/.+)$/.exec(path) ?? [];
    if (inside !== undefined)
      files.set(`/${inside}`, { name: inside.split("/").at(-1) ?? inside, bytes: () => folder.bytes(path) });
  }
  return files;
}

/** The redirects that Ghost keeps in a file of its own. Their old addresses are regular expressions. */
async function readRedirectRules(folder: Folder, losses: MoveLoss[]): Promise<MovedRedirect[]> {
  const place = folder.paths.find((path) => /(?:^|\/)redirects[^/]*\.(?:json|ya?ml)$/i.test(path));
  if (place === undefined) return [];
  const written = await folder.text(place);
  try {
    return ruled(written, place).flatMap(({ from, to, status }) => {
      const address = addressOfRegex(from, to);
      if (!address)
        losses.push({
          place,
          line: lineOf(written, from),
          what: `the redirect from ${from} to ${to}, which is a pattern`,
          kind: "a redirect that is a pattern",
        });
      return address ? [{ ...address, status, place }] : [];
    });
  } catch (error) {
    losses.push({
      place,
      what: `redirects that cannot be read: ${error instanceof Error ? error.message.split("\n")[0] : ""}`,
    });
    return [];
  }
}

/** The first line that has a text as JSON or YAML write it. Undefined for one that is written otherwise. */
function lineOf(written: string, text: string): number | undefined {
  const at = [JSON.stringify(text).slice(1, -1), text].map((one) => written.indexOf(one)).find((found) => found !== -1);
  return at === undefined ? undefined : written.slice(0, at).split("\n").length;
}

/** Ghost redirects for a time, unless a rule says that it lasts. */
function ruled(written: string, place: string): Omit<MovedRedirect, "place">[] {
  if (place.endsWith(".json"))
    return rowsIn(JSON.parse(written)).map((row) => ({
      from: text(row, "from"),
      to: text(row, "to"),
      status: row["permanent"] === true ? 301 : 302,
    }));
  const all = parseYaml(written, {
    schema: "core",
    maxAliasCount: 50,
    logLevel: "error",
    uniqueKeys: false,
  }) as Row | null;
  return ([301, 302] as const).flatMap((status) =>
    Object.entries((all?.[status] ?? {}) as Row).map(([from, to]) => ({ from, to: String(to), status })),
  );
}
