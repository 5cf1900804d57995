/** Looks at a feed once an hour and keeps its newest entry; pages show it from their next publication on. */
const NEWEST = "newest";
const MOST_CHARS = 300;

const ENTITIES = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

const decoded = (xml) =>
  xml
    .replace(/<!\[CDATA\[([\s\S]*?)\]\]>/g, (_, text) => text.replaceAll("&", "&amp;"))
    .replace(/<[^>]*>/g, "")
    .replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w{2,5}));/gi, (whole, decimal, hex, name) =>
      name ? (ENTITIES[name] ?? whole) : String.fromCodePoint(Math.min(0x10ffff, parseInt(decimal ?? hex, decimal ? 10 : 16))))
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, MOST_CHARS);

const inside = (xml, name) => new RegExp(`<${name}\\b[^>]*>([\\s\\S]*?)</${name}>`, "i").exec(xml)?.[1] ?? "";

/** Atom keeps the address in an attribute, RSS in the element. */
function linkOf(entry) {
  const link = /<link\b(?=[^>]*\brel="alternate")[^>]*\bhref="([^"]+)"/i.exec(entry) ?? /<link\b(?![^>]*\brel=)[^>]*\bhref="([^"]+)"/i.exec(entry);
  const address = decoded(link?.[1] ?? inside(entry, "link"));
  return address.startsWith("https://") && URL.canParse(address) ? address : "";
}

function dateOf(entry) {
  const date = new Date(decoded(inside(entry, "published") || inside(entry, "updated") || inside(entry, "pubDate")));
  return Number.isNaN(date.getTime()) ? "" : date.toISOString().slice(0, 10);
}

export function newestOf(feed) {
  const entries = [...feed.matchAll(/<(entry|item)\b[\s\S]*?<\/\1>/gi)].map(([entry]) => ({
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
