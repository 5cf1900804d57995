import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { FORM_LEFTOVER_MS } from "../../../manifests/bounds/forms.ts";
import type { SubmissionsView } from "../../../runtime/submissions/views.ts";
import type { MediaListView, MediaView } from "../../../runtime/media/views.ts";
import { GIF, JPEG, PDF, PNG, bytes, pngOfBytes } from "../../support/mediaFiles.ts";
import { memberOf, refused } from "../api/apiClient.ts";
import { ring, sqlOf } from "../plugins/siteWithPlugin.ts";
import { db, get, mediaBucket, migrate } from "../site/harness.ts";
import {
  APPLICATION,
  NO_FILE,
  aSiteWithForm,
  callApi,
  done,
  fieldsIn,
  fileOf,
  found,
  post,
  quarantined,
  submissions,
  withFiles,
  type Editor,
} from "./siteWithForm.ts";

beforeAll(migrate);
afterEach(() => void vi.restoreAllMocks());

const FORM = "home.contact";
const APPLY = "drawbridge.forms/application";
const CV = fileOf(PDF, "Robin Ferry.pdf", "application/pdf");

const apply = (
  owner: Editor,
  more: Parameters<typeof withFiles>[0] = {},
  sent: Parameters<typeof post>[1] = {},
): Promise<Response> =>
  post(owner, { body: withFiles({ ...APPLICATION, cv: CV, pictures: NO_FILE, ...more }), ...sent });

const fileAt = ({ items: [one] }: SubmissionsView, number: number): string =>
  `/api/forms/${FORM}/submissions/${one?.id}/files/${number}`;

