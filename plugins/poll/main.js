/** Counts answers to questions on pages. Who answered is neither known nor kept. */
const keyOf = (page, section) => `count:${page}:${section}`;

/** Votes are added one after the other: two at once would each add theirs to the same count. */
let turn = Promise.resolve();

/** Longest wait for those before, in milliseconds. A call that is broken off never ends, and nobody may wait for it for ever. */
const PATIENCE_MS = 500;

const after = (ms) => new Promise((done) => setTimeout(done, ms));

function inTurn(action) {
  const mine = Promise.race([turn, after(PATIENCE_MS)]).then(action);
  turn = mine.catch(() => undefined);
  return mine;
}

function* sectionsIn(sections) {
  for (const section of sections ?? []) {
    yield section;
    for (const nested of Object.values(section.children ?? {})) yield* sectionsIn(nested);
  }
}

/** The answers a published page offers; what is not on a page cannot be voted for. */
async function answersOf(ctx, page, section) {
  const document = await ctx.content.get("page", page);
  const found = [...sectionsIn(document?.body.sections)].find(({ id, type }) => id === section && type === "drawbridge.poll/question");
  return found?.fields.answers ?? [];
}

/** An answer may be called like something every object has. */
const votesFor = (counts, answer) => (Object.hasOwn(counts, answer) ? counts[answer] : 0);

async function count(ctx, page, section, answer) {
  const counts = (await ctx.storage.get(keyOf(page, section))) ?? {};
  await ctx.storage.put(keyOf(page, section), { ...counts, [answer]: votesFor(counts, answer) + 1 });
}

const ID = /^[a-z0-9][a-z0-9-]{0,63}$/;

/** @type {import("./plugin.d.ts").Routes} */
export const routes = {
  async vote({ body: { page, section, answer } }, ctx) {
    const answers = ID.test(page) && ID.test(section) ? await answersOf(ctx, page, section) : [];
    if (!answers.includes(answer)) return { status: 404, body: { counted: false } };
    await inTurn(() => count(ctx, page, section, answer));
    return { status: 201, body: { counted: true } };
  },

  async counts({ query: { page = "", section = "" } }, ctx) {
    if (!ID.test(page) || !ID.test(section)) return { status: 404, body: { counts: {} } };
    return { body: { counts: (await ctx.storage.get(keyOf(page, section))) ?? {} } };
  },
};

/** @type {import("./plugin.d.ts").Data} */
export const data = {
  async counts({ pages }, ctx) {
    const asked = pages.flatMap(({ page, sections }) => sections.map(({ id, fields }) => ({ page: page.id, id, answers: fields.answers })));
    const kept = await ctx.storage.getMany(asked.map(({ page, id }) => keyOf(page, id)).slice(0, 100));
    const told = {};
    for (const { page, id, answers } of asked) {
      const counts = kept.get(keyOf(page, id)) ?? {};
      const rows = answers.map((answer) => ({ answer, votes: votesFor(counts, answer) }));
      (told[page] ??= {})[id] = { rows, votes: rows.reduce((sum, { votes }) => sum + votes, 0) };
    }
    return told;
  },
};
