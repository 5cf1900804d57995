/** Reads exports of WordPress (WXR): posts and pages, their terms, authors and pictures. */
import { countOf } from "../../../../manifests/refusals/countOf.ts";
import { movedDate } from "../../tree/dates.ts";
import type { Folder } from "../../tree/folder.ts";
import { type Home, homeList } from "../../tree/homeList.ts";
import type { HeldBecause, MoveLoss, MovedFeeds, MovedFile, MovedPage, MovedSite, Term } from "../../tree/moved.ts";
import { textLine, titleLine } from "../../tree/words.ts";
import type { ReadingHow } from "../../tree/reading.ts";
import { postContent } from "./content.ts";
import { FilesBeside } from "./filesBeside.ts";
import { type Export, type Item, readItems } from "./items.ts";
import { MENU_ITEM, wordpressMenus } from "./menus.ts";
import type { PostPicture, Attachments } from "./shortcodes.ts";

/** Characters of a file by which its kind is known. */
const HEAD_CHARS = 4_096;

const isXml = (path: string): boolean => /\.xml$/i.test(path);

/** The name space of an export. Documents of a word processor have another one with the same prefix. */
const NAMES = /\sxmlns:wp\s*=\s*["']https?:\/\/(?:www\.)?wordpress\.org\/export\b/;

const isUpload = (path: string): boolean => /(?:^|\/)uploads\//i.test(path);

/** Exports by their beginnings. Of those among uploaded files, which are of other sites, none counts beside another. */
async function exportsIn({ paths, head }: Folder): Promise<readonly string[]> {
  const all = paths.filter(isXml);
  const exports = await exportsOf(
    all.filter((path) => !isUpload(path)),
    head,
  );
  return exports.length > 0 ? exports : exportsOf(all.filter(isUpload), head);
}

async function exportsOf(paths: readonly string[], head: Folder["head"]): Promise<readonly string[]> {
  const found: string[] = [];
  for (const path of paths) if (NAMES.test(await head(path, HEAD_CHARS))) found.push(path);
  return found;
}

/** The exports may have the uploaded files beside them, of any kind. */
export const knowsExport = async (folder: Folder): Promise<boolean> => (await exportsIn(folder)).length > 0;

type Attachment = PostPicture & {
  readonly id: string;
  readonly parent: string;
  /** Names of the picture in other sizes, beside it. */
  readonly copies: readonly string[];
  /** The path of the page that showed it alone. Empty without one. */
  readonly page: string;
};

/** The uploaded files of all exports. Each index is made once: a large export has thousands of posts. */
interface Uploads {
  readonly byId: ReadonlyMap<string, Attachment>;
  readonly byParent: ReadonlyMap<string, readonly Attachment[]>;
  /** Addresses without their scheme. */
  readonly addresses: ReadonlySet<string>;
}

/** The terms and authors of one export, by the names that its items use. */
interface Named {
  readonly termByName: ReadonlyMap<string | undefined, Export["terms"][number]>;
  readonly authorByLogin: ReadonlyMap<string | undefined, Export["authors"][number]>;
}

interface Making extends Named {
  readonly place: string;
  readonly reading: ReadingHow;
  readonly losses: MoveLoss[];
  readonly terms: Map<string, Term>;
  readonly uploads: Uploads;
}

export async function readWordpress(folder: Folder, reading: ReadingHow): Promise<MovedSite> {
  const exports = [];
  const places = await exportsIn(folder);
  for (const place of places) exports.push({ place, of: await readItems(folder.stream(place)) });
  const losses: MoveLoss[] = [];
  const terms = new Map<string, Term>();
  const uploads = uploadsOf(exports.flatMap(({ of }) => of.items.flatMap(attachmentOf)));
  const pages = exports.flatMap(({ of, place }) => {
    losses.push(...of.faults.map(({ line, what }) => ({ place, line, what })), ...leftOut(of, place));
    const making = { ...namedIn(of), place, reading, losses, terms, uploads };
    return of.items.filter(isPage).map((item) => pageOf(item, making));
  });
  return {
    origins: [...new Set(exports.flatMap(({ of }) => originsOf(of)))],
    pages: [...pages, ...exports.slice(0, 1).flatMap(({ of }) => homeList(homePage(of), pages))],
    terms: [...terms.values()],
    files: filesOf([...uploads.byId.values()], folder, new Set(places)),
    redirects: [],
    menus: exports.flatMap(({ of, place }) => wordpressMenus(of.items, place)),
    feeds: feedsBelow(exports.map(({ of }) => homeOf(of))),
    losses,
    extras: new Map(commentsIn(exports.flatMap(({ of }) => of.items))),
  };
}

const text = ({ texts }: Item, name: string): string => (texts[name] ?? "").trim();
const isPage = (item: Item): boolean =>
  ["post", "page"].includes(text(item, "wp:post_type")) &&
  !["trash", "auto-draft", "inherit"].includes(text(item, "wp:status"));

function uploadsOf(all: readonly (readonly [id: string, upload: Attachment])[]): Uploads {
  const byId = new Map(all);
  const uploads = [...byId.values()];
  return {
    byId,
    byParent: Map.groupBy(uploads, ({ parent }) => parent),
    addresses: new Set(uploads.map(({ url }) => url.replace(/^https?:/, ""))),
  };
}

/** The first of several rows with one name counts. */
const firstByName = <Row>(rows: readonly Row[], nameOf: (row: Row) => string | undefined) =>
  new Map(rows.toReversed().map((row) => [nameOf(row), row]));

const namedIn = ({ terms, authors }: Export): Named => ({
  termByName: firstByName(terms, (term) => term["wp:category_nicename"] ?? term["wp:tag_slug"]),
  authorByLogin: firstByName(authors, (author) => author["wp:author_login"]),
});

function attachmentOf(item: Item): [string, Attachment][] {
  const url = text(item, "wp:attachment_url");
  if (text(item, "wp:post_type") !== "attachment" || url === "") return [];
  const alt = textLine(item.meta["_wp_attachment_image_alt"]) ?? textLine(text(item, "title")) ?? "";
  return [
    [
      text(item, "wp:post_id"),
      {
        id: text(item, "wp:post_id"),
        url,
        alt,
        caption: text(item, "excerpt:encoded"),
        parent: text(item, "wp:post_parent"),
        copies: copiesIn(item.meta["_wp_attachment_metadata"] ?? ""),
        page: pagePath(text(item, "link")),
      },
    ],
  ];
}

/** The path of the page that showed an upload alone. Empty for an address with a query, which is another rule's. */
function pagePath(link: string): string {
  const url = URL.parse(link);
  return url === null || url.search !== "" || url.pathname === "/" ? "" : url.pathname;
}

/** The names of resized copies in what PHP has written about a picture. */
const copiesIn = (metadata: string): string[] => [
  ...new Set([...metadata.matchAll(/s:4:"file";s:\d+:"([^"/]+-\d+x\d+\.\w+)"/g)].map(([, name = ""]) => name)),
];

/** WordPress keeps titles as HTML. A sign such as `<` before no name is one that its author typed. */
const plainTitle = (html: string): string | undefined =>
  titleLine(decodeEntities(html.replaceAll(/<\/?[a-z][^<>]*>/gi, "")));

/** The words of a text with tags, on one line. */
const plainLine = (html: string): string | undefined => textLine(decodeEntities(html.replaceAll(/<[^>]*>/g, "")));

/**
 * Files by their paths. A smaller size of a picture is the picture. A file that lies beside the exports, such as
 * `uploads/2024/03/tide.jpg`, is not fetched.
 */
function filesOf(all: readonly Attachment[], folder: Folder, exports: ReadonlySet<string>): Map<string, MovedFile> {
  const beside = new FilesBeside(folder.paths.filter((path) => !exports.has(path)));
  const names = Map.groupBy(all, ({ url }) => nameIn(url));
  return new Map(
    all.flatMap(({ id, url, alt, caption, copies, page }): [string, MovedFile][] => {
      const { pathname = "" } = URL.parse(url) ?? {};
      const name = nameIn(url);
      const isOnly = names.get(name)?.length === 1;
      const path = beside.at(pathname, isOnly ? 0 : 1);
      const bytes = path === undefined ? {} : { bytes: () => folder.bytes(path) };
      const file = { name, source: `wp:${id}`, alt, caption: plainLine(caption), url, ...bytes };
      const sizes = copies.map((copy) => `${pathname.slice(0, -name.length)}${copy}`);
      const pages = page === "" ? [] : [page];
      const whole = { ...file, ...(sizes.length === 0 ? {} : { copies: sizes }), pages };
      return name === "" ? [] : [pathname, ...addressesOf(url), ...pages].map((address) => [address, whole]);
    }),
  );
}

/** The addresses of an upload in texts. WordPress.com has uploads at a host of their own. */
const addressesOf = (url: string): string[] => ["https", "http"].map((scheme) => url.replace(/^https?/, scheme));

const nameIn = (url: string): string => URL.parse(url)?.pathname.split("/").at(-1) ?? "";

const SIZED = /-\d+x\d+(?=\.(?:jpe?g|png|gif|webp)\b)/i;

/** Pictures in the sizes that WordPress made become the pictures themselves, where the export has them. */
const inFull = (html: string, { addresses }: Uploads): string =>
  html.replaceAll(/https?:(\/\/[^\s"'<>]+)/g, (all, rest: string) =>
    SIZED.test(rest) && addresses.has(rest.replace(SIZED, "")) ? all.replace(SIZED, "") : all,
  );

function pageOf(item: Item, making: Making): MovedPage {
  const { losses, reading, uploads } = making;
  const [id, type] = [text(item, "wp:post_id"), text(item, "wp:post_type")];
  const place = `${making.place}, ${type} ${id}`;
  const { parts, lost } = postContent(
    inFull(item.texts["content:encoded"] ?? "", uploads),
    reading.rows,
    ofPost(uploads, id),
  );
  const date =
    movedDate(text(item, "wp:post_date_gmt").replace(/^0000.*/, "")) ??
    movedDate(text(item, "wp:post_date").replace(/^0000.*/, ""));
  losses.push(...[...lost, ...traits(item)].map((what) => ({ place, what })), ...commentsTold(item, place));
  const picture = uploads.byId.get(item.meta["_thumbnail_id"] ?? "");
  return {
    source: `wp:${id}`,
    place,
    address: addressOf(item),
    aliases: [`/?p=${id}`, ...(type === "page" ? [`/?page_id=${id}`] : [])],
    isArticle: type === "post",
    title: plainTitle(text(item, "title")) ?? `${type === "post" ? "Post" : "Page"} ${id}`,
    description: textLine(text(item, "excerpt:encoded").replaceAll(/<[^>]*>/g, "")),
    date: type === "post" ? date : undefined,
    held: heldOf(item, date, reading.now),
    collection: "posts",
    terms: termsOf(item, making),
    image: picture && { address: picture.url, alt: picture.alt, caption: plainLine(picture.caption) },
    parts,
  };
}

const ofPost = ({ byId, byParent }: Uploads, post: string): Attachments => ({
  byId: (id) => byId.get(id),
  own: (byParent.get(post) ?? []).filter(({ url }) => /\.(?:jpe?g|png|gif|webp|avif)$/i.test(url)),
});

/** A post that was never published has no address of its own yet. */
function addressOf(item: Item): string {
  const url = URL.parse(text(item, "link"));
  const name =
    text(item, "wp:post_name") ||
    text(item, "title")
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, "-");
  const isFront = text(item, "wp:post_type") === "page" && text(item, "wp:status") === "publish";
  if (url && url.search === "" && (url.pathname !== "/" || isFront)) return url.pathname;
  return `/${name === "" ? `post-${text(item, "wp:post_id")}` : name}/`;
}

const HELD: ReadonlyMap<string, HeldBecause> = new Map(
  Object.entries({
    draft: "draft",
    pending: "draft",
    private: "private",
    future: "future",
  }),
);

function heldOf(item: Item, date: string | undefined, now: number): HeldBecause | undefined {
  if (text(item, "wp:post_password") !== "") return "password";
  const held = HELD.get(text(item, "wp:status"));
  return held ?? (date !== undefined && Date.parse(date) > now ? "future" : undefined);
}

/** Traits of a post that have no place here. */
const traits = (item: Item): string[] => [
  ...(text(item, "wp:is_sticky") === "1" ? ["a sticky post, which is one of all now"] : []),
  ...item.categories
    .filter(({ domain }) => domain === "post_format")
    .map(({ name }) => `the post format ${name}, which has no place here`),
];

function commentsTold({ comments: { length } }: Item, place: string): MoveLoss[] {
  if (length === 0) return [];
  const what = `${countOf(length, "comment")}, which ${length === 1 ? "is" : "are"} in comments.tsv`;
  return [{ place, what, kind: "posts and pages with comments, which are in comments.tsv" }];
}

const TERMS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    category: "category",
    post_tag: "tag",
  }),
);

