import { hexOf } from "../../../manifests/bytes/hex.ts";
import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { beforeAll, describe, expect, test } from "vitest";
import { MEDIA_MAX_BYTES, UPLOAD_PART_BYTES } from "../../../manifests/bounds/media.ts";
import { keysWith } from "../../../runtime/media/keys.ts";
import type { MediaListView } from "../../../runtime/media/views.ts";
import { receive } from "../../../sites/web/intake/receive.ts";
import { type Staging, stagingOf } from "../../../sites/web/api/media/staging.ts";
import { sentParts } from "../../../sites/editor/pages/desk/sent.ts";
import { JPEG, PNG, bytes, pngOfBytes } from "../../support/mediaFiles.ts";
import { MEDIA } from "../../worker/api/editorBrowser.ts";
import { type Editor, anEditor, callApi, done } from "../../worker/api/apiClient.ts";
import { mediaBucket, migrate, send, workspaceOf } from "../../worker/site/harness.ts";

/** Attacks with multipart uploads without a length, on storage and memory. */

beforeAll(migrate);

const B = "of-this-test";
const END = bytes(`\r\n--${B}--`);
const headOf = (name: string): Uint8Array =>
  bytes(`--${B}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\n`);
const next = bytes("\r\n");

type Pieces = Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

async function* oneByOne(pieces: Pieces): AsyncGenerator<Uint8Array, undefined> {
  yield* pieces;
}

/** A stream that sends a piece at each read, and then ends or fails. */
function sending(pieces: Pieces, broken = false): ReadableStream<Uint8Array> {
  const left = oneByOne(pieces);
  return new ReadableStream({
    type: "bytes",
    async pull(controller) {
      const { value } = await left.next();
      if (value) controller.enqueue(value.slice());
      else if (broken) controller.error(new Error("the connection is gone"));
      else {
        controller.close();
        controller.byobRequest?.respond(0);
      }
    },
  }) as ReadableStream<Uint8Array>;
}

const formOf = (body: ReadableStream<Uint8Array>): Request =>
  new Request("https://site.example/", {
    method: "POST",
    body,
    headers: { "content-type": `multipart/form-data; boundary=${B}` },
  });

const CHUNK = new Uint8Array(64 * 1024).fill(13);
/** A JPEG of exactly this many bytes, in chunks. */
function* jpegOf(length: number): Generator<Uint8Array> {
  const head = JPEG.subarray(0, -2);
  yield head;
  let left = length - JPEG.length;
  for (; left > 0; left -= CHUNK.length) yield CHUNK.subarray(0, left);
  yield bytes([0xff, 0xd9]);
}

/** A bucket in memory that stores its objects, or only counts their bytes. */
class Store {
  readonly sizes = new Map<string, number>();
  readonly #kept = new Map<string, Uint8Array<ArrayBuffer>>();
  readonly #keeps: boolean;
  stored = 0;

  constructor(keeps: boolean) {
    this.#keeps = keeps;
  }