describe("a form with files", () => {
  let owner: Editor;
  beforeAll(async () => void (owner = await aSiteWithForm(APPLY)));

  test("stands in the page as fields that say what they take", async () => {
    const html = await (await get(`${owner.site.origin}/`)).response.text();
    expect(html).toContain('enctype="multipart/form-data"');
    expect(html).toContain(
      '<input type="file" id="home-contact-cv" name="cv" required aria-describedby="home-contact-cv-takes" accept="application/pdf">',
    );
    expect(html).toContain("PDF · ≤ 5 MB");
    expect(html).toMatch(/name="pictures"[^>]* accept="image\/jpeg,image\/png,image\/webp" multiple>/);
    expect(html).toContain("JPG, PNG, WEBP · ≤ 5 MB · ≤ 3");
  });

  test("is stored with them, in quarantine, for members who may read it", async () => {
    const long = pngOfBytes(1_300_000);
    const response = await apply(owner, {
      pictures: [fileOf(JPEG, "../../one.jpg", "image/jpeg"), fileOf(long, "two.png", "")],
    });
    expect([response.status, response.headers.get("location")]).toEqual([303, `/api/forms/${FORM}/sent#contact`]);
    const list = await submissions(owner);
    expect(list.items[0]?.fields).toEqual({
      ...APPLICATION,
      consent: true,
      cv: { file: 1, name: "Robin Ferry.pdf", type: "application/pdf", bytes: PDF.length },
      pictures: [
        { file: 2, name: "one.jpg", type: "image/jpeg", bytes: JPEG.length },
        { file: 3, name: "two.png", type: "image/png", bytes: long.length },
      ],
    });
    expect(list.items[0]?.files).toEqual([
      { file: 1, field: "cv", state: "held", media: null },
      { file: 2, field: "pictures", state: "held", media: null },
      { file: 3, field: "pictures", state: "held", media: null },
    ]);
    const editor = await memberOf(owner.site, "editor");
    const file = await callApi(editor, "GET", fileAt(list, 3));
    expect(file.status).toBe(200);
    expect(
      Object.fromEntries(
        [
          "content-type",
          "content-disposition",
          "content-length",
          "x-content-type-options",
          "cache-control",
          "cross-origin-resource-policy",
        ].map((name) => [name, file.headers.get(name)]),
      ),
    ).toEqual({
      "content-type": "application/octet-stream",
      "content-disposition": 'attachment; filename="two.png"',
      "content-length": String(long.length),
      "x-content-type-options": "nosniff",
      "cache-control": "private, no-store",
      "cross-origin-resource-policy": "same-origin",
    });
    expect(file.headers.get("content-security-policy")).toContain("sandbox");
    expect(new Uint8Array(await file.arrayBuffer())).toEqual(long);
    expect(await refused(await callApi(await memberOf(owner.site, "author"), "GET", fileAt(list, 3)))).toMatchObject({
      code: "FORBIDDEN",
    });
    expect(await refused(await callApi(editor, "GET", fileAt(list, 4)))).toMatchObject({ code: "NOT_FOUND" });
    expect((await done<MediaListView>(await callApi(owner, "GET", "/api/media"))).items).toEqual([]);
    const csv = await (await callApi(editor, "GET", `/api/forms/${FORM}/submissions.csv`)).text();
    expect(csv).toContain(`"Robin Ferry.pdf (application/pdf, ${PDF.length} bytes)"`);
    expect(csv).toContain(`"one.jpg (image/jpeg, ${JPEG.length} bytes); two.png (image/png, ${long.length} bytes)"`);
    expect((await found(owner, { text: "two.PNG" }, FORM)).items).toHaveLength(1);
  });

  test("comes back with what was typed, and says that files have to be chosen again", async () => {
    const before = await quarantined(owner);
    const response = await apply(owner, { letter: "", name: "Robin <b>" });
    expect(response.status).toBe(422);
    const html = await response.text();
    expect(fieldsIn(html)).toMatchObject({ name: "Robin <b>", email: APPLICATION.email });
    expect(html).toContain('<p class="form-problem" id="home-contact-cv-problem">Please choose this file again.</p>');
    expect(html).toContain('<p class="form-problem" id="home-contact-letter-problem">Please fill this in.</p>');
    expect(html).not.toContain("Ferry.pdf");
    await ring(owner);
    expect(await quarantined(owner)).toEqual(before);
  });

  test.each<[string, Parameters<typeof withFiles>[0], string, string]>([
    ["none where one is needed", { cv: NO_FILE }, "cv", "Please choose a file."],
    [
      "a picture for a document",
      { cv: fileOf(PNG, "cv.pdf", "application/pdf") },
      "cv",
      "Please choose a file of one of these types.",
    ],
    [
      "a document that calls itself a picture",
      { cv: fileOf(PDF, "cv.pdf", "image/png") },
      "cv",
      "Please choose a file of one of these types.",
    ],
    [
      "an empty file",
      { cv: fileOf(bytes(), "cv.pdf", "application/pdf") },
      "cv",
      "Please choose a file of one of these types.",
    ],
    [
      "a larger file",
      { pictures: fileOf(pngOfBytes(5_000_001), "one.png", "image/png") },
      "pictures",
      "Please choose a smaller file.",
    ],
    ["two where one is asked for", { cv: [CV, CV] }, "cv", "Please choose fewer files."],
    [
      "four where three are taken",
      { pictures: Array.from({ length: 4 }, () => fileOf(PNG, "one.png", "image/png")) },
      "pictures",
      "Please choose fewer files.",
    ],
    [
      "an animation",
      { pictures: fileOf(GIF, "one.gif", "image/gif") },
      "pictures",
      "Please choose a file of one of these types.",
    ],
    ["text for a file", { cv: "cv.pdf" }, "cv", "Please choose a file."],
  ])("with %s is told so at the field", async (_, sent, field, says) => {
    const total = (await submissions(owner)).total;
    const html = await (await apply(owner, sent)).text();
    expect(html).toContain(`<p class="form-problem" id="home-contact-${field}-problem">${says}</p>`);
    expect(fieldsIn(html)).toMatchObject({ letter: APPLICATION.letter });
    expect((await submissions(owner)).total).toBe(total);
  });

  test.each<[string, Parameters<typeof withFiles>[0], number, string, string]>([
    ["none where one is needed", { cv: NO_FILE }, 400, "INVALID_REQUEST", "/cv"],
    ["another type", { cv: fileOf(PNG, "cv.pdf", "application/pdf") }, 415, "UNSUPPORTED_MEDIA_TYPE", "/cv"],
    [
      "a larger file",
      { pictures: fileOf(pngOfBytes(5_000_001), "one.png", "image/png") },
      413,
      "TOO_LARGE",
      "/pictures",
    ],
    [
      "another mistake as well",
      { cv: fileOf(PNG, "cv.pdf", "application/pdf"), letter: "" },
      400,
      "INVALID_REQUEST",
      "/letter",
    ],
    ["a file nobody asks for", { passport: CV }, 400, "INVALID_REQUEST", "/passport"],
    ["a file for a text", { letter: CV }, 400, "INVALID_REQUEST", "/letter"],
  ])("sent by a program with %s is refused with a code", async (_, sent, status, code, pointer) => {
    const problem = await refused(await apply(owner, sent, { page: false }));
    expect(problem).toMatchObject({
      status,
      code,
      issues: expect.arrayContaining([expect.objectContaining({ pointer })]),
    });
    expect(JSON.stringify(problem)).not.toContain("cv.pdf");
  });

  test("takes no file in JSON or from a form that is sent without", async () => {
    const { consent: _, ...texts } = APPLICATION;
    const forged = { file: 1, name: "cv.pdf", type: "application/pdf", bytes: 5 };
    for (const cv of [forged, [forged], "cv.pdf", null, { file: 1 }]) {
      const problem = await refused(await post(owner, { json: { fields: { ...texts, consent: true, cv } } }));
      expect(problem).toMatchObject({
        code: "INVALID_REQUEST",
        issues: [{ pointer: "/cv", allowed: "a file, sent as multipart/form-data" }],
      });
    }
    expect(await refused(await post(owner, { json: { fields: { ...texts, consent: true } } }))).toMatchObject({
      issues: [{ pointer: "/cv", found: "nothing" }],
    });
    expect((await post(owner, { fields: { ...APPLICATION, cv: "cv.pdf" } })).status).toBe(422);
  });
});

