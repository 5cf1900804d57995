import { runInDurableObject } from "cloudflare:test";
import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import {
  FORM_BODY_MAX_BYTES,
  FORM_FILE_PART_BYTES,
  FORM_FILES_MAX,
  FORM_FILES_MAX_BYTES,
  FORM_LEFTOVER_MS,
  FORM_PART_HEAD_MAX_BYTES,
  FORM_POST_MAX_BYTES,
  FORM_RECEIVE_MS,
  FORM_ROOM_PER_VISITOR,
  FORM_ROOM_PIECE_BYTES,
  FORM_ROOM_WINDOW_SECONDS,
  FORM_VALUES_MAX,
  QUARANTINE_MAX_BYTES,
  QUARANTINE_MAX_FILES,
} from "../../../manifests/bounds/forms.ts";
import { MEDIA_NAME_MAX_CHARS } from "../../../manifests/bounds/media.ts";
import type { FilesBegun } from "../../../runtime/submissions/arriving.ts";
import { readFormWithFiles } from "../../../sites/web/api/visitors/formFiles.ts";
import { GIF, JPEG, PDF, PNG, be32, bytes, pngOf, pngOfBytes, wholeZipOf, zipOf } from "../../support/mediaFiles.ts";
import { refused } from "../../worker/api/apiClient.ts";
import {
  APPLICATION,
  aSiteWithForm,
  aVisitor,
  callApi,
  fileOf,
  post,
  quarantined,
  submissions,
  withFiles,
  type Editor,
} from "../../worker/forms/siteWithForm.ts";
import { ring, sqlOf, stubOf } from "../../worker/plugins/siteWithPlugin.ts";
import { get, mediaBucket, migrate } from "../../worker/site/harness.ts";

/** Attacks on forms with files: wrong content, and far too much of it. */

beforeAll(migrate);
afterEach(() => void vi.restoreAllMocks());

const APPLY = "drawbridge.forms/application";
/** The offset of the file list in the picture below. */
const LIST_AT = 33 + 8 + 30 + "evil.html".length;

/**
 * A picture with a ZIP archive in its text, whose end record is false. Programs only read from it where the file list
 * is.
 */
function hidden(record: readonly number[]): Uint8Array<ArrayBuffer> {
  const archive = wholeZipOf("evil.html");
  archive.set(record, archive.length - 18);
  return bytes(PNG.subarray(0, 33), be32(archive.length), "teXt", archive, [0, 0, 0, 0], PNG.subarray(33));
}

const CV = fileOf(PDF, "cv.pdf", "application/pdf");
const aSite = (): Promise<Editor> => aSiteWithForm(APPLY);

const apply = (
  owner: Editor,
  more: Parameters<typeof withFiles>[0] = {},
  sent: Parameters<typeof post>[1] = {},
): Promise<Response> => post(owner, { body: withFiles({ ...APPLICATION, cv: CV, ...more }), page: false, ...sent });

const codeOf = async (response: Response): Promise<string> =>
  response.status === 201 ? "201" : (await refused(response)).code;

const left = async (owner: Editor): Promise<readonly string[]> => {
  await ring(owner);
  return quarantined(owner);
};

const B = "----x";
const part = (head: string, content: string | Uint8Array = ""): Uint8Array<ArrayBuffer> =>
  bytes(`--${B}\r\n${head}\r\n\r\n`, content, "\r\n");
const field = (name: string, value: string): Uint8Array =>
  part(`Content-Disposition: form-data; name="${name}"`, value);
const TEXTS = bytes(...Object.entries(APPLICATION).map(([name, value]) => field(name, value)));
const file = (head = 'Content-Disposition: form-data; name="cv"; filename="cv.pdf"', content = PDF): Uint8Array =>
  part(head, content);
const END = `--${B}--\r\n`;

const sendRaw = (
  owner: Editor,
  body: Uint8Array<ArrayBuffer>,
  headers: Record<string, string> = {},
): Promise<Response> =>
  post(owner, { body, page: false, headers: { "content-type": `multipart/form-data; boundary=${B}`, ...headers } });

