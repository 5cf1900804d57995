/** The code of the plugin for newsletters over a real storage: what it finds, and that each letter leaves once. */
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { MAIL_PLUGIN_DATA_MAX_CHARS } from "../../manifests/bounds/forms.ts";
import { type SentLetter, codeContext } from "./codeContext.ts";

type Call = (input: unknown, ctx: Context) => Promise<unknown>;
interface Module {
  readonly routes: Readonly<Record<"send" | "forget", Call>>;
  readonly hooks: Readonly<Record<"afterPublish" | "scheduled", Call>>;
}
const { routes, hooks } = (await import(
  fileURLToPath(new URL("../../plugins/newsletter/main.js", import.meta.url))
)) as Module;

const SETTINGS = { collection: "journal", type: "", every: "weekly" };
/** A Monday at eight. */
const MONDAY = Date.UTC(2026, 10, 30, 8, 30);
const HOUR_MS = 3_600_000;

interface Listed {
  readonly id: string;
  readonly title: string;
  readonly url: string | null;
}
const listed = (id: string, title = `About ${id}`): Listed => ({ id, title, url: `https://site.example/${id}` });

type Context = ReturnType<typeof contextOf>;
function contextOf(settings: object = {}, subscribers = 2) {
  const made = codeContext("drawbridge.newsletter", { ...SETTINGS, ...settings });
  const state = { pages: [] as Listed[], subscribers, fails: false, said: new Set<string>() };
  return {
    ...made,
    state,
    content: {
      query: async () => ({ pages: state.pages }),
      getMany: async (asked: readonly { id: string }[]) => ({
        documents: asked.map(({ id }) => {
          const found = state.pages.find((one) => one.id === id);
          return found ? { body: { title: found.title, description: "d".repeat(400) } } : null;
        }),
      }),
    },
    mail: {
      send: async (letter: SentLetter) => {
        if (state.fails) throw Object.assign(new Error("full"), { code: "full" });
        const { once = "" } = letter;
        if (state.subscribers === 0 || state.said.has(once)) return { queued: 0 };
        state.said.add(once);
        made.letters.push(letter);
        return { queued: state.subscribers };
      },
    },
  };
}

const publish = (ctx: Context, ...pages: Listed[]) => {
  ctx.state.pages.unshift(...pages);
  return hooks.afterPublish({}, ctx);
};
const sendNow = (ctx: Context, body: object = {}) => routes.send({ body }, ctx);
const titles = ({ letters }: Context) =>
  letters.map(({ data }) => (data as { pages: { title: string }[] }).pages.map(({ title }) => title));

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: MONDAY - HOUR_MS }));
afterEach(() => void vi.useRealTimers());

test("words of a member are not lost behind a letter whose call ended in the middle", async () => {
  const ctx = contextOf();
  const { change } = ctx.storage;
  ctx.storage.change = async () => {
    ctx.storage.change = change;
    throw new Error("ended");
  };
  await expect(sendNow(ctx, { intro: "First" })).rejects.toThrow("ended");
  const again = [await sendNow(ctx, { intro: "Second" }), await sendNow(ctx, { intro: "Second" })];
  expect(again).toMatchObject([{ status: 409 }, { status: 201 }]);
  expect(ctx.letters.map(({ data }) => (data as { intro: string }).intro)).toEqual(["First", "Second"]);
});

