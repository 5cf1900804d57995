/**
 * Comments of visitors. Each has one key under the list that it is in: `waiting:`, `approved:` or `spam:`. An approved one
 * stands under `page:<page>:` as well, in the order in which its page shows it. `turn` counts them, and every change
 * compares it, so that no two calls change the same comment.
 */
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** The most comments that wait, and the most that are kept as spam. More are not taken until members have looked. */
const MOST = { waiting: 2_000, spam: 1_000, approved: Number.POSITIVE_INFINITY };

/** The most characters of the data of one section, newest first. Ten pages of one call fit into its answer together. */
const DATA_MAX_CHARS = 24_000;

/** The most comments that visitors choose from to reply to. */
const THREADS_MAX = 30;

/** Comments that one change moves, and old spam that one run deletes. */
const MOVED_AT_ONCE = 20;
const FORGOTTEN_AT_ONCE = 50;

/** Comments that a letter quotes, and the characters of each. */
const QUOTED = 5;
const QUOTE_MAX_CHARS = 200;

/** Newest comments among which a repeated one is sought, and looks of one call at what others keep changing. */
const REPEATS_SOUGHT = 20;
const TRIES = 8;

/** The hour of the day at which members get the letter of a day, at the earliest. */
const LETTER_HOUR = 7;

/** A number of nine digits to the base of 36. Times fit until the year 5188. */
const digits = (number) => number.toString(36).padStart(9, "0");
const LAST = 36 ** 9 - 1;

/** A time as text that puts the newest first. */
const newestFirst = (ms) => digits(LAST - ms);

/** Characters that show nothing, or turn the order of those around them. Joiners and signs of emoji are none of them. */
const INVISIBLE = /(?!\u200C|\u200D|\uFE0E|\uFE0F)\p{Default_Ignorable_Code_Point}|[\u2028\u2029\uFFF9-\uFFFB]/gu;

/** Marks of a letter beyond the third. They would reach over the lines around. */
const PILED_MARKS = /(\p{M}{3})\p{M}+/gu;

/** Joiners that join no letters. */
const LOOSE_JOINERS = /(?<![\p{L}\p{M}])[\u200C\u200D]+|[\u200C\u200D]+(?![\p{L}\p{M}])/gu;

const readable = (text) => text.normalize("NFC").replaceAll(INVISIBLE, "").replaceAll(PILED_MARKS, "$1");

const nameOf = (text) => readable(text).replaceAll(LOOSE_JOINERS, "").replaceAll(/\s+/gu, " ").trim();

const wordsOf = (text) =>
  readable(text)
    .replaceAll(/[^\S\n]+/gu, " ")
    .replaceAll(/ ?\n ?/gu, "\n")
    .replaceAll(/\n{3,}/gu, "\n\n")
    .trim();

/** A text in which case and forms of one letter count as the same. */
const folded = (text) => text.normalize("NFKC").toLowerCase();
const lettersOf = (text) => folded(text).replaceAll(/[^\p{L}\p{N}]/gu, "");

/** A name as people may take it for another one: without marks on letters, case and signs. */
const likenessOf = (text) => text.normalize("NFKD").toUpperCase().replaceAll(/[^\p{L}\p{N}]/gu, "");

/** Scripts with letters that look like those of another one here. A name in two of them may copy another name. */
const ALIKE = [/\p{Script=Latin}/u, /\p{Script=Greek}/u, /\p{Script=Cyrillic}/u];
const isMixed = (name) => ALIKE.filter((script) => script.test(name)).length > 1;

