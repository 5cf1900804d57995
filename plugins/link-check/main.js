/** Finds links that lead nowhere. What it found last is kept, and told to members and to their agents. */
const REPORT = "report";
const PAGES = 100;
const BATCH = 20;
/** What is left of the calls one publication lends, after the pages have been read. */
const FOLLOWED = 25;
const LISTED = 200;

/** In fields a link stands by itself, in prose between brackets. */
const MARKDOWN_LINK = /\]\(\s*<?([^\s)>]+)/g;
const IS_LINK = /^(?:page:|\/(?!\/)|https:\/\/)\S*$/;

function* linksIn(value) {
  if (typeof value === "string") {
    if (IS_LINK.test(value)) yield value;
    else for (const [, link] of value.matchAll(MARKDOWN_LINK)) yield link;
  } else if (Array.isArray(value)) for (const item of value) yield* linksIn(item);
  else if (value && typeof value === "object") for (const member of Object.values(value)) yield* linksIn(member);
}

async function documentsOf(ctx, pages) {
  const documents = [];
  for (let from = 0; from < pages.length; from += BATCH) {
    const some = pages.slice(from, from + BATCH).map(({ id }) => ({ kind: "page", id }));
    documents.push(...(await ctx.content.getMany(some)).documents);
  }
  return documents.filter((found) => found !== null);
}

/** Whether an address of the site leads somewhere, so far as published pages and redirects say. */
function insideOf(pages, redirects) {
  const paths = new Set(pages.map(({ path }) => path));
  const ids = new Set(pages.map(({ id }) => id));
  const from = (redirects?.body.entries ?? []).map((entry) => entry.from);
  const isRedirected = (path) => from.some((one) => (one.endsWith("/*") ? path.startsWith(one.slice(0, -1)) : one === path));
  return (link) => {
    if (link.startsWith("page:")) return ids.has(link.slice("page:".length).split("#")[0]);
    const path = link.split(/[?#]/)[0];
    // Files, pictures and addresses of plugins are not pages; nothing is known of them here.
    return path.includes(".") || path.startsWith("/media/") || path.startsWith("/api/") || paths.has(path) || isRedirected(path);
  };
}

async function statusOf(url) {
  try {
    return (await fetch(url, { method: "GET" })).status;
  } catch (error) {
    // A host that nobody granted is no broken link, and neither is one that was slow once.
    return error.code === "unreachable" ? 0 : undefined;
  }
}

/** A server that wants to be asked less often, has said nothing about the page. */
const isBroken = (status) => status === 0 || status === 404 || status === 410;

async function outsideFindings(links, hosts) {
  const urls = [...new Set(links.map(({ link }) => link.split("#")[0]))].filter((link) => hosts.has(new URL(link).hostname));
  const broken = new Map();
  for (const url of urls.slice(0, FOLLOWED)) {
    const status = await statusOf(url);
    if (isBroken(status)) broken.set(url, status === 0 ? "does not answer" : `answers ${status}`);
  }
  const findings = links.flatMap(({ page, link }) => (broken.has(link.split("#")[0]) ? [{ page, link, problem: broken.get(link.split("#")[0]) }] : []));
  return { findings, notFollowed: Math.max(0, urls.length - FOLLOWED) };
}

/** @type {import("./plugin.d.ts").Hooks} */
export const hooks = {
  async afterPublish({ release }, ctx) {
    const { pages } = await ctx.content.query({ order: "path", limit: PAGES });
    const links = (await documentsOf(ctx, pages)).flatMap(({ body }) => [...linksIn(body.sections)].map((link) => ({ page: body.path, link })));
    const leads = insideOf(pages, await ctx.content.get("redirects"));
    const inside = links.filter(({ link }) => !link.startsWith("https://") && IS_LINK.test(link));
    const lost = inside.filter(({ link }) => !leads(link)).map((one) => ({ ...one, problem: "no such page" }));
    const outside = links.filter(({ link }) => URL.canParse(link) && link.startsWith("https://"));
    const { findings, notFollowed } = await outsideFindings(outside, new Set(ctx.settings.hosts));
    const all = [...lost, ...findings];
    await ctx.storage.put(REPORT, {
      release, pages: pages.length, links: links.length, notFollowed, found: all.length, findings: all.slice(0, LISTED),
    });
  },
};

const report = async (ctx) => (await ctx.storage.get(REPORT)) ?? { release: 0, pages: 0, links: 0, notFollowed: 0, found: 0, findings: [] };

/** @type {import("./plugin.d.ts").Routes} */
export const routes = {
  findings: async (_request, ctx) => ({ body: await report(ctx) }),
};

/** @type {import("./plugin.d.ts").Tools} */
export const tools = {
  "broken-links": (_input, ctx) => report(ctx),
};