  get bucket(): R2Bucket {
    return {
      put: async (key: string, value: ReadableStream<Uint8Array>) => {
        const part = await new Response(value).bytes();
        if (this.#keeps) this.#kept.set(key, new Uint8Array(part));
        this.sizes.set(key, part.length);
        this.stored += part.length;
      },
      get: async (key: string) => (this.#kept.has(key) ? { body: new Response(this.#kept.get(key)).body } : null),
    } as unknown as R2Bucket;
  }

  lose(key: string): void {
    this.#kept.delete(key);
  }
}

const stagedIn = (store: Store, most: number): Staging =>
  stagingOf(store.bucket, { key: "t/uploads/u", takes: { "image/jpeg": most } }, "", null);

test("a file of a form is streamed: at most two parts of it are in memory", async () => {
  const length = 5 * UPLOAD_PART_BYTES + 1_000;
  const store = new Store(false);
  let [sent, most] = [0, 0];
  function* counted(): Generator<Uint8Array> {
    for (const piece of [headOf("a.jpg"), ...jpegOf(length), END]) {
      most = Math.max(most, sent - store.stored);
      sent += piece.length;
      yield piece;
    }
  }
  for await (const part of sentParts(formOf(sending(counted())))) {
    if ("file" in part)
      expect(await receive(part.file.body, stagedIn(store, length).destination)).toMatchObject({
        type: "image/jpeg",
        bytes: length,
      });
  }
  expect([store.stored, [...store.sizes.values()]]).toEqual([
    length,
    [...Array.from({ length: 5 }, () => UPLOAD_PART_BYTES), 1_000],
  ]);
  expect(most).toBeLessThan(2 * UPLOAD_PART_BYTES + 512 * 1024);
  expect(most).toBeGreaterThanOrEqual(UPLOAD_PART_BYTES);
});

test("reads a file's bytes only when they are requested, and none after the next part has begun", async () => {
  let asked = 0;
  function* counted(): Generator<Uint8Array> {
    for (const piece of [headOf("a.jpg"), ...jpegOf(1024 * 1024), next, headOf("b.png"), PNG, END]) {
      asked += piece.length;
      yield piece;
    }
  }
  const bodies: (ReadableStream<Uint8Array> | null)[] = [];
  for await (const part of sentParts(formOf(sending(counted())))) {
    if (!("file" in part)) continue;
    if (bodies.length === 0) expect(asked).toBeLessThan(256 * 1024);
    else expect(await new Response(part.file.body).bytes()).toEqual(PNG);
    bodies.push(part.file.body);
  }
  expect(bodies).toHaveLength(2);
  await expect(new Response(bodies[0] ?? null).bytes()).rejects.toThrow("after its time");
});

describe("a file of unknown length", () => {
  test.each([-1, 0, 1])(
    "of a part and %i bytes is stored in the needed number of parts, and read back unchanged",
    async (more) => {
      const store = new Store(true);
      const length = UPLOAD_PART_BYTES + more;
      const staging = stagedIn(store, length);
      const { digest } = await receive(sending(jpegOf(length)), staging.destination);
      expect([...store.sizes.values()]).toEqual(more > 0 ? [UPLOAD_PART_BYTES, more] : [length]);
      const read = new crypto.DigestStream("SHA-256");
      await (await staging.read()).pipeTo(read);
      expect(hexOf(await read.digest)).toBe(digest);
      store.lose("t/uploads/u/0");
      await expect(new Response(await staging.read()).bytes()).rejects.toThrow("is not there");
    },
  );

  test.each([
    [-1, "taken"],
    [0, "taken"],
    [1, "TOO_LARGE"],
  ])(
    "of the largest size and %i bytes is %s, and leaves no part that the sweep cannot find",
    async (more, expected) => {
      const store = new Store(false);
      const receiving = receive(sending(jpegOf(MEDIA_MAX_BYTES + more)), stagedIn(store, MEDIA_MAX_BYTES).destination);
      expect(
        await receiving.then(
          () => "taken",
          ({ code }: { code: string }) => code,
        ),
      ).toBe(expected);
      const swept = new Set(keysWith("uploads/u").map((key) => `t/${key}`));
      expect([...store.sizes.keys()].filter((key) => !swept.has(key))).toEqual([]);
      expect(store.stored).toBeLessThanOrEqual(MEDIA_MAX_BYTES);
    },
  );
});

const stored = async ({ site }: Editor): Promise<string[]> =>
  (await mediaBucket.list({ prefix: `${site.name}/` })).objects.map(({ key }) => key);

const sent = async ({ site, cookie }: Editor, body: ReadableStream<Uint8Array>): Promise<Response> =>
  (
    await send(
      new Request(`${site.origin}${MEDIA}`, {
        method: "POST",
        body,
        redirect: "manual",
        headers: {
          cookie,
          origin: site.origin,
          "sec-fetch-site": "same-origin",
          accept: "text/html",
          "content-type": `multipart/form-data; boundary=${B}`,
        },
      }),
    )
  ).response;

const KEY = bytes(`--${B}\r\nContent-Disposition: form-data; name="key"\r\n\r\n12345678-abc\r\n`);
/** A part is stored while the next one arrives, so the first two of three are certainly stored. */
const LONG = 3 * UPLOAD_PART_BYTES + 70_000;

/** Passes the pieces on, and lists the stored keys after the last one. */
async function* watched(editor: Editor, pieces: Iterable<Uint8Array>, seen: string[]): AsyncGenerator<Uint8Array> {
  yield* pieces;
  seen.push(...(await stored(editor)));
}

test("a form that breaks off during a multipart upload leaves nothing of that file, and keeps the files before it", async () => {
  const editor = await anEditor("author");
  const seen: string[] = [];
  const pieces = [KEY, headOf("one.png"), PNG, next, headOf("two.png"), pngOfBytes(LONG)];
  const response = await sent(editor, sending(watched(editor, pieces, seen)));
  expect([response.status, (await response.text()).includes("INVALID_REQUEST")]).toEqual([400, true]);
  // The second upload is under way. The part of the first is deleted at some time.
  const parts = seen.flatMap((key) => /\/uploads\/[^/]+\/(\d+)$/.exec(key)?.[1] ?? []);
  expect(parts).toEqual(expect.arrayContaining(["0", "1"]));
  await runDurableObjectAlarm(workspaceOf(editor.site.name));
  expect((await done<MediaListView>(await callApi(editor, "GET", "/api/media"))).items.map(({ name }) => name)).toEqual(
    ["one.png"],
  );
  expect((await stored(editor)).map((key) => key.split("/").at(-1))).toEqual(["one.png"]);
});

test("a lost connection leaves nothing of a file", async () => {
  const editor = await anEditor("author");
  await sent(editor, sending([KEY, headOf("two.png"), pngOfBytes(LONG)], true)).catch(() => undefined);
  await runDurableObjectAlarm(workspaceOf(editor.site.name));
  expect(await stored(editor)).toEqual([]);
});

test("a worker that dies during a multipart upload leaves its parts no longer than an upload may take", async () => {
  const editor = await anEditor("author");
  const workspace = workspaceOf(editor.site.name);
  const begun = (await workspace.beginUpload("main", { kind: "member", id: "m" }, null, null)) as unknown as {
    value: { key: string; takes: Staging["destination"]["takes"] };
  };
  const { destination } = stagingOf(mediaBucket, begun.value, "", null);
  const storage = destination.open();
  destination.admit("image/png");
  await storage.write(new Uint8Array(LONG));
  expect(await stored(editor)).toEqual(expect.arrayContaining([0, 1].map((part) => `${begun.value.key}/${part}`)));
  await runInDurableObject(workspace, (_, { storage: { sql } }) =>
    sql.exec("UPDATE media_uploads SET at = 0").toArray(),
  );
  await evictDurableObject(workspace);
  await done(await callApi(editor, "POST", "/api/pages", { body: { body: { path: "/wakes-it", title: "Wakes it" } } }));
  await runDurableObjectAlarm(workspaceOf(editor.site.name));
  expect(await stored(editor)).toEqual([]);
});