describe("a page is told of", () => {
  test("once, if it was not there before", async () => {
    const ctx = contextOf();
    await publish(ctx, listed("old"));
    await publish(ctx, listed("new"));
    await publish(ctx);
    expect(await sendNow(ctx)).toEqual({ status: 201, body: { readers: 2 } });
    await publish(ctx, listed("newer"));
    await sendNow(ctx);
    expect(titles(ctx)).toEqual([["About new"], ["About newer"]]);
    expect(ctx.keys("sent:")).toHaveLength(2);
  });

  test("as it is now, and not if it is gone or a member left it out", async () => {
    const ctx = contextOf();
    await publish(ctx);
    await publish(ctx, listed("one"), listed("two"), listed("three"));
    ctx.state.pages = [listed("one", "One, mended"), listed("two")];
    await routes.forget({ body: { keys: ctx.keys("next:").filter((key) => key.endsWith("~two")) } }, ctx);
    await sendNow(ctx);
    expect([titles(ctx), ctx.keys("next:")]).toEqual([[["One, mended"]], []]);
  });

  test("never for the first time that a site chooses what letters tell of", async () => {
    const ctx = contextOf();
    await publish(ctx, listed("a"), listed("b"));
    ctx.settings.collection = "news";
    await publish(ctx, listed("c"));
    expect(ctx.keys("next:")).toEqual([]);
  });
});

describe("a letter", () => {
  test("of the clock leaves on the day and at the hour of the settings", async () => {
    for (const [every, at, count] of [
      ["weekly", MONDAY, 1],
      ["weekly", MONDAY + HOUR_MS, 0],
      ["weekly", MONDAY + 24 * HOUR_MS, 0],
      ["daily", MONDAY + 24 * HOUR_MS, 1],
      ["never", MONDAY, 0],
    ] as const) {
      const ctx = contextOf({ every });
      await publish(ctx);
      await publish(ctx, listed("new"));
      vi.setSystemTime(at);
      await hooks.scheduled({}, ctx);
      await hooks.scheduled({}, ctx);
      expect([every, at, ctx.letters.length]).toEqual([every, at, count]);
    }
  });

  test("without a page and a text is refused, and one without a subscriber keeps its pages", async () => {
    const ctx = contextOf({}, 0);
    await publish(ctx);
    expect(await sendNow(ctx, { subject: "Hello" })).toMatchObject({ status: 409 });
    await publish(ctx, listed("new"));
    expect(await sendNow(ctx)).toEqual({ status: 409, body: { message: "Nobody has subscribed yet." } });
    expect(ctx.keys("next:")).toHaveLength(1);
    ctx.state.subscribers = 1;
    expect(await sendNow(ctx, { intro: "Hello" })).toMatchObject({ status: 201 });
  });

  test("that two members send at once leaves once", async () => {
    const ctx = contextOf();
    await publish(ctx);
    await publish(ctx, listed("new"));
    ctx.beforeChange(() => sendNow(ctx));
    await sendNow(ctx);
    expect([ctx.letters.length, ctx.keys("sent:").length, ctx.keys("next:")]).toEqual([1, 1, []]);
  });

  test("that left before its call ended is not sent again, and the next one leaves", async () => {
    const ctx = contextOf();
    await publish(ctx);
    await publish(ctx, listed("new"));
    const { change } = ctx.storage;
    ctx.storage.change = async () => Promise.reject(new Error("the end"));
    await expect(sendNow(ctx)).rejects.toThrow("the end");
    ctx.storage.change = change;
    await sendNow(ctx);
    await publish(ctx, listed("newer"));
    await sendNow(ctx);
    expect(titles(ctx)).toEqual([["About new"], ["About newer"]]);
  });

  test("for which the outbox has no room is tried again", async () => {
    const ctx = contextOf();
    await publish(ctx);
    await publish(ctx, listed("new"));
    ctx.state.fails = true;
    await expect(sendNow(ctx)).rejects.toThrow("full");
    ctx.state.fails = false;
    expect(await sendNow(ctx)).toMatchObject({ status: 201 });
  });

  test("has room for its longest text and its pages", async () => {
    const ctx = contextOf();
    await publish(ctx);
    const pages = Array.from({ length: 30 }, (_, n) => listed(`${n}${"p".repeat(60)}`, "t".repeat(300)));
    await publish(ctx, ...pages);
    await sendNow(ctx, { subject: "s".repeat(100), intro: "i".repeat(2_000) });
    expect(JSON.stringify(ctx.letters[0]?.data).length).toBeLessThan(MAIL_PLUGIN_DATA_MAX_CHARS);
  });
});
