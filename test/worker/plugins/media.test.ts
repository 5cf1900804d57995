import { beforeAll, expect, test } from "vitest";
import { PNG, pngOfBytes } from "../../support/mediaFiles.ts";
import { migrate } from "../site/harness.ts";
import { STORAGE, aSiteWith, callApi, done, invocations, ring, sqlOf } from "./siteWithPlugin.ts";

beforeAll(migrate);

const SOURCE = `export const hooks = {
  mediaUploaded: async (event, ctx) => {
    const { body, ...file } = await ctx.media.read(event.id);
    const { files } = await ctx.media.list();
    await ctx.storage.put(event.id, { event, file, first: [...body.subarray(0, 4)], length: body.length, listed: files.length });
  },
};`;
const HOOKS = { contributes: { hooks: [{ on: "mediaUploaded" }] } };
const MEDIA = { media: { read: true, reason: "to look at pictures" } };

test("a plugin that was granted media hears of every file once, and reads it", async () => {
  const owner = await aSiteWith(SOURCE, { ...HOOKS, capabilities: { ...STORAGE, ...MEDIA } });
  const upload = (file: Uint8Array<ArrayBuffer>) => callApi(owner, "POST", "/api/media?name=a.png", { file });
  const { id, path } = await done<{ id: string; path: string }>(await upload(PNG));
  await done(await upload(PNG));
  await done(await upload(pngOfBytes(1_000)));
  await ring(owner);
  // The platform may have rung the alarm first, so its calls may still be running.
  const calls = async (): Promise<string[]> =>
    (await invocations(owner)).map(({ name, outcome }) => `${name} ${outcome}`);
  await expect.poll(calls).toEqual(["mediaUploaded ok", "mediaUploaded ok"]);
  const rows = await sqlOf<{ key: string; value: string }>(
    owner,
    "SELECT key, value FROM plugin_storage WHERE key = ?",
    id,
  );
  const facts = {
    id,
    path,
    kind: "drawbridge.images/picture",
    type: "image/png",
    bytes: PNG.length,
    width: 7,
    height: 5,
    name: "a.png",
  };
  expect(rows.map(({ value }) => JSON.parse(value) as unknown)).toEqual([
    {
      event: facts,
      file: { ...facts, alt: "", focal: null },
      first: [0x89, 0x50, 0x4e, 0x47],
      length: PNG.length,
      // The second picture may come after the first call.
      listed: expect.toBeOneOf([1, 2]),
    },
  ]);
});

test("a plugin that was not is told nothing", async () => {
  const owner = await aSiteWith(SOURCE, { ...HOOKS, capabilities: STORAGE });
  await done(await callApi(owner, "POST", "/api/media", { file: PNG }));
  await ring(owner);
  expect(await invocations(owner)).toEqual([]);
});