function termsOf(item: Item, { termByName, authorByLogin, terms }: Making): string[] {
  const topics = item.categories.flatMap(({ domain, nicename, name }) => {
    const kind = TERMS.get(domain);
    const title = titleLine(decodeEntities(name));
    if (kind === undefined || title === undefined) return [];
    const source = `wp:${kind}:${nicename}`.slice(0, 400);
    const description = textLine(termByName.get(nicename)?.["wp:category_description"]);
    if (!terms.has(source))
      terms.set(source, { kind: "topic", source, title, description, address: `/${kind}/${nicename}/` });
    return [source];
  });
  const login = text(item, "dc:creator");
  if (login === "") return topics;
  const author = authorByLogin.get(login);
  const source = `wp:author:${login}`.slice(0, 400);
  const title = titleLine(author?.["wp:author_display_name"]) ?? titleLine(login) ?? "Author";
  if (!terms.has(source))
    terms.set(source, { kind: "author", source, title, address: `/author/${login.toLowerCase()}/` });
  return [...topics, source];
}

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', "#039": "'" };
const decodeEntities = (words: string): string =>
  words.replaceAll(/&(amp|lt|gt|quot|#039);/g, (_, name: string) => ENTITIES[name] ?? "");

const originsOf = ({ channel }: Export): string[] =>
  ["wp:base_blog_url", "wp:base_site_url", "link"].flatMap((name) => {
    const url = URL.parse((channel[name] ?? "").trim());
    return url && url.hostname !== "wordpress.com" ? [url.origin] : [];
  });

/** The path at which WordPress has its home page, without a slash at its end. */
const homeOf = ({ channel }: Export): string =>
  (URL.parse((channel["wp:base_blog_url"] ?? channel["link"] ?? "").trim())?.pathname ?? "").replace(/\/$/, "");

/** WordPress lists all posts on the home page, unless a page is there. */
const homePage = (of: Export): Home => ({
  source: "wp:home",
  address: `${homeOf(of)}/`,
  title: plainTitle(of.channel["title"] ?? ""),
});

/** The kinds of feeds of WordPress. */
const FEED_KINDS = ["rss2", "rss", "rdf", "atom"];
const FEED_ENDS = ["/feed/", ...FEED_KINDS.map((kind) => `/feed/${kind}/`)];

const feedsBelow = (homes: readonly string[]): MovedFeeds => ({
  ofSite: [...new Set(homes)].flatMap((home) => [
    ...FEED_ENDS.map((end) => home + end),
    ...FEED_KINDS.map((kind) => `${home}/?feed=${kind}`),
  ]),
  ofTerms: FEED_ENDS,
});

/** Items of kinds that become no page, counted. */
function leftOut({ items, terms }: Export, place: string): MoveLoss[] {
  const counts = new Map<string, number>();
  for (const item of items) {
    const type = text(item, "wp:post_type");
    if (!isPage(item) && type !== "attachment" && type !== MENU_ITEM) counts.set(type, (counts.get(type) ?? 0) + 1);
  }
  const used = new Set(items.flatMap(({ categories }) => categories.map(({ nicename }) => nicename)));
  const unused = terms.filter((term) => !used.has(term["wp:category_nicename"] ?? term["wp:tag_slug"] ?? "")).length;
  return [
    ...[...counts].map(([type, count]) => ({ place, what: `${countOf(count, "item")} of the kind ${type}` })),
    ...(unused === 0 ? [] : [{ place, what: `${countOf(unused, "term")} that no item has` }]),
  ];
}

const cell = (words = ""): string => words.replaceAll(/\s+/g, " ").trim();

/** The comments as a file, because pages have none. No file without a comment. */
function commentsIn(items: readonly Item[]): [name: string, text: string][] {
  const rows = items.flatMap((item) =>
    item.comments.map((one) =>
      [text(item, "wp:post_id"), one["wp:comment_author"], one["wp:comment_date_gmt"], one["wp:comment_content"]]
        .map(cell)
        .join("\t"),
    ),
  );
  return rows.length === 0 ? [] : [["comments.tsv", ["item\tauthor\tdate\tcomment", ...rows, ""].join("\n")]];
}
