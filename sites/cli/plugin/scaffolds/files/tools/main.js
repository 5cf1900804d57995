/** The tool that agents of members can call. The answer is data: the agent makes sentences of it. */

/** @type {import("./plugin.d.ts").Tools} */
export const tools = {
  async "pages-without-description"({ limit }, ctx) {
    const { pages } = await ctx.content.query({ order: "path" });
    const found = pages.filter(({ description }) => !description);
    return { total: found.length, pages: found.slice(0, limit).map(({ path, title }) => ({ path, title })) };
  },
};