test("a form that asks for a second look takes its files with that", async () => {
  const owner = await aSiteWithForm(APPLY, { confirm: true });
  const page = await (await get(`${owner.site.origin}/`)).response.text();
  expect(page).toContain("You can choose this file on the next page.");
  expect(page).not.toMatch(/type="file"|enctype/);
  const first = await post(owner, { fields: APPLICATION });
  const html = await first.text();
  expect([first.status, html.includes('<input type="file"')]).toEqual([422, true]);
  const now = Date.now();
  vi.spyOn(Date, "now").mockReturnValue(now + 2_000);
  const { cv: _, pictures: __, ...typed } = fieldsIn(html);
  expect((await apply(owner, typed)).status).toBe(303);
  expect((await submissions(owner)).items[0]?.files).toMatchObject([{ field: "cv", state: "held" }]);
  // An identical repetition is the same submission. With another file it is a new one, which is refused and not stored.
  expect((await apply(owner, typed)).status).toBe(303);
  expect(
    (
      await apply(owner, {
        ...typed,
        cv: fileOf(bytes(PDF.subarray(0, 9), "%other\n", PDF.subarray(9)), "Robin Ferry.pdf", "application/pdf"),
      })
    ).status,
  ).toBe(422);
  await ring(owner);
  expect([(await submissions(owner)).total, (await quarantined(owner)).length]).toEqual([1, 1]);
});

