import { runDurableObjectAlarm } from "cloudflare:test";
import { beforeAll, describe, expect, test } from "vitest";
import { MEDIA_MAX_BYTES, UPLOAD_PART_BYTES } from "../../../manifests/bounds/media.ts";
import type { UploadBegun } from "../../../runtime/media/library.ts";
import { keysWith, partKey, uploadKey } from "../../../runtime/media/keys.ts";
import type { MediaListView, MediaView } from "../../../runtime/media/views.ts";
import { receive } from "../../../sites/web/intake/receive.ts";
import { PartedStorage } from "../../../sites/web/api/media/parts.ts";
import { stagingOf } from "../../../sites/web/api/media/staging.ts";
import {
  DOCX,
  DOCX_PARTS,
  GIF,
  JPEG,
  MP4,
  PDF,
  PNG,
  archiveOf,
  bytes,
  pngOf,
  pngOfBytes,
  zipOf,
} from "../../support/mediaFiles.ts";
import { type Editor, type Sent, anEditor, callApi, codeOf, done } from "../../worker/api/apiClient.ts";
import { get, mediaBucket, migrate, workspaceOf } from "../../worker/site/harness.ts";

/** Attacks on files: members who send another type than they declare, and visitors who request files of others. */

beforeAll(migrate);

const send = (editor: Editor, file: Uint8Array<ArrayBuffer>, sent: Sent = {}, query = ""): Promise<Response> =>
  callApi(editor, "POST", `/api/media${query}`, { file, ...sent });

const stored = async ({ site }: Editor): Promise<string[]> => {
  await runDurableObjectAlarm(workspaceOf(site.name));
  return (await mediaBucket.list({ prefix: `${site.name}/` })).objects.map(({ key }) => key);
};

const PAGE = bytes("<!doctype html><title>x</title><script>alert(document.domain)</script>");
const DRAWING = bytes('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1" onload="alert(1)"/>');

