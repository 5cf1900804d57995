/** A plugin that keeps what visitors wrote, with a page for members. */
const KEYS = {
  type: "object",
  properties: { keys: { type: "array", title: "Keys", items: { type: "string" }, maxItems: 50 } },
  required: ["keys"],
  additionalProperties: false,
};
const INPUT = {
  type: "object",
  properties: {
    text: { type: "string", title: "Text & <b>", minLength: 2, maxLength: 40 },
    size: { type: "integer", title: "Size", maximum: 999 },
  },
  required: ["text"],
  additionalProperties: false,
};
const route = (name: string, access: string) => ({ name, path: `/${name}`, methods: ["POST"], access, input: KEYS });
const list = (name: string, more: object = {}) => ({ name, title: `List ${name}`, prefix: `${name}:`, ...more });
export const CONTRIBUTES = {
  routes: [
    route("approve", "content.publish"),
    route("remove", "content.publish"),
    route("look", "member"),
    route("refuse", "member"),
    route("fail", "member"),
    { ...route("add", "content.publish"), input: INPUT },
    {
      ...route("change", "member"),
      input: { ...INPUT, properties: { ...INPUT.properties, key: { type: "string", title: "Key" } } },
    },
  ],
  pages: [
    {
      name: "words",
      title: "Words & more",
      description: "What <visitors> wrote",
      access: "content.edit",
      lists: [list("waiting", { counted: true }), list("shown", { order: "first", look: "cards" })],
      columns: [
        { field: "text", title: "Text" },
        { field: "at", title: "Time", as: "time" },
        { field: "mail", title: "Mail", as: "mail" },
        { field: "link", title: "Link", as: "link" },
        { field: "fine", title: "Fine", as: "yes-no" },
      ],
      details: [{ field: "more", title: "More" }],
      actions: [
        { name: "approve", title: "Approve", route: "approve", lists: ["waiting"] },
        { name: "remove", title: "Delete", route: "remove", asks: "Delete for good" },
        { name: "purge", title: "Purge", route: "remove", asks: "Purge for good" },
        { name: "look", title: "Look", route: "look" },
        { name: "refuse", title: "Refuse", route: "refuse" },
        { name: "fail", title: "Fail", route: "fail" },
      ],
      forms: [
        { name: "add", title: "Add <i>", route: "add", lists: ["waiting"] },
        { name: "change", title: "Change", route: "change", of: "entry" },
      ],
    },
    {
      name: "owners",
      title: "Owners only",
      access: "owners.manage",
      lists: [list("waiting")],
      columns: [{ field: "text", title: "Text" }],
    },
  ],
};
export const SOURCE = `
  export const routes = {
    async approve({ body: { keys }, member }, ctx) {
      for (const [key, value] of await ctx.storage.getMany(keys)) {
        await ctx.storage.put(key.replace("waiting:", "shown:"), { ...value, by: member.role });
        await ctx.storage.delete(key);
      }
      return { body: { approved: keys.length } };
    },
    async remove({ body: { keys } }, ctx) { for (const key of keys) await ctx.storage.delete(key); return { body: 1 }; },
    async add({ body }, ctx) {
      if (body.text === "taken") return { status: 409, body: { message: "<b>That is taken.</b>" } };
      if (body.text === "long") return { status: 409, body: { message: "Q".repeat(body.size) } };
      await ctx.storage.put("waiting:" + body.text, body);
      return { body: 1 };
    },
    async change({ body: { key, ...value } }, ctx) { await ctx.storage.put(key, value); return { body: 1 }; },
    look: ({ body }) => ({ body }),
    refuse: () => ({ status: 409, body: 1 }),
    fail: () => { throw new Error("<b>no</b>"); },
  };`;
