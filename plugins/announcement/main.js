/** Looks at a feed once an hour and keeps its newest entry; pages show it from their next publication on. */
const NEWEST = "newest";
const MOST_CHARS = 300;

const ENTITIES = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/** The text between the marks is escaped already. */
const withoutMarks = (xml) =>
  xml
    .split("<![CDATA[")
    .map((part, index) => {
      const end = index === 0 ? -1 : part.indexOf("]]>");
      return end < 0 ? part : part.slice(0, end).replaceAll("&", "&amp;") + part.slice(end + "]]>".length);
    })
    .join("");

// Every pattern here stops at the next < or quote: whoever writes a feed must not choose how long it takes to read.
const decoded = (xml) =>
  withoutMarks(xml)
    .replace(/<[^<>]*>/g, "")
    .replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w{2,5}));/gi, (whole, decimal, hex, name) =>
      name ? (ENTITIES[name] ?? whole) : String.fromCodePoint(Math.min(0x10ffff, parseInt(decimal ?? hex, decimal ? 10 : 16))))
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, MOST_CHARS);

function inside(xml, name) {
  const start = xml.search(new RegExp(`<${name}\\b`, "i"));
  const open = start < 0 ? -1 : xml.indexOf(">", start);
  const rest = open < 0 ? "" : xml.slice(open + 1);
  const end = rest.search(new RegExp(`</${name}>`, "i"));
  return end < 0 ? "" : rest.slice(0, end);
}

/** The text after each beginning of a tag, up to `end`; a piece without one is none. */
const piecesOf = (xml, beginning, end) =>
  xml.split(beginning).slice(1).flatMap((piece) => {
    const at = piece.search(end);
    return at < 0 ? [] : [piece.slice(0, at)];
  });

/** Atom keeps the address in an attribute, RSS in the element. */
function linkOf(entry) {
  const tags = piecesOf(entry, /<link\b/i, />/);
  const tag = tags.find((one) => /\brel="alternate"/i.test(one)) ?? tags.find((one) => !/\brel=/i.test(one)) ?? "";
  const address = decoded(/\bhref="([^"]+)"/i.exec(tag)?.[1] ?? inside(entry, "link"));
  return address.startsWith("https://") && URL.canParse(address) ? address : "";
}

function dateOf(entry) {
  const date = new Date(decoded(inside(entry, "published") || inside(entry, "updated") || inside(entry, "pubDate")));
  return Number.isNaN(date.getTime()) ? "" : date.toISOString().slice(0, 10);
}

export function newestOf(feed) {
  const entries = piecesOf(feed, /<(?:entry|item)\b/i, /<\/(?:entry|item)>/i).map((entry) => ({
    title: decoded(inside(entry, "title")), link: linkOf(entry), date: dateOf(entry),
  }));
  return entries.filter(({ title }) => title !== "").toSorted((a, b) => b.date.localeCompare(a.date))[0];
}

/** @type {import("./plugin.d.ts").Hooks} */
export const hooks = {
  async scheduled(_moment, ctx) {
    if (ctx.settings.feed === "") return;
    const response = await fetch(ctx.settings.feed, { headers: { accept: "application/atom+xml, application/rss+xml" } });
    if (!response.ok) throw new Error(`the feed answered ${response.status}`);
    const newest = newestOf(await response.text());
    if (newest) await ctx.storage.put(NEWEST, newest);
  },
};

/** @type {import("./plugin.d.ts").Data} */
export const data = {
  async newest({ pages }, ctx) {
    const newest = (await ctx.storage.get(NEWEST)) ?? {};
    const ofPage = ({ sections }) => Object.fromEntries(sections.map(({ id }) => [id, newest]));
    return Object.fromEntries(pages.map((asked) => [asked.page.id, ofPage(asked)]));
  },
};