describe("an upload", () => {
  test.each<[string, Uint8Array<ArrayBuffer>, string, string]>([
    ["a page called a picture", PAGE, "image/png", "UNSUPPORTED_MEDIA_TYPE"],
    ["a page that says what it is", PAGE, "text/html", "UNSUPPORTED_MEDIA_TYPE"],
    ["a drawing without an end", DRAWING.slice(0, -2), "image/svg+xml", "UNSUPPORTED_MEDIA_TYPE"],
    ["a drawing called a picture", DRAWING, "image/png", "UNSUPPORTED_MEDIA_TYPE"],
    ["a drawing that is an archive as well", bytes(DRAWING, zipOf("evil.html")), "", "UNSUPPORTED_MEDIA_TYPE"],
    ["a drawing with a page behind it", bytes(DRAWING, PAGE), "", "UNSUPPORTED_MEDIA_TYPE"],
    ["an empty file", new Uint8Array(0), "image/png", "INVALID_REQUEST"],
    ["a picture called a page", PNG, "text/html", "UNSUPPORTED_MEDIA_TYPE"],
    ["a picture called another picture", PNG, "image/gif", "UNSUPPORTED_MEDIA_TYPE"],
    ["a film called a picture", MP4, "image/jpeg", "UNSUPPORTED_MEDIA_TYPE"],
    [
      "a form",
      bytes("--x\r\nContent-Disposition: form-data; name=file\r\n\r\n", PNG),
      "multipart/form-data; boundary=x",
      "UNSUPPORTED_MEDIA_TYPE",
    ],
    ["JSON", bytes('{"file":"x"}'), "application/json", "UNSUPPORTED_MEDIA_TYPE"],
    ["a picture that is an archive as well", bytes(PNG, zipOf("evil.html")), "image/png", "UNSUPPORTED_MEDIA_TYPE"],
    ["a page as plain text", bytes("<!doctype html><script>alert(1)</script>"), "text/plain", "UNSUPPORTED_MEDIA_TYPE"],
    ["a document with macros", archiveOf({ ...DOCX_PARTS, "word/vbaProject.bin": "" }), "", "UNSUPPORTED_MEDIA_TYPE"],
    [
      "a document that is a program as well",
      archiveOf({ ...DOCX_PARTS, "META-INF/MANIFEST.MF": "" }),
      "",
      "UNSUPPORTED_MEDIA_TYPE",
    ],
    ["a document with a page behind it", bytes(DOCX, "<html>"), "", "UNSUPPORTED_MEDIA_TYPE"],
    ["a PDF that is an archive as well", bytes(PDF, zipOf("evil.html")), "application/pdf", "UNSUPPORTED_MEDIA_TYPE"],
    ["an archive", bytes(zipOf("evil.html")), "application/zip", "UNSUPPORTED_MEDIA_TYPE"],
    ["half a picture", JPEG.slice(0, 200), "image/jpeg", "UNSUPPORTED_MEDIA_TYPE"],
    ["a picture with a page behind it", bytes(GIF, PAGE), "image/gif", "UNSUPPORTED_MEDIA_TYPE"],
    ["a picture of a hundred billion pixels", pngOf(2_000_000_000, 50), "image/png", "TOO_LARGE"],
  ])("of %s is refused and leaves nothing behind", async (_, file, type, code) => {
    const editor = await anEditor();
    expect(await codeOf(await send(editor, file, { headers: { "content-type": type } }))).toBe(code);
    expect((await done<MediaListView>(await callApi(editor, "GET", "/api/media"))).items).toEqual([]);
    expect(await stored(editor)).toEqual([]);
  });

  test("needs its exact length, and may not be compressed", async () => {
    const editor = await anEditor();
    const withLength = async (length: string | null, more: Readonly<Record<string, string>> = {}) =>
      codeOf(await send(editor, PNG, { headers: { "content-length": length, ...more } }));
    for (const length of [null, "", "0", "-1", "NaN", "1e400x"])
      expect([length, await withLength(length)]).toEqual([length, "INVALID_REQUEST"]);
    expect(await withLength(String(MEDIA_MAX_BYTES + 1))).toBe("TOO_LARGE");
    for (const length of [PNG.length - 1, PNG.length + 1])
      expect(await withLength(String(length))).toBe("UNSUPPORTED_MEDIA_TYPE");
    expect(await withLength(String(PNG.length), { "content-encoding": "gzip" })).toBe("UNSUPPORTED_MEDIA_TYPE");
    expect(await stored(editor)).toEqual([]);
  });

  test("is refused from any other origin than the site's", async () => {
    const editor = await anEditor();
    for (const origin of ["https://elsewhere.example", "null", null]) {
      expect(await codeOf(await send(editor, PNG, { headers: { origin } }))).toBe("ORIGIN_MISMATCH");
    }
  });

  test("of a drawing that is a program stores the drawing alone, and serves it as nothing but a picture", async () => {
    const editor = await anEditor();
    const drawing = bytes(
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 7 5" onload="alert(1)"><script>alert(1)</script><path d="M1 1"/></svg>',
    );
    const {
      path,
      width,
      height,
      bytes: length,
    } = await done<MediaView>(await send(editor, drawing, {}, "?name=logo.svg"));
    expect([width, height]).toEqual([7, 5]);
    const { response } = await get(`${editor.site.origin}${path}`);
    const text = await response.text();
    expect(text).toBe('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 7 5"><path d="M1 1"></path></svg>');
    expect(length).toBe(text.length);
    expect(response.headers.get("content-type")).toBe("image/svg+xml");
    expect(response.headers.get("x-content-type-options")).toBe("nosniff");
    const policy = response.headers.get("content-security-policy")?.split("; ");
    expect(policy).toEqual(["default-src 'none'", "style-src 'unsafe-inline'", "frame-ancestors 'none'", "sandbox"]);
    expect((await get(`${editor.site.origin}${path}/w320`)).response.status).toBe(404);
  });

  test("with an idempotency key of another file is refused", async () => {
    const editor = await anEditor();
    const key = crypto.randomUUID();
    await done(await send(editor, PNG, { key }));
    expect(await codeOf(await send(editor, GIF, { key }))).toBe("IDEMPOTENCY_KEY_REUSED");
  });

  test("may be as large as its plugin allows, and no larger", async () => {
    const editor = await anEditor();
    // The plugin accepts animations of ten megabytes. Blocks of one byte, which take two bytes each, fill one.
    const most = 10 * 1024 * 1024;
    const animation = (length: number) => {
      const odd = (length - GIF.length - 3) % 2;
      const filling = new Uint8Array(length - GIF.length - 3 - odd * 3).fill(1);
      const extra = odd === 0 ? [] : [2, 0, 0];
      return bytes(GIF.subarray(0, -1), [0x21, 0xfe], filling, extra, [0, 0x3b]);
    };
    for (const [more, code] of [
      [-1, "201"],
      [0, "201"],
      [1, "TOO_LARGE"],
    ] as const) {
      const file = animation(most + more);
      expect(file.length).toBe(most + more);
      expect([more, await codeOf(await send(editor, file))]).toEqual([more, code]);
    }
  });

  test("with a hostile file name injects no header, path or markup", async () => {
    const editor = await anEditor();
    const name = encodeURIComponent('x"\r\nSet-Cookie: a=b\r\n\r\n<script>alert(1)</script>/../../\u202Efdp.pdf');
    const { path, name: kept } = await done<MediaView>(await send(editor, PDF, {}, `?name=${name}`));
    expect(path).toMatch(/^\/media\/[0-9a-f]{64}\/[a-z0-9-]+\.pdf$/);
    expect(kept).not.toMatch(/[\r\n\u202E/]/);
    const { response } = await get(`${editor.site.origin}${path}`);
    expect([response.status, response.headers.get("set-cookie"), response.headers.get("content-disposition")]).toEqual([
      200,
      null,
      expect.stringMatching(/^attachment; filename="[a-z0-9-]+\.pdf"$/),
    ]);
  });
});

