/** Computes what a reader wants to know before and after an article. */
const CANDIDATES = 100;
/** Words that say nothing about the subject are mostly short. */
const TELLING = 5;

/** Text of everything an editor can type; names of links, pictures and options are no prose. */
const NO_PROSE = new Set(["link", "src", "id", "type", "variant", "width", "height"]);

function* textsIn(value, name = "") {
  if (typeof value === "string" && !NO_PROSE.has(name)) yield value;
  else if (Array.isArray(value)) for (const item of value) yield* textsIn(item, name);
  else if (value && typeof value === "object") {
    for (const [member, child] of Object.entries(value)) if (!NO_PROSE.has(member)) yield* textsIn(child, member);
  }
}

const wordsIn = (text) => text.match(/[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu) ?? [];

function countWords(sections) {
  let words = 0;
  for (const text of textsIn(sections ?? [])) words += wordsIn(text).length;
  return words;
}

const subjectsOf = ({ title = "", description = "" }) =>
  new Set(wordsIn(`${title} ${description}`.toLowerCase()).filter((word) => word.length >= TELLING));

const shared = (one, other) => [...one].filter((word) => other.has(word)).length;

function closest(page, others, limit) {
  const subjects = subjectsOf(page);
  return others
    .filter(({ id }) => id !== page.id)
    .map((other) => ({ other, score: shared(subjects, subjectsOf(other)) }))
    .toSorted((a, b) => b.score - a.score)
    .slice(0, limit)
    .map(({ other: { title, url, path, description } }) => ({ title, url, path, description: description ?? "" }));
}

/** `{ page: { section: answer } }` for everything that was asked, one page after the other. */
async function forEach(pages, answer) {
  const told = {};
  for (const { page, sections } of pages) {
    told[page.id] = {};
    for (const section of sections) told[page.id][section.id] = await answer(page, section);
  }
  return told;
}

/**
 * Pages that are too long to be carried together are asked for in halves, and one that is too long by itself is left
 * out. An author of long pages must not be able to make this fail.
 */
async function documentsOf(ctx, ids) {
  try {
    return (await ctx.content.getMany(ids.map((id) => ({ kind: "page", id })))).documents;
  } catch (error) {
    if (error.code !== "too_large" && error.code !== "spent") throw error;
    if (ids.length < 2) return [];
    const half = Math.ceil(ids.length / 2);
    return [...(await documentsOf(ctx, ids.slice(0, half))), ...(await documentsOf(ctx, ids.slice(half)))];
  }
}

/** @type {import("./plugin.d.ts").Data} */
export const data = {
  async time({ pages }, ctx) {
    const documents = await documentsOf(ctx, pages.map(({ page }) => page.id));
    const words = new Map(documents.flatMap((found) => (found ? [[found.id, countWords(found.body.sections)]] : [])));
    return forEach(pages, (page, { fields }) => {
      const count = words.get(page.id) ?? 0;
      return { words: count, minutes: Math.max(1, Math.round(count / fields.wordsPerMinute)) };
    });
  },

  async related({ pages }, ctx) {
    const collections = new Map();
    const articlesOf = async (collection) => {
      if (!collection) return [];
      if (!collections.has(collection)) {
        collections.set(collection, (await ctx.content.query({ collection, order: "newest", limit: CANDIDATES })).pages);
      }
      return collections.get(collection);
    };
    return forEach(pages, async (page, { fields }) => ({ pages: closest(page, await articlesOf(page.collection), fields.limit) }));
  },
};