describe("a file in quarantine", () => {
  let owner: Editor;
  beforeEach(async () => {
    owner = await aSiteWithForm(APPLY);
    await apply(owner, { pictures: fileOf(pngOfBytes(700_000), "boat.png", "image/png") });
  });

  test("becomes a media file when a member accepts it, once, and leaves the quarantine", async () => {
    const list = await submissions(owner);
    const key = crypto.randomUUID();
    const made = await done<MediaView & { created: boolean }>(
      await callApi(owner, "POST", `${fileAt(list, 2)}/accept`, { key }),
    );
    expect(made).toMatchObject({
      name: "boat.png",
      type: "image/png",
      bytes: 700_000,
      kind: "drawbridge.images/picture",
      created: true,
      createdBy: `member:${owner.identity}`,
    });
    const { response } = await get(`${owner.site.origin}${made.path}`);
    expect([response.status, (await response.arrayBuffer()).byteLength]).toEqual([200, 700_000]);
    expect(await done(await callApi(owner, "POST", `${fileAt(list, 2)}/accept`, { key }))).toEqual(made);
    expect(await refused(await callApi(owner, "POST", `${fileAt(list, 2)}/accept`))).toMatchObject({
      code: "CONFLICT",
      state: "accepted",
    });
    expect((await submissions(owner)).items[0]?.files[1]).toEqual({
      file: 2,
      field: "pictures",
      state: "accepted",
      media: made.id,
    });
    expect((await callApi(owner, "GET", fileAt(list, 2))).status).toBe(404);
    await ring(owner);
    expect(await quarantined(owner)).toEqual([expect.stringMatching(/\/1\/0$/)]);
    // The PDF in quarantine, the picture, and the note that visitors get the picture as it was sent.
    expect((await mediaBucket.list({ prefix: `${owner.site.name}/` })).objects).toHaveLength(3);
  });

  test("that the site has already is not stored twice", async () => {
    const media = await done<MediaView>(await callApi(owner, "POST", "/api/media?name=ours.pdf", { file: PDF }));
    expect(await done(await callApi(owner, "POST", `${fileAt(await submissions(owner), 1)}/accept`))).toMatchObject({
      id: media.id,
      name: "ours.pdf",
      created: false,
    });
  });

  test("that the site has listed and lost is stored again", async () => {
    const { path } = await done<MediaView>(await callApi(owner, "POST", "/api/media?name=ours.pdf", { file: PDF }));
    await mediaBucket.delete(`${owner.site.name}${path.replace("/media", "")}`);
    expect(await done(await callApi(owner, "POST", `${fileAt(await submissions(owner), 1)}/accept`))).toMatchObject({
      path,
      created: false,
    });
    expect(new Uint8Array(await (await get(`${owner.site.origin}${path}`)).response.arrayBuffer())).toEqual(PDF);
  });

  test("is accepted by those who may read forms and write media, and by nobody else", async () => {
    for (const role of ["author", "viewer"] as const) {
      expect(
        await refused(
          await callApi(await memberOf(owner.site, role), "POST", `${fileAt(await submissions(owner), 1)}/accept`),
        ),
      ).toMatchObject({ code: "FORBIDDEN" });
    }
    expect(
      (await callApi(await memberOf(owner.site, "editor"), "POST", `${fileAt(await submissions(owner), 1)}/accept`))
        .status,
    ).toBe(201);
  });

  test("is deleted when a member rejects it, and what was said stays", async () => {
    const list = await submissions(owner);
    expect(await done(await callApi(owner, "DELETE", fileAt(list, 1)))).toEqual({ id: list.items[0]?.id, file: 1 });
    await ring(owner);
    expect((await quarantined(owner)).filter((key) => key.endsWith("/1/0"))).toEqual([]);
    expect((await submissions(owner)).items[0]).toMatchObject({
      fields: { cv: { name: "Robin Ferry.pdf" } },
      files: [
        { file: 1, state: "gone" },
        { file: 2, state: "held" },
      ],
    });
    for (const [method, path] of [
      ["DELETE", fileAt(list, 1)],
      ["POST", `${fileAt(list, 1)}/accept`],
    ] as const)
      expect((await callApi(owner, method, path)).status).toBe(409);
  });

  test("goes with its submission, by whoever's hand and when its time has come", async () => {
    expect((await apply(owner)).status).toBe(303);
    const list = await submissions(owner);
    await done(await callApi(owner, "DELETE", `/api/forms/${FORM}/submissions/${list.items[0]?.id}`));
    await ring(owner);
    expect(await quarantined(owner)).toHaveLength(3);
    const now = Date.now();
    vi.spyOn(Date, "now").mockReturnValue(now + 181 * 24 * 60 * 60 * 1000);
    await ring(owner);
    expect(await quarantined(owner)).toEqual([]);
    expect(await sqlOf(owner, "SELECT * FROM form_files")).toEqual([]);
    expect(await sqlOf(owner, "SELECT * FROM form_leftovers")).toEqual([]);
  });

  test("is named nowhere but in its submission", async () => {
    await done(await callApi(owner, "POST", `${fileAt(await submissions(owner), 1)}/accept`));
    await expect
      .poll(async () => {
        await ring(owner);
        return (
          await db
            .prepare("SELECT command FROM audit WHERE tenant_id = ? AND command LIKE 'form.%' ORDER BY at")
            .bind(owner.site.name)
            .all()
        ).results.map(({ command }) => command);
      })
      .toEqual(["form.submit", "form.accept"]);
    const rows = await db.prepare("SELECT * FROM audit WHERE tenant_id = ?").bind(owner.site.name).all();
    expect(JSON.stringify(rows.results)).not.toMatch(/Ferry|\.pdf/);
    expect(await sqlOf(owner, "SELECT id FROM outbox WHERE payload LIKE '%Ferry%' OR payload LIKE '%.pdf%'")).toEqual(
      [],
    );
  });
});