describe("another tenant's file", () => {
  test("is not served under one's own hostname, nor known by its id, nor changed, nor removed", async () => {
    const [us, them] = [await anEditor(), await anEditor()];
    const { id, path } = await done<MediaView>(await send(them, pngOfBytes(333)));
    for (const address of [
      path,
      `${path}/w320`,
      path.replace("/media/", `/media/${them.site.name}/`),
      `/media/../${them.site.name}${path.slice(6)}`,
      `/media/uploads/${id}`,
    ]) {
      expect((await get(`${us.site.origin}${address}`)).response.status).toBe(404);
    }
    for (const [method, sent] of [
      ["GET", {}],
      ["PATCH", { ifMatch: 1, body: { changes: { alt: "Ours" } } }],
      ["DELETE", { ifMatch: 1 }],
    ] as const) {
      expect(
        await codeOf(await callApi(us, method, `/api/media/${id}${method === "DELETE" ? "?force=true" : ""}`, sent)),
      ).toBe("NOT_FOUND");
    }
    expect((await get(`${them.site.origin}${path}`)).response.status).toBe(200);
  });

  test("with the same bytes is another file: removing ours leaves theirs", async () => {
    const [us, them] = [await anEditor(), await anEditor()];
    const file = pngOfBytes(444);
    const { id, path } = await done<MediaView>(await send(us, file));
    expect((await done<MediaView & { created: boolean }>(await send(them, file))).created).toBe(true);
    await done(await callApi(us, "DELETE", `/api/media/${id}?force=true`, { ifMatch: 1 }));
    expect(await stored(us)).toEqual([]);
    expect((await get(`${them.site.origin}${path}`)).response.status).toBe(200);
  });
});

test("an upload in progress has no public address", async () => {
  const editor = await anEditor();
  const begun = (await workspaceOf(editor.site.name).beginUpload(
    "main",
    { kind: "member", id: "m" },
    10,
    null,
  )) as unknown as { value: UploadBegun };
  await mediaBucket.put(begun.value.key, PAGE);
  await mediaBucket.put(`${begun.value.key}/0`, PAGE);
  for (const path of ["", "/0", "%2f0"])
    expect((await get(`${editor.site.origin}/media/uploads/${begun.value.upload}${path}`)).response.status).toBe(404);
});

test("a file is streamed: at most two parts of it are in memory", async () => {
  const length = 25 * 1024 * 1024;
  const head = JPEG.subarray(0, -2);
  const chunk = new Uint8Array(64 * 1024).fill(7);
  let [sent, kept, most] = [0, 0, 0];
  const body = new ReadableStream({
    type: "bytes",
    pull(controller) {
      const next = sent === 0 ? head : sent < length - 2 ? chunk.subarray(0, length - 2 - sent) : bytes([0xff, 0xd9]);
      sent += next.length;
      controller.enqueue(next.slice());
      if (sent === length) controller.close();
    },
  });
  const bucket = {
    async put(_key: string, part: ReadableStream<Uint8Array>) {
      most = Math.max(most, sent - kept);
      kept += (await new Response(part).bytes()).length;
    },
  } as unknown as R2Bucket;
  const { destination } = stagingOf(bucket, { key: "k", takes: { "image/jpeg": length } }, "", length);
  expect(await receive(body as ReadableStream<Uint8Array>, destination)).toMatchObject({
    type: "image/jpeg",
    bytes: length,
  });
  expect(kept).toBe(length);
  expect(most).toBeLessThan(2 * UPLOAD_PART_BYTES + 1024 * 1024);
});