describe("a file", () => {
  let owner: Editor;
  beforeAll(async () => void (owner = await aSite()));

  test.each<[string, Uint8Array<ArrayBuffer>, string, string]>([
    [
      "a page called a document",
      bytes("<!doctype html><script>alert(1)</script>"),
      "application/pdf",
      "UNSUPPORTED_MEDIA_TYPE",
    ],
    ["a program", bytes("MZ", new Uint8Array(2_000)), "application/octet-stream", "UNSUPPORTED_MEDIA_TYPE"],
    [
      "a drawing that is a program",
      bytes('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
      "image/svg+xml",
      "UNSUPPORTED_MEDIA_TYPE",
    ],
    ["an archive", bytes(zipOf("evil.html")), "application/zip", "UNSUPPORTED_MEDIA_TYPE"],
    ["a picture that is an archive as well", bytes(PNG, zipOf("evil.html")), "image/png", "UNSUPPORTED_MEDIA_TYPE"],
    [
      "a picture that is an archive as well, which says it has no files on its many disks",
      hidden([1, 0, 1, 0, 0, 0, 0, 0]),
      "image/png",
      "UNSUPPORTED_MEDIA_TYPE",
    ],
    [
      "a picture that is an archive as well, which says where in the picture its list is",
      hidden([0, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0, LIST_AT]),
      "image/png",
      "UNSUPPORTED_MEDIA_TYPE",
    ],
    ["a picture that is a document as well", bytes(GIF, PDF), "", "UNSUPPORTED_MEDIA_TYPE"],
    [
      "a picture with a page behind it",
      bytes(JPEG, "<script>alert(1)</script>"),
      "image/jpeg",
      "UNSUPPORTED_MEDIA_TYPE",
    ],
    ["half a picture", JPEG.slice(0, 200), "image/jpeg", "UNSUPPORTED_MEDIA_TYPE"],
    ["a picture called another one", PNG, "image/webp", "UNSUPPORTED_MEDIA_TYPE"],
    ["a picture of a hundred billion pixels", pngOf(2_000_000_000, 50), "image/png", "TOO_LARGE"],
  ])("that is %s is refused, and leaves nothing behind", async (_, content, type, code) => {
    expect(await codeOf(await apply(owner, { pictures: fileOf(content, "a.png", type) }))).toBe(code);
    expect(await left(owner)).toEqual([]);
  });

  test.each([
    "../../../etc/passwd.pdf",
    "C:\\boot\\cv.pdf",
    'x"\r\nSet-Cookie: a=b\r\n\r\n<script>.pdf',
    "\u202Efdp.exe",
    "=cmd|' /C calc'!A0",
    "x".repeat(250),
    "…/\u0000\u200b",
    "é🛶 %2e%2e%2f.html",
  ])("named %j gets a harmless name", async (name) => {
    const site = await aSite();
    expect((await apply(site, { cv: fileOf(PDF, name, "") })).status).toBe(201);
    const list = await submissions(site);
    const kept = (list.items[0]?.fields["cv"] as { name: string } | undefined)?.name ?? "";
    expect(kept).toMatch(/^[^\p{Cc}\p{Cf}/\\]+\.pdf$/u);
    expect(kept.length).toBeLessThanOrEqual(MEDIA_NAME_MAX_CHARS);
    const download = await callApi(site, "GET", `/api/forms/home.contact/submissions/${list.items[0]?.id}/files/1`);
    expect([download.status, download.headers.get("set-cookie")]).toEqual([200, null]);
    expect(download.headers.get("content-disposition")).toMatch(
      /^attachment; filename="[A-Za-z0-9._ -]+"(?:; filename\*=UTF-8''[A-Za-z0-9%._~!-]+)?$/,
    );
    const csv = await (await callApi(site, "GET", "/api/forms/home.contact/submissions.csv")).text();
    expect(csv).not.toMatch(/(?:^|,)"\s*[=+@-]/m);
  });

  test.each([
    [-1, "201"],
    [0, "201"],
    [1, "TOO_LARGE"],
  ])("of the field's largest size and %i bytes: %s", async (more, code) => {
    expect(
      await codeOf(
        await apply(await aSite(), { pictures: fileOf(pngOfBytes(5_000_000 + more), "a.png", "image/png") }),
      ),
    ).toBe(code);
  });

  test.each([-1, 0, 1])("of the size of a stored part and %i bytes is read back unchanged", async (more) => {
    const site = await aSite();
    const content = pngOfBytes(FORM_FILE_PART_BYTES + more);
    expect((await apply(site, { pictures: fileOf(content, "a.png", "image/png") })).status).toBe(201);
    const {
      items: [one],
    } = await submissions(site);
    expect(
      new Uint8Array(
        await (await callApi(site, "GET", `/api/forms/home.contact/submissions/${one?.id}/files/2`)).arrayBuffer(),
      ),
    ).toEqual(content);
    expect(await quarantined(site)).toHaveLength(more > 0 ? 3 : 2);
  });
});

describe("a body", () => {
  let owner: Editor;
  beforeAll(async () => void (owner = await aSite()));

  test("as browsers write it is accepted, and also as older programs write it", async () => {
    expect((await sendRaw(owner, bytes(TEXTS, file(), END))).status).toBe(201);
    const old =
      'content-disposition: form-data; filename="a \\"quoted\\" cv.pdf"; name=cv\r\ncontent-type: application/pdf\r\nContent-Transfer-Encoding: binary';
    expect((await sendRaw(owner, bytes(file(old), TEXTS, `--${B}--`))).status).toBe(201);
    expect((await submissions(owner)).items[0]?.fields["cv"]).toMatchObject({ name: 'a "quoted" cv.pdf' });
  });

  test.each<[string, Uint8Array<ArrayBuffer>]>([
    ["nothing", bytes("")],
    ["only an end", bytes(`--${B}`)],
    ["data before the first part", bytes("x\r\n", TEXTS, file(), END)],
    ["something after the last", bytes(TEXTS, file(), END, "x")],
    ["no end", bytes(TEXTS, file())],
    ["an end in the middle of a file", bytes(TEXTS, file().subarray(0, 200))],
    ["another boundary", bytes(TEXTS, file(), "------y--\r\n")],
    ["a part without a head", bytes(TEXTS, `--${B}\r\n\r\nx\r\n`, END)],
    [
      "a part that is not of a form",
      bytes(TEXTS, part("Content-Disposition: attachment; name=cv; filename=a.pdf", PDF), END),
    ],
    ["a part without a name", bytes(TEXTS, part('Content-Disposition: form-data; filename="a.pdf"', PDF), END)],
    [
      "two names for one file",
      bytes(TEXTS, file('Content-Disposition: form-data; name="cv"; filename="a.pdf"; filename*=UTF-8\'\'a.html'), END),
    ],
    [
      "two fields for one file",
      bytes(TEXTS, file('Content-Disposition: form-data; name="cv"; name="x"; filename="a.pdf"'), END),
    ],
    [
      "a file that is a text as well",
      bytes(TEXTS, file('Content-Disposition: form-data; name="cv"; filename="a.pdf"; FILENAME=""'), END),
    ],
    [
      "a name in pieces",
      bytes(TEXTS, file('Content-Disposition: form-data; name="cv"; filename*0="a."; filename*1="html"'), END),
    ],
    [
      "a head that is folded",
      bytes(TEXTS, file('Content-Disposition: form-data; name="cv";\r\n filename="a.pdf"'), END),
    ],
    ["a boundary that begins another", bytes(TEXTS, file(), `--${B}-\r\n`, END)],
    [
      "a head twice",
      bytes(
        TEXTS,
        file('Content-Disposition: form-data; name="cv"; filename="a.pdf"\r\nContent-Disposition: form-data; name="x"'),
        END,
      ),
    ],
    [
      "a file in another writing",
      bytes(
        TEXTS,
        file('Content-Disposition: form-data; name="cv"; filename="a.pdf"\r\nContent-Transfer-Encoding: base64'),
        END,
      ),
    ],
    [
      "a head that is no text",
      bytes(TEXTS, `--${B}\r\nContent-Disposition: form-data; name="`, [0xff, 0xfe], '"\r\n\r\nx\r\n', END),
    ],
    [
      "a text that is none",
      bytes(field("name", ""), `--${B}\r\nContent-Disposition: form-data; name="letter"\r\n\r\n`, [0xff], "\r\n", END),
    ],
    [
      "parts of parts",
      bytes(
        TEXTS,
        file(
          'Content-Disposition: form-data; name="cv"\r\nContent-Type: multipart/mixed; boundary=y',
          bytes("--y\r\nContent-Disposition: file; filename=a.pdf\r\n\r\n", PDF, "--y--"),
        ),
        END,
      ),
    ],
  ])("with %s is refused, and leaves nothing behind", async (_, body) => {
    expect((await sendRaw(owner, body)).status).toBe(400);
    await ring(owner);
    expect(await sqlOf(owner, "SELECT prefix FROM form_leftovers")).toEqual([]);
  });

  test("that is compressed, or states a too long length, is not read", async () => {
    expect((await sendRaw(owner, bytes(TEXTS, file(), END), { "content-encoding": "gzip" })).status).toBe(415);
    for (const [length, status] of [
      [FORM_POST_MAX_BYTES, 201],
      [FORM_POST_MAX_BYTES + 1, 413],
    ] as const) {
      expect((await sendRaw(owner, bytes(TEXTS, file(), END), { "content-length": String(length) })).status).toBe(
        status,
      );
    }
  });

  test.each([
    [-1, 201],
    [0, 201],
    [1, 400],
  ])("with a part header of the longest length and %i bytes: %i", async (more, status) => {
    const begin = 'Content-Disposition: form-data; name="cv"; filename="cv.pdf"\r\nX-Long: ';
    expect(
      (
        await sendRaw(
          owner,
          bytes(TEXTS, file(begin + "x".repeat(FORM_PART_HEAD_MAX_BYTES + more - begin.length)), END),
        )
      ).status,
    ).toBe(status);
  });

  test.each(["-1", "-999999999999999", "NaN", "1e3", "0x10", ""])(
    "with a stated length of %j bytes is not read, and reserves no negative space",
    async (length) => {
      expect((await sendRaw(owner, bytes(TEXTS, file(), END), { "content-length": length })).status).toBe(400);
      expect(await sqlOf(owner, "SELECT bytes FROM form_leftovers WHERE bytes <= 0 AND due_at > 0")).toEqual([]);
    },
  );

  test.each([
    [-1, 400],
    [0, 400],
    [1, 413],
  ])("with the longest text and %i bytes: %i", async (more, status) => {
    const name = "letter";
    expect(
      (await sendRaw(owner, bytes(field(name, "x".repeat(FORM_BODY_MAX_BYTES + more - name.length)), END))).status,
    ).toBe(status);
  });

  test("of a thousand files is refused, and one of two hundred is not stored", async () => {
    for (const [count, status] of [
      [1_000, 400],
      [FORM_VALUES_MAX - 5, 413],
    ] as const) {
      const many = Array.from({ length: count }, () =>
        part('Content-Disposition: form-data; name="pictures"; filename="a.png"', PNG),
      );
      expect((await sendRaw(owner, bytes(TEXTS, file(), ...many, END))).status).toBe(status);
    }
    await ring(owner);
    expect(await sqlOf(owner, "SELECT prefix FROM form_leftovers")).toEqual([]);
  });
});

describe("storage space for visitors' files", () => {
  const fill = (owner: Editor, held: number, filesHeld = 1): Promise<void> =>
    runInDurableObject(stubOf(owner), (_, { storage: { sql } }) => {
      for (let n = 0; n < filesHeld; n += 1) {
        sql.exec(
          "INSERT INTO form_files VALUES (?, ?, 'main', 'cv', ?, 'a.pdf', 'application/pdf', ?, NULL, NULL, '', 1, NULL)",
          1_000_000 + n,
          1,
          `gone/${n}`,
          n === 0 ? held : 0,
        );
      }
    });
  const sendWith = (owner: Editor, length: number): Promise<Response> =>
    sendRaw(owner, bytes(TEXTS, file(), END), { "content-length": String(length) });

  test.each([
    [-1, "201"],
    [0, "201"],
    [1, "CONFLICT"],
  ])("that is too small for a submission by %i bytes: %s", async (more, code) => {
    const owner = await aSite();
    await fill(owner, QUARANTINE_MAX_BYTES - 10_000 + more);
    expect(await codeOf(await sendWith(owner, 10_000))).toBe(code);
  });

  test.each([
    [-1, "201"],
    [0, "CONFLICT"],
    [1, "CONFLICT"],
  ])("that holds the largest number of files and %i: %s", async (more, code) => {
    const owner = await aSite();
    await fill(owner, 1, QUARANTINE_MAX_FILES + more);
    expect(await codeOf(await sendWith(owner, 10_000))).toBe(code);
  });

  test("that is used up is reported at the field, and the other input stays", async () => {
    const owner = await aSite();
    await fill(owner, QUARANTINE_MAX_BYTES);
    const response = await post(owner, { body: withFiles({ ...APPLICATION, cv: CV }) });
    const html = await response.text();
    expect([
      response.status,
      html.includes("We cannot accept files at the moment."),
      html.includes(APPLICATION.letter),
    ]).toEqual([422, true, true]);
  });

  test("is reserved before anything is stored, so concurrent uploads cannot exceed it", async () => {
    const owner = await aSite();
    await fill(owner, QUARANTINE_MAX_BYTES - 3 * FORM_FILES_MAX_BYTES);
    const begun = await Promise.all(
      Array.from({ length: 8 }, () =>
        stubOf(owner).beginFormFiles("main", "home.contact", { client: aVisitor(), bytes: null }),
      ),
    );
    const rooms = begun.map((answer) => (answer as { value: FilesBegun }).value.maxBytes);
    expect(rooms.filter((room) => room === FORM_FILES_MAX_BYTES)).toHaveLength(3);
    expect(rooms.filter((room) => room === 0)).toHaveLength(5);
  });

  const beginAs = (owner: Editor, client: string, length: number | null): Promise<unknown> =>
    stubOf(owner).beginFormFiles("main", "home.contact", { client, bytes: length });
  /** Starts uploads without finishing them, as often as the rate limit allows. */
  const beginAndLeave = async (
    owner: Editor,
    client: string,
    length: number | null,
    times: number,
  ): Promise<number> => {
    let [now, begun] = [Date.now(), 0];
    vi.spyOn(Date, "now").mockImplementation(() => now);
    for (let n = 0; n < times; n += 1, now += 60_000)
      begun += Number(((await beginAs(owner, client, length)) as { ok: boolean }).ok);
    vi.restoreAllMocks();
    return begun;
  };

  test("cannot be exhausted by one stranger who begins uploads and never sends them", async () => {
    const owner = await aSite();
    expect(await beginAndLeave(owner, "one", null, 60)).toBeLessThan(QUARANTINE_MAX_BYTES / FORM_FILES_MAX_BYTES / 4);
    expect((await apply(owner)).status).toBe(201);
  });

  test.each([
    [-1, true],
    [0, true],
    [1, false],
  ])("of one address is a fifth of the whole in a day and %i pieces: %s", async (more, ok) => {
    const owner = await aSite();
    const now = Date.now();
    vi.spyOn(Date, "now").mockReturnValue(now);
    const left = FORM_ROOM_PER_VISITOR - 7 * 13;
    for (let n = 0; n < 7; n += 1)
      expect(await beginAs(owner, "one", FORM_FILES_MAX_BYTES)).toMatchObject({ ok: true });
    const last = await beginAs(owner, "one", (left + more) * FORM_ROOM_PIECE_BYTES);
    expect(last).toMatchObject(
      ok
        ? { ok }
        : {
            ok,
            refusal: {
              code: "RATE_LIMITED",
              detail: { limit: "form-room", waitSeconds: FORM_ROOM_WINDOW_SECONDS / FORM_ROOM_PER_VISITOR },
            },
          },
    );
    expect(await beginAs(owner, "another", FORM_FILES_MAX_BYTES)).toMatchObject({ ok: true });
    expect(5 * FORM_ROOM_PER_VISITOR * FORM_ROOM_PIECE_BYTES).toBeLessThanOrEqual(QUARANTINE_MAX_BYTES);
    expect(5 * FORM_ROOM_PER_VISITOR * FORM_FILES_MAX).toBeLessThanOrEqual(QUARANTINE_MAX_FILES);
  });

  test("of one submission is limited, whatever its fields would accept", async () => {
    const begun: FilesBegun = {
      post: "p",
      key: "k",
      maxBytes: 3_000,
      takes: { pictures: { most: 9, types: { "image/png": 2_000 } } },
    };
    const stored: string[] = [];
    const bucket = { put: async (key: string) => void stored.push(key) } as unknown as R2Bucket;
    const form = bytes(
      ...[1_000, 1_500, 1_000, 500].map((size) =>
        part('Content-Disposition: form-data; name="pictures"; filename="a.png"', pngOfBytes(size)),
      ),
      END,
    );
    const { files } = await readFormWithFiles(new Response(form).body, B, {
      bucket,
      begin: async () => begun,
      abandon: async () => undefined,
    });
    expect(files?.taken.map(({ number, bytes: length }) => [number, length])).toEqual([
      [1, 1_000],
      [2, 1_500],
      [4, 500],
    ]);
    expect(files?.faulty).toMatchObject([{ number: 3, fault: "size" }]);
    expect(stored).toEqual(["k/1/0", "k/2/0", "k/4/0"]);
  });
});

test("a visitor over the rate limit gets no file stored", async () => {
  const owner = await aSite();
  const sent = { visitor: aVisitor(), headers: { "content-length": "5000" } };
  const now = Date.now();
  vi.spyOn(Date, "now").mockReturnValue(now);
  for (let n = 0; n < 10; n += 1) expect((await apply(owner, {}, sent)).status).toBe(201);
  const before = await quarantined(owner);
  expect(await refused(await apply(owner, {}, sent))).toMatchObject({ code: "RATE_LIMITED" });
  expect(await quarantined(owner)).toEqual(before);
  expect(await sqlOf(owner, "SELECT prefix FROM form_leftovers")).toEqual([]);
});

test("another site's page cannot make a visitor send a file", async () => {
  const owner = await aSite();
  for (const headers of [{ origin: "https://evil.example" }, { origin: "null" }, { "sec-fetch-site": "cross-site" }]) {
    expect((await apply(owner, {}, { headers })).status).toBe(403);
  }
  expect(await left(owner)).toEqual([]);
});

test("no media address reaches quarantined files, and no tenant's form reaches another tenant's files", async () => {
  const [us, them] = [await aSite(), await aSite()];
  expect((await apply(them)).status).toBe(201);
  const [key = ""] = await quarantined(them);
  const {
    items: [one],
  } = await submissions(them);
  const post1 = key.split("/")[1] ?? "";
  for (const path of [
    key,
    `${them.site.name}/${key}`,
    `${"0".repeat(64)}/../../${key}`,
    `quarantine/${post1}`,
    `${post1}/1`,
    `%2e%2e/${key}`,
    key.replaceAll("/", "%2f"),
    `${key}.pdf`,
    `${key}/w320`,
  ]) {
    for (const { site } of [us, them])
      expect([path, (await get(`${site.origin}/media/${path}`)).response.status]).toEqual([path, 404]);
  }
  const address = `/api/forms/home.contact/submissions/${one?.id}/files/1`;
  expect((await apply(us)).status).toBe(201);
  const ours = (await submissions(us)).items[0]?.id;
  expect(ours === one?.id ? "same id" : (await callApi(us, "GET", address)).status).toSatisfy(
    (found) => found === "same id" || found === 404,
  );
  expect((await callApi({ ...them, cookie: us.cookie }, "GET", address)).status).toBe(401);
  expect((await callApi({ ...them, cookie: "" }, "GET", address)).status).toBe(401);
  expect((await callApi(them, "GET", address.replace("home.contact", "home.other"))).status).toBe(404);
  const { objects } = await mediaBucket.list({ prefix: `${us.site.name}/` });
  expect(objects.every(({ key: stored }) => stored.startsWith(`${us.site.name}/quarantine/`))).toBe(true);
});

test("a file that arrives byte by byte is given up after the time limit", async () => {
  const begun: FilesBegun = {
    post: "p",
    key: "k",
    maxBytes: 1_000_000,
    takes: { cv: { most: 1, types: { "application/pdf": 100_000 } } },
  };
  let now = Date.now();
  vi.spyOn(Date, "now").mockImplementation(() => now);
  const chunks = [
    bytes(`--${B}\r\nContent-Disposition: form-data; name="cv"; filename="a.pdf"\r\n\r\n`, PDF),
    new Uint8Array(40_000),
    new Uint8Array(40_000),
  ];
  const body = new ReadableStream({
    type: "bytes",
    pull(controller) {
      now += FORM_RECEIVE_MS / 2 + 1;
      const chunk = chunks.shift();
      if (chunk) controller.enqueue(chunk);
      else controller.close();
    },
  });
  const abandoned: string[] = [];
  const reading = readFormWithFiles(body, B, {
    bucket: { put: async () => null as unknown as R2Object },
    begin: async () => begun,
    abandon: async (one) => abandoned.push(one),
  });
  await expect(reading).rejects.toMatchObject({ code: "TOO_SLOW" });
  expect(abandoned).toEqual(["p"]);
  expect(FORM_RECEIVE_MS).toBeLessThan(FORM_LEFTOVER_MS);
});

test("a submission whose files were removed meanwhile is not stored", async () => {
  const owner = await aSite();
  const begun = (await stubOf(owner).beginFormFiles("main", "home.contact", { client: aVisitor(), bytes: 1_000 })) as {
    value: FilesBegun;
  };
  vi.spyOn(Date, "now").mockReturnValue(Date.now() + FORM_LEFTOVER_MS);
  const cv = {
    number: 1,
    field: "cv",
    name: "a.pdf",
    type: "application/pdf",
    bytes: 10,
    width: null,
    height: null,
    digest: "0".repeat(64),
    parts: 1,
  } as const;
  const sent = await stubOf(owner).submitForm("main", "home.contact", {
    body: { kind: "fields", fields: Object.entries(APPLICATION) },
    challenge: "off",
    wantsPage: false,
    keepsFiles: false,
    client: "c",
    requestId: "r",
    files: { post: begun.value.post, taken: [cv], faulty: [] },
  });
  expect(sent).toMatchObject({ ok: false, refusal: { code: "CONFLICT" } });
  expect((await submissions(owner)).total).toBe(0);
});

test("a file is streamed: at most two parts of it are in memory", async () => {
  const length = 8 * 1024 * 1024;
  const head = bytes(
    `--${B}\r\nContent-Disposition: form-data; name="cv"; filename="a.jpg"\r\n\r\n`,
    JPEG.subarray(0, -2),
  );
  const tail = bytes([0xff, 0xd9], `\r\n--${B}--`);
  const chunk = new Uint8Array(64 * 1024).fill(13);
  let [sent, kept, most] = [0, 0, 0];
  const body = new ReadableStream({
    type: "bytes",
    pull(controller) {
      const next = sent === 0 ? head : sent < length ? chunk : tail;
      sent += next.length;
      controller.enqueue(next.slice());
      if (next === tail) controller.close();
    },
  });
  const bucket = {
    async put(_key: string, value: ReadableStream<Uint8Array>) {
      most = Math.max(most, sent - kept);
      kept += (await new Response(value).bytes()).length;
      return null as unknown as R2Object;
    },
  } as unknown as R2Bucket;
  const begun: FilesBegun = {
    post: "p",
    key: "k",
    maxBytes: length * 2,
    takes: { cv: { most: 1, types: { "image/jpeg": length * 2 } } },
  };
  const { files } = await readFormWithFiles(body, B, {
    bucket,
    begin: async () => begun,
    abandon: async () => undefined,
  });
  expect(files?.taken).toMatchObject([{ type: "image/jpeg", bytes: kept }]);
  expect(kept).toBeGreaterThan(length);
  expect(most).toBeLessThan(2 * FORM_FILE_PART_BYTES + 512 * 1024);
});