test("what broke off on its way is removed when nobody can be sending it any more", async () => {
  const owner = await aSiteWithForm(APPLY);
  const fails = { ...mediaBucket, put: mediaBucket.put.bind(mediaBucket) } as unknown as R2Bucket;
  let puts = 0;
  const dying = new Proxy(fails, {
    get: (bucket, name) =>
      name === "put"
        ? async (key: string, value: ArrayBufferView) =>
            (puts += 1) === 2 ? Promise.reject(new Error("the machine died")) : bucket.put(key, value)
        : Reflect.get(bucket, name),
  });
  const sent = { pictures: fileOf(pngOfBytes(700_000), "boat.png", "image/png") };
  expect((await apply(owner, sent, { swap: { MEDIA: dying }, page: false })).status).toBe(500);
  await ring(owner);
  expect(await quarantined(owner)).toEqual([]);
  // An interrupted upload whose end nobody could record.
  await sqlOf(
    owner,
    "INSERT INTO form_leftovers (prefix, bytes, due_at) VALUES ('dead', 5, ?)",
    Date.now() + FORM_LEFTOVER_MS,
  );
  await mediaBucket.put(`${owner.site.name}/quarantine/dead/1/0`, "bytes");
  await ring(owner);
  expect(await quarantined(owner)).toEqual(["quarantine/dead/1/0"]);
  vi.spyOn(Date, "now").mockReturnValue(Date.now() + FORM_LEFTOVER_MS + 1);
  await ring(owner);
  expect(await quarantined(owner)).toEqual([]);
});

test("a form without files takes none", async () => {
  const owner = await aSiteWithForm();
  const { letter: message, consent: _, ...rest } = APPLICATION;
  expect((await post(owner, { body: withFiles({ ...rest, message, file: CV }), page: false })).status).toBe(400);
  expect((await post(owner, { body: withFiles({ ...rest, message, file: NO_FILE }), page: false })).status).toBe(201);
});
