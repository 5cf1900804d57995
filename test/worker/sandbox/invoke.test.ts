import { expect, test } from "vitest";
import { callDigest, go, install, valueOf } from "./kit.ts";

test("a plugin answers with data, and keeps data", async () => {
  const { invoked, log } = await go(`
    await ctx.storage.put("greeting", { hello: input });
    console.log("stored", { a: 1 });
    const answer = await fetch("https://api.example.com/hello");
    return { stored: await ctx.storage.get("greeting"), said: await answer.text(), type: answer.headers.get("content-type") };
  `, { input: "world" });
  expect(invoked).toMatchObject({ ok: true, value: { stored: { hello: "world" }, said: "hello", type: "text/plain" } });
  expect(log).toEqual(['acme.tests info stored {\\"a\\":1}']);
});

test("a plugin is warm at the second call", async () => {
  const digest = await install("let n = 0; export const tools = { go: () => ++n };");
  expect(valueOf((await callDigest(digest)).invoked)).toBe(1);
  expect(valueOf((await callDigest(digest)).invoked)).toBe(2);
});