/** Addresses of the web in a text. The last character is none that ends a sentence. */
const ADDRESS = /(https?:\/\/[^\s<>"'`]*[^\s<>"'`.,;:!?)\]])/giu;

function isAddress(text) {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url !== undefined && url.username === "" && url.password === "" && url.hostname.includes(".");
}

/** A text in parts that alternate: words, an address, words, an address. */
function partsOf(text) {
  const parts = [""];
  for (const [index, part] of text.split(ADDRESS).entries()) {
    if (index % 2 === 1 && isAddress(part)) parts.push(part, "");
    else parts[parts.length - 1] += part;
  }
  return parts;
}

/** The number of texts that a program or a reader may take for an address, with and without a protocol. */
const linksIn = (text) => text.match(/https?:\/\/|\bwww\.|\[url|<a\s/giu)?.length ?? 0;

/** The reason to take a comment for spam. Empty without one. */
function spamIn({ name, text, mail }, { links, words }) {
  if (linksIn(text) > links || linksIn(name) > 0) return "links";
  const all = folded(`${name}\n${mail}\n${text}`);
  return words.find((word) => all.includes(folded(word))) ?? "";
}

const listOf = (key) => key.slice(0, key.indexOf(":"));
const idOf = (key) => key.slice(key.indexOf(":") + 1);

/** The key under which a page shows a comment: behind all newer ones, and a reply behind what it replies to. */
const placeOf = ({ id, at, to, pageId }) => `page:${pageId}:${to === "" ? id : `${to}~${digits(at)}${id.slice(9)}`}`;

/** The part of a comment that visitors may see, as the templates of further pages get it. */
const publicOf = ({ id, at, name, text, to, inReplyTo, team }) => {
  return { id, at: new Date(at).toISOString(), name, parts: partsOf(text), to, inReplyTo, team };
};

/** The numbers of comments, for a call that changes some. */
async function turnOf(ctx) {
  const stored = await ctx.storage.get("turn");
  return { stored, turn: { next: 0, waiting: 0, spam: 0, hour: "", inHour: 0, ...stored } };
}

const counted = (turn, list, by) => (list === "approved" ? turn : { ...turn, [list]: turn[list] + by });

/**
 * Stores the comment that `made` makes of its number and time, unless there is no room. True if it is stored, or was
 * before. Each addition changes the turn, so of two equal comments at once the second one finds the first.
 */
async function add(ctx, list, made, isVisitor = true) {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const { stored, turn } = await turnOf(ctx);
    if (isVisitor && (await isRepeated(ctx, list, made("", 0)))) return true;
    const now = Date.now();
    const hour = new Date(now).toISOString().slice(0, 13);
    const inHour = (turn.hour === hour ? turn.inHour : 0) + (isVisitor ? 1 : 0);
    if (isVisitor && (inHour > ctx.settings.perHour || turn[list] >= MOST[list])) return false;
    const comment = made(`${newestFirst(now)}${(turn.next % 46_656).toString(36).padStart(3, "0")}`, now);
    const put = [
      { key: "turn", value: counted({ ...turn, next: turn.next + 1, hour, inHour }, list, 1) },
      { key: `${list}:${comment.id}`, value: comment },
      ...(list === "approved" ? [{ key: placeOf(comment), value: publicOf(comment) }] : []),
    ];
    if (await ctx.storage.change([{ key: "turn", value: stored }], { put })) return true;
  }
  throw new Error("Too many visitors comment at once.");
}

/** Moves comments to another list, or deletes them. Answers how many: one that is there or gone already is none. */
async function move(ctx, keys, to) {
  let moved = 0;
  for (let from = 0; from < keys.length; from += MOVED_AT_ONCE)
    moved += await moveSome(ctx, [...new Set(keys.slice(from, from + MOVED_AT_ONCE))], to);
  return moved;
}

async function moveSome(ctx, keys, to) {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const { stored, turn } = await turnOf(ctx);
    const found = [...(await ctx.storage.getMany(keys))].filter(([key]) => listOf(key) !== to);
    if (found.length === 0) return 0;
    const put = found.flatMap(([, comment]) => putInto(to, comment));
    const gone = found.flatMap(([key, comment]) => [key, ...(listOf(key) === "approved" ? [placeOf(comment)] : [])]);
    const less = found.reduce((sum, [key]) => counted(sum, listOf(key), -1), turn);
    const value = to === undefined ? less : counted(less, to, found.length);
    const seen = [{ key: "turn", value: stored }];
    if (await ctx.storage.change(seen, { put: [{ key: "turn", value: { ...value, next: value.next + 1 } }, ...put], delete: gone }))
      return found.length;
  }
  throw new Error("Others change these comments.");
}

function putInto(to, comment) {
  if (to === undefined) return [];
  const value = to === "spam" ? comment : { ...comment, why: "" };
  return [
    { key: `${to}:${comment.id}`, value },
    ...(to === "approved" ? [{ key: placeOf(comment), value: publicOf(comment) }] : []),
  ];
}

/** The keys of comments among those that a member sent. */
const ofLists = (keys, ...lists) => keys.filter((key) => lists.includes(listOf(key)));

/** A section of a page, also inside of others. */
function sectionIn(sections, id) {
  for (const section of sections ?? []) {
    if (section.id === id) return section;
    const nested = sectionIn(Object.values(section.children ?? {}).flat(), id);
    if (nested) return nested;
  }
  return undefined;
}

const refusedAt = (field) => ({ status: 409, body: { field } });

/** True if a visitor has sent the same comment just now, perhaps by loading the answer again. */
async function isRepeated(ctx, list, { pageId, name, text }) {
  const { entries } = await ctx.storage.list({ prefix: `${list}:`, limit: REPEATS_SOUGHT });
  return entries.some(({ value }) => value.pageId === pageId && value.name === name && value.text === text);
}

/** The list for a new comment, and the reason if that is the list of spam. */
function judged(comment, { settings, site }) {
  const why = spamIn(comment, settings);
  if (why !== "") return { list: "spam", why };
  const own = [settings.signature, site.name, new URL(site.origin).hostname].map(likenessOf).filter((text) => text !== "");
  const isHeld = settings.held || isMixed(comment.name) || own.includes(likenessOf(comment.name));
  return { list: isHeld ? "waiting" : "approved", why };
}

/** The comment that a visitor replies to. Undefined if it is not there. A reply to nobody has an empty one. */
async function repliedTo(ctx, pageId, to) {
  if (to === undefined) return { id: "", name: "" };
  const found = /^[a-z0-9]{12}$/.test(to) ? await ctx.storage.get(`page:${pageId}:${to}`) : undefined;
  return found && { id: to, name: found.name };
}

/** @type {import("./plugin.d.ts").Data} */
export const data = {
  async comments({ pages }, ctx) {
    const shown = {};
    for (const { page, sections } of pages) {
      const { entries, next } = await ctx.storage.list({ prefix: `page:${page.id}:`, limit: ctx.settings.shown });
      const some = shownOf(entries, next !== null);
      shown[page.id] = Object.fromEntries(sections.map(({ id }) => [id, some]));
    }
    return shown;
  },
};

/** The newest comments that fit, and those that visitors may reply to. The site shows those behind `after` on further pages. */
function shownOf(entries, isMore) {
  const names = new Map(entries.map(({ value }) => [value.id, value.name]));
  const [comments, threads] = [[], []];
  let [chars, after] = [0, null];
  for (const { key, value } of entries) {
    const { id, at, name, to, team } = value;
    const parts = value.parts ?? partsOf(value.text);
    // Without what it replies to, a comment stands for itself: it would look like a reply to the one above it.
    const comment = { id, at: new Date(at).toISOString(), name, parts, team, isReply: names.has(to), to: names.get(to) ?? "" };
    const thread = { value: id, title: `${name}: ${parts.join("").slice(0, 40).toWellFormed().replaceAll("\n", " ")}` };
    const isOpen = to === "" && threads.length < THREADS_MAX;
    chars += JSON.stringify(comment).length + (isOpen ? JSON.stringify(thread).length : 0) + 2;
    if (chars > DATA_MAX_CHARS) return { comments, threads, isMore: true, after };
    comments.push(comment);
    after = key;
    if (isOpen) threads.push(thread);
  }
  return { comments, threads, isMore, after: isMore ? after : null };
}

/** @type {import("./plugin.d.ts").Routes} */
export const routes = {
  /** Asked with what a visitor wrote. Spam is taken without a word, so that nobody learns the rules by trying. */
  async post({ fields, form, language }, ctx) {
    const [pageId, sectionId] = form.split(".");
    const [name, text] = [nameOf(fields.name), wordsOf(fields.text)];
    if (lettersOf(name) === "") return refusedAt("name");
    if (lettersOf(text) === "" && !/\p{Extended_Pictographic}/u.test(text)) return refusedAt("text");
    const page = await ctx.content.get("page", pageId);
    if (!page || sectionIn(page.body.sections, sectionId)?.fields?.closed === true) return refusedAt("text");
    const parent = await repliedTo(ctx, pageId, fields.to);
    if (!parent) return refusedAt("to");
    const about = { pageId, page: page.body.title, url: `${ctx.site.origin}${page.body.path}`, language };
    const written = { name, text, mail: fields.email ?? "", to: parent.id, inReplyTo: parent.name, team: false, ...about };
    const { list, why } = judged(written, ctx);
    const isTaken = await add(ctx, list, (id, at) => ({ id, at, ...written, why }));
    return isTaken ? { status: 201, body: null } : refusedAt("text");
  },

  async approve({ body: { keys } }, ctx) {
    return { body: { approved: await move(ctx, ofLists(keys, "waiting", "spam"), "approved") } };
  },

  async hide({ body: { keys } }, ctx) {
    return { body: { hidden: await move(ctx, ofLists(keys, "approved"), "waiting") } };
  },

  async spam({ body: { keys } }, ctx) {
    return { body: { spam: await move(ctx, ofLists(keys, "waiting", "approved"), "spam") } };
  },

  async forget({ body: { keys } }, ctx) {
    return { body: { deleted: await move(ctx, ofLists(keys, "waiting", "approved", "spam"), undefined) } };
  },

  /** A reply of a member. It approves what it replies to, because a reply alone says nothing. */
  async answer({ body: { key, reply, signed = "" } }, ctx) {
    const asked = ofLists([key], "waiting", "approved").length === 1 ? await ctx.storage.get(key) : undefined;
    if (!asked) return { status: 410, body: { message: "This comment is not there any more." } };
    const text = wordsOf(reply);
    if (text === "") return { status: 422, body: { message: "Write a reply." } };
    await move(ctx, ofLists([key], "waiting"), "approved");
    const { pageId, page, url, language } = asked;
    const own = { name: nameOf(signed) || ctx.settings.signature, text, mail: "", team: true, why: "" };
    const about = { to: asked.to === "" ? asked.id : asked.to, inReplyTo: asked.name, pageId, page, url, language };
    await add(ctx, "approved", (id, at) => ({ id, at, ...own, ...about }), false);
    return { status: 201, body: { added: true } };
  },
};

/** @type {import("./plugin.d.ts").Hooks} */
export const hooks = {
  async scheduled(_event, ctx) {
    const now = Date.now();
    await tell(ctx, now);
    await forgetSpam(ctx, now);
  },
};

/** The hour or the day of a letter, in the zone of the site. Undefined if none is due. */
function occasionOf({ settings: { letters }, site: { timeZone } }, now) {
  if (letters === "never") return undefined;
  const numbers = { hourCycle: "h23", year: "numeric", month: "2-digit", day: "2-digit", hour: "2-digit" };
  const parts = new Intl.DateTimeFormat("en-u-ca-iso8601", { timeZone, ...numbers }).formatToParts(now);
  const { year, month, day, hour } = Object.fromEntries(parts.map(({ type, value }) => [type, value]));
  if (letters === "hourly") return `${year}-${month}-${day}T${hour}`;
  return Number(hour) < LETTER_HOUR ? undefined : `${year}-${month}-${day}`;
}

/** Tells members of the comments that came since the last letter. Of one hour or day, the site sends one letter at most. */
async function tell(ctx, now) {
  const once = occasionOf(ctx, now);
  if (once === undefined) return;
  const { entries } = await ctx.storage.list({ prefix: "waiting:", limit: 100 });
  const told = (await ctx.storage.get("told")) ?? "~";
  const news = entries.filter(({ key }) => idOf(key) < told);
  if (news.length === 0) return;
  const quoted = news.slice(0, QUOTED).map(({ value }) => ({
    name: value.name,
    page: value.page,
    text: value.text.slice(0, QUOTE_MAX_CHARS).toWellFormed().replaceAll("\n", " "),
  }));
  try {
    const { queued } = await ctx.mail.send({ letter: "waiting", data: { count: news.length, comments: quoted, isMore: news.length > QUOTED }, once });
    // A second letter of the hour or day is not sent. Its comments stay news for the next one.
    if (queued > 0) await ctx.storage.put("told", idOf(news[0].key));
  } catch (error) {
    console.warn(`The letter was not sent: ${error.code ?? error.name}`);
  }
}

async function forgetSpam(ctx, now) {
  const after = `spam:${newestFirst(now - ctx.settings.spamDays * DAY_MS)}`;
  const { entries } = await ctx.storage.list({ prefix: "spam:", after, limit: FORGOTTEN_AT_ONCE });
  await move(ctx, entries.map(({ key }) => key), undefined);
}
