/** Finds links that lead nowhere. What it found last is kept, and told to members and to their agents. */
const REPORT = "report";
const PAGES = 100;
/** The pages that this call lists, so that a link to one of them is known to lead somewhere. */
const KNOWN = 1_000;
const BATCH = 10;
/**
 * The characters of pages this call reads. The rest of what a call is lent carries redirects, answers of other hosts
 * and the report.
 */
const READ_CHARS = 1_500_000;
const LINKS = 5_000;
/** The calls a publication still lends after the pages have been read. */
const FOLLOWED = 25;
const LISTED = 200;
const LINK_CHARS = 200;

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

/** The check leaves out text that is too long to carry: a writer of pages must not be able to make this plugin fail. */
const unless = (code) => (asked) =>
  asked.catch((error) => {
    if (error.code === code) return undefined;
    throw error;
  });
const ifCarried = unless("too_large");
const ifLent = unless("spent");

/** The published pages, at most KNOWN. */
async function pagesOf(ctx) {
  const known = [];
  while (known.length < KNOWN) {
    const { pages } = await ctx.content.query({ order: "path", limit: PAGES, offset: known.length });
    known.push(...pages);
    if (pages.length < PAGES) return { known, isWhole: true };
  }
  return { known, isWhole: false };
}

async function documentsOf(ctx, pages) {
  const documents = [];
  let chars = 0;
  for (let from = 0; from < pages.length && chars < READ_CHARS; from += BATCH) {
    const some = pages.slice(from, from + BATCH).map(({ id }) => ({ kind: "page", id }));
    const found = (await ifCarried(ctx.content.getMany(some)))?.documents.filter((one) => one !== null) ?? [];
    chars += JSON.stringify(found).length;
    documents.push(...found);
  }
  return documents;
}

/**
 * Tells whether an address of the site leads somewhere, so far as published pages and redirects say. With more pages
 * than are known, no address is called lost.
 */
function insideOf({ known: pages, isWhole }, redirects) {
  if (!isWhole) return () => true;
  const paths = new Set(pages.map(({ path }) => path));
  const ids = new Set(pages.map(({ id }) => id));
  const from = new Set((redirects?.body.entries ?? []).map((entry) => entry.from));
  const below = new Set([...from].filter((one) => one.endsWith("/*")).map((one) => one.length - 1));
  const isRedirected = (path) => from.has(path) || [...below].some((length) => path[length - 1] === "/" && from.has(`${path.slice(0, length)}*`));
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

const shown = (findings) => ({
  found: findings.length,
  findings: findings.slice(0, LISTED).map(({ page, link, problem }) => ({ page, link: link.slice(0, LINK_CHARS), problem })),
});

/** Keeps the report, without its findings when they are too long to be kept. */
const keep = (ctx, report) =>
  ctx.storage.put(REPORT, report).catch((error) => {
    if (error.code !== "too_large") throw error;
    return ctx.storage.put(REPORT, { ...report, findings: [] });
  });

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
    const pages = await pagesOf(ctx);
    const leads = insideOf(pages, await ifCarried(ctx.content.get("redirects")));
    const documents = await documentsOf(ctx, pages.known.slice(0, PAGES));
    const links = documents.flatMap(({ body }) => [...linksIn(body.sections)].map((link) => ({ page: body.path, link }))).slice(0, LINKS);
    const inside = links.filter(({ link }) => !link.startsWith("https://") && IS_LINK.test(link));
    const lost = inside.filter(({ link }) => !leads(link)).map((one) => ({ ...one, problem: "no such page" }));
    const outside = links.filter(({ link }) => URL.canParse(link) && link.startsWith("https://"));
    const looked = { release, pages: documents.length, links: links.length };
    // Kept before anybody else is asked: what other hosts answer may use up what this call is lent.
    await keep(ctx, { ...looked, notFollowed: outside.length, ...shown(lost) });
    const { findings, notFollowed } = await outsideFindings(outside, new Set(ctx.settings.hosts));
    if (outside.length > 0) await ifLent(keep(ctx, { ...looked, notFollowed, ...shown([...lost, ...findings]) }));
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
