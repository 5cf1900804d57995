/**
 * Letters about new pages. `known` has the pages that were there before, `next:` those that the next letter tells of, and
 * `sent:` the letters that were sent. `turn` numbers the letters, so that none is sent twice.
 */
const DAY_MS = 86_400_000;

/** Pages that one look finds, and pages that count as known. */
const LOOKED_AT = 100;
const KNOWN_MAX = 800;

/** Pages that one letter tells of, and the characters of a title, a description and an address. */
const PAGES_MAX = 10;
const TITLE_MAX_CHARS = 100;
const DESCRIPTION_MAX_CHARS = 140;

/** The characters of a text that stay in the list of sent letters. */
const INTRO_KEPT_CHARS = 300;

/** The hour of the day from which letters leave. */
const LETTER_HOUR = 8;

/** Letters that stay in the list, and those that one run deletes. */
const SENT_KEPT_DAYS = 730;
const FORGOTTEN_AT_ONCE = 50;

const digits = (number) => number.toString(36).padStart(9, "0");
const newestFirst = (ms) => digits(36 ** 9 - 1 - ms);

const cut = (text, most) => (text.length > most ? `${text.slice(0, most - 1).toWellFormed().trimEnd()}…` : text);

/** The pages that letters tell of, the newest first. Without a setting there are none. */
async function pagesNow(ctx) {
  const { collection, type } = ctx.settings;
  const asked = [...(collection === "" ? [] : [{ collection }]), ...(type === "" ? [] : [{ type }])];
  const found = new Map();
  for (const one of asked) {
    const { pages } = await ctx.content.query({ ...one, order: "newest", limit: LOOKED_AT });
    for (const page of pages) if (page.url !== null) found.set(page.id, page);
  }
  return found;
}

/** Notes pages that were not there before. The first look notes none: nobody waits for what has been there for years. */
async function look(ctx) {
  const about = `${ctx.settings.collection} ${ctx.settings.type}`;
  const before = await ctx.storage.get("known");
  const pages = await pagesNow(ctx);
  const isFirst = before === undefined || before.about !== about;
  const known = new Set(isFirst ? [] : before.ids);
  const fresh = isFirst ? [] : [...pages.values()].filter(({ id }) => !known.has(id)).slice(0, PAGES_MAX);
  if (!isFirst && fresh.length === 0) return;
  const now = Date.now();
  const ids = [...(isFirst ? pages.keys() : fresh.map(({ id }) => id)), ...known].slice(0, KNOWN_MAX);
  const put = fresh.map(({ id, title, url }) => ({ key: `next:${digits(now)}~${id}`, value: { id, title, url, at: now } }));
  await ctx.storage.change([{ key: "known", value: before }], { put: [{ key: "known", value: { about, ids } }, ...put] });
}

/** The pages of the next letter as they are now. One that is gone is left out. */
async function toldPages(ctx, entries) {
  if (entries.length === 0) return [];
  const asked = entries.map(({ value }) => ({ kind: "page", id: value.id }));
  const { documents } = await ctx.content.getMany(asked);
  return documents.flatMap((document, index) => {
    if (!document) return [];
    const { title, description = "" } = document.body;
    const { url } = entries[index].value;
    return [{ title: cut(title, TITLE_MAX_CHARS), description: cut(description ?? "", DESCRIPTION_MAX_CHARS), url }];
  });
}

/** Puts the letter with a number into the outbox. Answers its subscribers: none if there are none, or if it left before. */
async function queue(ctx, data, turn) {
  try {
    const { queued } = await ctx.mail.send({ letter: "issue", data, once: `issue-${turn}` });
    return queued;
  } catch (error) {
    await ctx.storage.delete("sending");
    throw error;
  }
}

/** The words of a letter in the list of sent ones. */
const wordsOf = ({ subject = "", intro = "" }, pages) => ({
  title: subject === "" ? (pages[0]?.title ?? "") : subject,
  intro: cut(intro, INTRO_KEPT_CHARS),
});

/** Sends the next letter. Answers the number of its subscribers, or the reason why nobody gets it. */
async function send(ctx, { subject = "", intro = "" }) {
  const { entries } = await ctx.storage.list({ prefix: "next:", limit: PAGES_MAX });
  const pages = await toldPages(ctx, entries);
  if (pages.length === 0 && intro.trim() === "") return "There is nothing to send. Write a text, or publish a page first.";
  const seen = await ctx.storage.getMany(["turn", "sending"]);
  const turn = seen.get("turn") ?? 1;
  // A call that ended in the middle may have sent this letter. The site sends it once, and the list goes on.
  const isResumed = seen.get("sending") === turn;
  await ctx.storage.put("sending", turn);
  const queued = await queue(ctx, { subject, intro, pages }, turn);
  if (queued === 0 && !isResumed) {
    await ctx.storage.delete("sending");
    return "Nobody has subscribed yet.";
  }
  const now = Date.now();
  // The letter with this number left before, with other words. These ones have reached nobody.
  const isUnsent = queued === 0 && subject + intro.trim() !== "";
  const record = { ...wordsOf(isUnsent ? {} : { subject, intro }, pages), pages: pages.length, readers: queued, at: now };
  const put = [{ key: "turn", value: turn + 1 }, { key: `sent:${newestFirst(now)}~${turn}`, value: record }];
  const gone = ["sending", ...entries.map(({ key }) => key)];
  await ctx.storage.change([{ key: "turn", value: seen.get("turn") }], { put, delete: gone });
  return isUnsent ? "Another letter left just before. Yours was not sent: send it again." : queued;
}

/** True in the morning of a day on which letters leave, in the zone of the site. */
function isTime({ settings: { every }, site: { timeZone } }, now) {
  if (every === "never") return false;
  const parts = new Intl.DateTimeFormat("en-US", { timeZone, weekday: "long", hour: "2-digit", hourCycle: "h23" }).formatToParts(now);
  const { weekday, hour } = Object.fromEntries(parts.map(({ type, value }) => [type, value]));
  return Number(hour) === LETTER_HOUR && (every === "daily" || weekday === "Monday");
}

async function forgetOld(ctx, now) {
  const after = `sent:${newestFirst(now - SENT_KEPT_DAYS * DAY_MS)}`;
  const { entries } = await ctx.storage.list({ prefix: "sent:", after, limit: FORGOTTEN_AT_ONCE });
  if (entries.length > 0) await ctx.storage.delete(...entries.map(({ key }) => key));
}

/** @type {import("./plugin.d.ts").Hooks} */
export const hooks = {
  async afterPublish(_release, ctx) {
    await look(ctx);
  },

  async scheduled(_event, ctx) {
    const now = Date.now();
    await look(ctx);
    await forgetOld(ctx, now);
    if (!isTime(ctx, now)) return;
    const { entries } = await ctx.storage.list({ prefix: "next:", limit: 1 });
    const said = entries.length > 0 ? await send(ctx, {}) : 0;
    if (typeof said === "string") console.warn(said);
  },
};

/** @type {import("./plugin.d.ts").Routes} */
export const routes = {
  async send({ body }, ctx) {
    const said = await send(ctx, body);
    return typeof said === "string" ? { status: 409, body: { message: said } } : { status: 201, body: { readers: said } };
  },

  async forget({ body: { keys } }, ctx) {
    const gone = keys.filter((key) => /^(?:next|sent):/.test(key));
    if (gone.length > 0) await ctx.storage.delete(...gone);
    return { body: { deleted: gone.length } };
  },
};