test.each([null, 25 * 1024 * 1024])(
  "an interrupted upload of length %j stores only whole parts, under keys that the workspace knows",
  async (length) => {
    const chunk = new Uint8Array(64 * 1024).fill(7);
    let sent = 0;
    const body = new ReadableStream({
      type: "bytes",
      pull(controller) {
        if (sent > 2.5 * UPLOAD_PART_BYTES) return controller.error(new Error("the sender is gone"));
        const next = sent === 0 ? JPEG.subarray(0, -2) : chunk;
        sent += next.length;
        controller.enqueue(next.slice());
      },
    });
    const puts: [string, number][] = [];
    const bucket = {
      put: async (key: string, part: ReadableStream<Uint8Array>) =>
        void puts.push([key, (await new Response(part).bytes()).length]),
    } as unknown as R2Bucket;
    const { destination } = stagingOf(
      bucket,
      { key: uploadKey("u1"), takes: { "image/jpeg": 100 * 1024 * 1024 } },
      "",
      length,
    );
    await expect(receive(body as ReadableStream<Uint8Array>, destination)).rejects.toThrow("the sender is gone");
    expect(puts).toEqual([0, 1].map((part) => [partKey(uploadKey("u1"), part), UPLOAD_PART_BYTES]));
    expect(puts.every(([key]) => keysWith(uploadKey("u1")).includes(key))).toBe(true);
  },
);

test.each([
  [MEDIA_MAX_BYTES - 1, "whole"],
  [MEDIA_MAX_BYTES, "whole"],
  [MEDIA_MAX_BYTES + 1, "TOO_LARGE"],
])("a file of unknown length and %i bytes is stored in parts: %s", async (length, outcome) => {
  let kept = 0;
  const bucket = {
    put: async (_key: string, part: Uint8Array<ArrayBuffer>) =>
      void (kept += (await new Response(part).arrayBuffer()).byteLength),
  } as unknown as R2Bucket;
  const storage = new PartedStorage(bucket, "k", UPLOAD_PART_BYTES);
  storage.admit(MEDIA_MAX_BYTES);
  const chunk = new Uint8Array(1024 * 1024 - 1);
  const written = async (): Promise<string> => {
    for (let left = length; left > 0; left -= chunk.length) await storage.write(chunk.subarray(0, left));
    await storage.end();
    return "whole";
  };
  expect(await written().catch(({ code }: { readonly code: string }) => code)).toBe(outcome);
  if (outcome === "whole") expect([kept, storage.bytes]).toEqual([length, length]);
  else expect(kept).toBeLessThanOrEqual(MEDIA_MAX_BYTES);
});

/** A body that continues endlessly after a picture's header, with the number of bytes that were read. */
function endlessAfter(head: Uint8Array, length: number) {
  const chunk = new Uint8Array(64 * 1024).fill(7);
  const seen = { sent: 0 };
  const body = new ReadableStream({
    type: "bytes",
    pull(controller) {
      const next = seen.sent === 0 ? head : chunk.subarray(0, length - seen.sent);
      seen.sent += next.length;
      controller.enqueue(next.slice());
      if (seen.sent >= length) controller.close();
    },
  });
  return { seen, body: body as ReadableStream<Uint8Array> };
}

test.each([
  ["is read to its end, so that its sender sees why", 2 * 1024 * 1024, 2 * 1024 * 1024],
  ["is read no further than the longest file, whoever goes on sending", 1024 * 1024 * 1024, MEDIA_MAX_BYTES],
])("a file that is refused while it arrives %s, and nothing of it is stored", async (_, length, most) => {
  const { seen, body } = endlessAfter(JPEG.subarray(0, -2), length);
  const bucket = { put: () => Promise.reject(new Error("something is stored")) } as unknown as R2Bucket;
  const { destination } = stagingOf(bucket, { key: "k", takes: { "image/jpeg": 1024 * 1024 } }, "", length);
  await expect(receive(body, destination)).rejects.toMatchObject({ code: "TOO_LARGE" });
  expect(seen.sent).toBeGreaterThanOrEqual(most);
  expect(seen.sent).toBeLessThan(most + 1024 * 1024);
});
