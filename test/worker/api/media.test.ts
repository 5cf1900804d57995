import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { beforeAll, describe, expect, test } from "vitest";
import { PLAIN_TEXT_MAX_CHARS } from "../../../manifests/bounds/fields.ts";
import {
  MEDIA_LABEL_MAX_CHARS,
  MEDIA_LABELS_MAX,
  MEDIA_NAME_MAX_CHARS,
  UPLOAD_PARTS_MAX,
} from "../../../manifests/bounds/media.ts";
import type { MediaDetailView, MediaListView, MediaView } from "../../../runtime/media/views.ts";
import {
  CSV,
  DOCX,
  GIF,
  JPEG,
  MP4,
  OGG,
  PDF,
  PNG,
  TEXT,
  WAV,
  WEBM,
  WEBP,
  pngOfBytes,
} from "../../support/mediaFiles.ts";
import { photograph } from "../../support/photographs.ts";
import { get, mediaBucket, migrate, workspaceOf } from "../site/harness.ts";
import { type Editor, type Sent, anEditor, callApi, codeOf, done, memberOf, refused, routeOf } from "./apiClient.ts";
import { install } from "./packages.ts";

beforeAll(migrate);

type Uploaded = MediaView & { readonly created: boolean };

const send = (editor: Editor, file: Uint8Array<ArrayBuffer>, name?: string, sent: Sent = {}): Promise<Response> =>
  callApi(editor, "POST", `/api/media${name === undefined ? "" : `?name=${encodeURIComponent(name)}`}`, {
    file,
    ...sent,
  });

const uploaded = async (
  editor: Editor,
  file: Uint8Array<ArrayBuffer>,
  name?: string,
  sent: Sent = {},
): Promise<Uploaded> => done<Uploaded>(await send(editor, file, name, sent), routeOf("POST", "/api/media"));

const hex = async (bytes: Uint8Array<ArrayBuffer>): Promise<string> =>
  [...new Uint8Array(await crypto.subtle.digest("SHA-256", bytes))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");

const keys = async ({ site }: Editor): Promise<string[]> =>
  (await mediaBucket.list({ prefix: `${site.name}/` })).objects.map(({ key }) => key.slice(site.name.length + 1));

/** Rings the workspace's alarm. */
const rung = ({ site }: Editor): Promise<boolean> => runDurableObjectAlarm(workspaceOf(site.name));

const picture = (path: string) => ({ src: path, alt: "A square", width: 7, height: 5 });

/** Adds the file to a page of the draft. */
async function shown(editor: Editor, { path }: MediaView): Promise<void> {
  const { version } = await done<{ version: number }>(await callApi(editor, "GET", "/api/pages/home"));
  const changes = { image: picture(path) };
  await done(await callApi(editor, "PATCH", "/api/pages/home", { ifMatch: version, body: { changes } }));
}

async function published(editor: Editor): Promise<void> {
  const { change } = await done<{ change: number }>(await callApi(editor, "GET", "/api/changes"));
  await done(await callApi(editor, "POST", "/api/publish", { ifMatch: change }));
}

const DOCX_TYPE = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";

describe("a file that is sent", () => {
  test.each([
    ["image/png", PNG, "picture", 7, 5, "png"],
    ["image/jpeg", JPEG, "picture", 7, 5, "jpg"],
    ["image/gif", GIF, "animation", 7, 5, "gif"],
    ["application/pdf", PDF, "document", null, null, "pdf"],
    ["video/mp4", MP4, "film", 640, 360, "mp4"],
    ["video/webm", WEBM, "film", 320, 240, "webm"],
    ["audio/ogg", OGG, "recording", null, null, "ogg"],
    ["audio/wav", WAV, "recording", null, null, "wav"],
    ["text/plain; charset=utf-8", TEXT, "document", null, null, "txt"],
    ["text/csv; charset=utf-8", CSV, "document", null, null, "csv"],
    [DOCX_TYPE, DOCX, "document", null, null, "docx"],
  ])(
    "as %s is stored by its digest, described, listed and served",
    async (served, file, kind, width, height, ending) => {
      const editor = await anEditor("author");
      const made = await uploaded(editor, file, "Rope & Käse.bin");
      const digest = await hex(file);
      expect(made).toMatchObject({
        id: digest,
        version: 1,
        path: `/media/${digest}/rope-kase.${ending}`,
        type: served.split(";")[0],
        bytes: file.length,
        width,
        height,
        name: `Rope & Käse.${ending}`,
        alt: "",
        focal: null,
        created: true,
      });
      expect(made.kind).toMatch(new RegExp(`^drawbridge\\.\\w+/${kind}$`));
      const { response } = await get(`${editor.site.origin}${made.path}`);
      expect([
        response.status,
        response.headers.get("content-type"),
        response.headers.get("x-content-type-options"),
      ]).toEqual([200, served, "nosniff"]);
      expect(response.headers.get("content-security-policy")).toContain("sandbox");
      expect(response.headers.get("content-disposition")).toMatch(
        ["pdf", "csv", "docx"].includes(ending) ? /^attachment; filename="/ : /^inline; filename="/,
      );
      expect(new Uint8Array(await response.arrayBuffer())).toEqual(file);
      await rung(editor);
      const clean = ["png", "jpg", "mp4"].includes(ending) ? [`${digest}/rope-kase.${ending}/clean`] : [];
      expect(await keys(editor)).toEqual([`${digest}/rope-kase.${ending}`, ...clean]);
    },
  );

  test("has the description, caption and source that its sender says, and keeps them", async () => {
    const editor = await anEditor();
    const said = "?name=a.png&alt=A%20boat&caption=In%20May&source=wp%3A12&formerPath=%2FOld%2Fa.png";
    const one = await done<Uploaded>(await callApi(editor, "POST", `/api/media${said}`, { file: PNG }));
    expect(one).toMatchObject({ alt: "A boat", caption: "In May", credit: "", labels: [], source: "wp:12" });
    const again = `?alt=Another&source=wp%3A13`;
    expect(await done<Uploaded>(await callApi(editor, "POST", `/api/media${again}`, { file: PNG }))).toEqual({
      ...one,
      created: false,
    });
    const found = await done<MediaListView>(await callApi(editor, "GET", "/api/media?formerPath=/old/a-9x9.png"));
    expect(found.items.map(({ id, formerPaths }) => [id, formerPaths])).toEqual([[one.id, ["/old/a.png"]]]);
    const long = `alt=${"a".repeat(PLAIN_TEXT_MAX_CHARS + 1)}`;
    for (const wrong of ["caption=a%0Ab", long, "source=", "formerPath=/_editor/a.png"])
      expect((await callApi(editor, "POST", `/api/media?${wrong}`, { file: JPEG })).status).toBe(400);
  });

  test("has at most so many labels, each once, short and without a comma", async () => {
    const editor = await anEditor();
    const { id } = await uploaded(editor, PNG);
    const labelled = async (labels: unknown): Promise<number> => {
      const { version } = await done<MediaView>(await callApi(editor, "GET", `/api/media/${id}`));
      return (await callApi(editor, "PATCH", `/api/media/${id}`, { ifMatch: version, body: { changes: { labels } } }))
        .status;
    };
    const some = (length: number): string[] => Array.from({ length }, (_, index) => `label ${index}`);
    const long = (length: number): string[] => ["é".repeat(length)];
    for (const most of [MEDIA_LABELS_MAX - 1, MEDIA_LABELS_MAX]) expect(await labelled(some(most))).toBe(200);
    for (const most of [MEDIA_LABEL_MAX_CHARS - 1, MEDIA_LABEL_MAX_CHARS]) expect(await labelled(long(most))).toBe(200);
    const wrong = [["a", "a"], ["a,b"], [" a"], ["a "], [""], ["a\nb"], "a"];
    for (const labels of [some(MEDIA_LABELS_MAX + 1), long(MEDIA_LABEL_MAX_CHARS + 1), ...wrong])
      expect([labels, await labelled(labels)]).toEqual([labels, 400]);
    const { labels } = await done<MediaListView>(await callApi(editor, "GET", "/api/media"));
    expect(labels).toEqual([{ label: long(MEDIA_LABEL_MAX_CHARS)[0], files: 1 }]);
    expect((await done<MediaListView>(await callApi(editor, "GET", "/api/media?label=other"))).items).toEqual([]);
  });

  test("has a preview of a few pixels when it is a picture", async () => {
    const { preview } = await uploaded(await anEditor(), JPEG);
    expect(preview).toMatch(/^data:image\/webp;base64,[A-Za-z0-9+/]+=*$/);
  });

  test("twice is stored once, whatever it is called and whoever sends it", async () => {
    const owner = await anEditor();
    const one = await uploaded(owner, PNG, "one.png");
    const again = await uploaded(await memberOf(owner.site, "author"), PNG, "another.png");
    expect(again).toEqual({ ...one, created: false });
    await rung(owner);
    expect(await keys(owner)).toHaveLength(1);
  });

  test("again keeps its first name and description, and the answer says that it was there", async () => {
    const editor = await anEditor();
    const first = await uploaded(editor, PNG, "harbour.png");
    await done(
      await callApi(editor, "PATCH", `/api/media/${first.id}`, {
        ifMatch: first.version,
        body: { changes: { alt: "The harbour" } },
      }),
    );
    expect(await uploaded(editor, PNG, "b.png")).toMatchObject({
      id: first.id,
      created: false,
      name: "harbour.png",
      alt: "The harbour",
    });
  });

  test("with the name of another lives beside it", async () => {
    const editor = await anEditor();
    const two = [await uploaded(editor, PNG, "same.png"), await uploaded(editor, pngOfBytes(400), "same.png")];
    expect(two.map(({ name, created }) => [name, created])).toEqual([
      ["same.png", true],
      ["same.png", true],
    ]);
    for (const { path } of two) expect((await get(`${editor.site.origin}${path}`)).response.status).toBe(200);
  });

  test("again is stored again where its bytes were lost, as what no backup had is after a restore", async () => {
    const editor = await anEditor();
    const { path, ...listed } = await uploaded(editor, JPEG);
    await mediaBucket.delete(`${editor.site.name}${path.replace("/media", "")}`);
    expect((await get(`${editor.site.origin}${path}`)).response.status).toBe(404);
    expect(await uploaded(editor, JPEG)).toEqual({ ...listed, path, created: false });
    const { response } = await get(`${editor.site.origin}${path}`);
    expect([response.headers.get("content-type"), new Uint8Array(await response.arrayBuffer())]).toEqual([
      "image/jpeg",
      JPEG,
    ]);
    await rung(editor);
    expect(await keys(editor)).toHaveLength(2);
  });

  test("ten times at once is stored once and listed once", async () => {
    const editor = await anEditor();
    const file = pngOfBytes(200_000);
    const all = await Promise.all(Array.from({ length: 10 }, () => uploaded(editor, file, "same.png")));
    expect(new Set(all.map(({ path }) => path)).size).toBe(1);
    expect(all.filter(({ created }) => created)).toHaveLength(1);
    expect((await done<MediaListView>(await callApi(editor, "GET", "/api/media"))).items).toHaveLength(1);
    await rung(editor);
    expect(await keys(editor)).toHaveLength(1);
  });

  test("with the ending of another type is taken as what it is, and refused as what it is not", async () => {
    const editor = await anEditor();
    const untold = { headers: { "content-type": "application/octet-stream" } };
    const taken = await uploaded(editor, WEBP, "boat.jpg", untold);
    expect([taken.type, taken.name]).toEqual(["image/webp", "boat.webp"]);
    const answer = await refused(await send(editor, WEBP, "boat.jpg", { headers: { "content-type": "image/jpeg" } }));
    expect(answer).toMatchObject({ code: "UNSUPPORTED_MEDIA_TYPE", status: 415 });
    expect(JSON.stringify(answer)).toContain("image/webp");
  });

  test("is taken under what it says it is, and under no claim at all", async () => {
    const editor = await anEditor();
    for (const type of ["image/jpeg", "image/jpg", "IMAGE/JPEG; q=1", "application/octet-stream", null]) {
      expect(await codeOf(await send(editor, JPEG, undefined, { headers: { "content-type": type } }))).toBe("201");
    }
  });
});

describe("media files", () => {
  test("are listed newest first, page by page, and found by kind, type and words", async () => {
    const editor = await anEditor();
    const names = ["Harbour.png", "boat.png", "BOATHOUSE.png", "price list.pdf"];
    for (const [index, name] of names.entries())
      await uploaded(editor, name.endsWith("pdf") ? PDF : pngOfBytes(300 + index), name);
    const list = async (query: string) =>
      done<MediaListView>(await callApi(editor, "GET", `/api/media${query}`), routeOf("GET", "/api/media"));
    const named = async (query: string) => (await list(query)).items.map(({ name }) => name);
    expect(await named("")).toEqual(names.toReversed());
    expect(await named("?kind=drawbridge.documents/document")).toEqual(["price list.pdf"]);
    expect([await named("?role=document"), await named("?role=sound")]).toEqual([["price list.pdf"], []]);
    expect(await named("?type=image/png&text=boat")).toEqual(["BOATHOUSE.png", "boat.png"]);
    const first = await list("?limit=3");
    expect(first.items).toHaveLength(3);
    const rest = await list(`?limit=3&cursor=${first.next}`);
    expect([rest.items.map(({ name }) => name), rest.next]).toEqual([["Harbour.png"], null]);
  });

  test("are changed under their version, and named as if by us", async () => {
    const editor = await anEditor();
    const { id } = await uploaded(editor, PNG, "a.png");
    const change = (ifMatch: number, changes: unknown) =>
      callApi(editor, "PATCH", `/api/media/${id}`, { ifMatch, body: { changes } });
    const changed = await done<MediaView>(
      await change(1, { alt: "A square", focal: { x: 0.25, y: 1 }, name: "../Dusk\u202E.exe" }),
    );
    expect(changed).toMatchObject({ version: 2, alt: "A square", focal: { x: 0.25, y: 1 }, name: "Dusk.png" });
    expect(await refused(await change(1, { alt: "Late" }))).toMatchObject({ code: "STALE_VERSION", current: 2 });
    expect(await done<MediaView>(await change(2, { focal: null }))).toMatchObject({
      version: 3,
      alt: "A square",
      focal: null,
    });
    for (const wrong of [
      {},
      { alt: 1 },
      { alt: "two\nlines" },
      { focal: { x: 1.1, y: 0 } },
      { focal: { x: 0 } },
      { type: "image/svg+xml" },
      { digest: "0" },
    ]) {
      expect(await codeOf(await change(3, wrong))).toBe("INVALID_REQUEST");
    }
  });

  test("say where they are used: in the draft, where visitors see them, in both", async () => {
    const editor = await anEditor();
    const file = await uploaded(editor, PNG);
    const uses = async () => {
      const { used, uses: places } = await done<MediaDetailView>(
        await callApi(editor, "GET", `/api/media/${file.id}`),
        routeOf("GET", "/api/media/{media}"),
      );
      expect((await done<MediaListView>(await callApi(editor, "GET", "/api/media"))).items[0]?.used).toBe(used);
      return [used, places.map(({ kind, path, draft, published: seen }) => [kind, path, draft, seen])];
    };
    expect(await uses()).toEqual([0, []]);
    await shown(editor, file);
    expect(await uses()).toEqual([1, [["page", "/", true, false]]]);
    await published(editor);
    expect(await uses()).toEqual([1, [["page", "/", true, true]]]);
    await done(await callApi(editor, "PATCH", "/api/pages/home", { ifMatch: 2, body: { changes: { image: null } } }));
    expect(await uses()).toEqual([1, [["page", "/", false, true]]]);
    await published(editor);
    expect(await uses()).toEqual([0, []]);
  });
});

describe("removing a media file", () => {
  const remove = (editor: Editor, id: string, query = "") =>
    callApi(editor, "DELETE", `/api/media/${id}${query}`, { ifMatch: 1 });

  test("that is used asks for force and says what breaks; by force it is gone at once", async () => {
    const editor = await anEditor();
    const file = await uploaded(editor, PNG);
    await shown(editor, file);
    await published(editor);
    expect(await refused(await remove(editor, file.id))).toMatchObject({
      code: "CONFLICT",
      used: 1,
      uses: [{ kind: "page", path: "/", title: "Home" }],
    });
    expect(await refused(await remove(editor, file.id, "?force=false"))).toMatchObject({ code: "CONFLICT" });
    expect(await done(await remove(editor, file.id, "?force=true"))).toMatchObject({
      id: file.id,
      used: 1,
      breaks: [{ path: "/" }],
    });
    await rung(editor);
    expect(await keys(editor)).toEqual([]);
    expect((await get(`${editor.site.origin}${file.path}`)).response.status).toBe(404);
    expect(await codeOf(await callApi(editor, "GET", `/api/media/${file.id}`))).toBe("NOT_FOUND");
  });

  test("that no document uses any more leaves it to the releases and versions that still show it", async () => {
    const editor = await anEditor();
    const file = await uploaded(editor, PNG);
    await shown(editor, file);
    await published(editor);
    await done(await callApi(editor, "PATCH", "/api/pages/home", { ifMatch: 2, body: { changes: { image: null } } }));
    await published(editor);
    await done(await remove(editor, file.id));
    await sweptLater(editor);
    expect(await keys(editor)).toHaveLength(1);
    await done(await callApi(editor, "POST", "/api/releases/2/restore"));
    expect((await get(`${editor.site.origin}${file.path}`)).response.status).toBe(200);
  });

  test("that nothing ever showed takes it out of storage, with its widths and its clean copy", async () => {
    const editor = await anEditor();
    const file = await uploaded(editor, photograph(6));
    await get(`${editor.site.origin}${file.path}/w320`);
    await get(`${editor.site.origin}${file.path}`);
    expect(await keys(editor)).toEqual(["", "/clean", "/w320"].map((more) => `${file.id}/file.jpg${more}`));
    await done(await remove(editor, file.id));
    await sweptLater(editor);
    expect(await keys(editor)).toEqual([]);
  });

  test("and sending it again at once stores it where the removal cannot reach it", async () => {
    const editor = await anEditor();
    const { id } = await uploaded(editor, PNG);
    for (let round = 0; round < 5; round++) {
      await done(await remove(editor, id, "?force=true"));
      const { path, created } = await uploaded(editor, PNG);
      await rung(editor);
      expect([created, (await get(`${editor.site.origin}${path}?now`)).response.status]).toEqual([true, 200]);
    }
  });

  test("of one site leaves it to another site of the tenant", async () => {
    const editor = await anEditor();
    const file = await uploaded(editor, PNG);
    await runInDurableObject(workspaceOf(editor.site.name), (_, { storage }) => {
      storage.sql.exec(
        "INSERT INTO media_files (site, digest, number, kind, version, name, alt, focal_x, focal_y, created_by, created_at, changed_by, changed_at) SELECT 'other', digest, number, kind, version, name, alt, focal_x, focal_y, created_by, created_at, changed_by, changed_at FROM media_files",
      );
    });
    await done(await remove(editor, file.id, "?force=true"));
    await sweptLater(editor);
    expect((await get(`${editor.site.origin}${file.path}`)).response.status).toBe(200);
  });
});

/** Makes uploads a day old, so that the next sweep sees them. */
async function sweptLater(editor: Editor): Promise<void> {
  await runInDurableObject(workspaceOf(editor.site.name), (_, { storage }) =>
    storage.sql.exec("UPDATE media_uploads SET at = 0").toArray(),
  );
  await evicted(editor);
  await done(
    await callApi(editor, "POST", "/api/pages", {
      body: { body: { path: `/${crypto.randomUUID()}`, title: "Wakes it" } },
    }),
  );
  await rung(editor);
}

/** Restarts the workspace, which then has swept nothing yet. */
const evicted = ({ site }: Editor): Promise<void> => evictDurableObject(workspaceOf(site.name));

describe("what an upload leaves behind when it breaks off", () => {
  test("is removed: the file that was begun, and the one that was stored and never listed", async () => {
    const editor = await anEditor();
    const workspace = workspaceOf(editor.site.name);
    const begin = async () =>
      (await workspace.beginUpload("main", { kind: "member", id: "m" }, 100, null)) as {
        ok: true;
        value: { upload: string; key: string };
      };
    const [begun, placed] = [(await begin()).value, (await begin()).value];
    await mediaBucket.put(begun.key, "half a file");
    for (const part of [0, UPLOAD_PARTS_MAX - 1]) await mediaBucket.put(`${begun.key}/${part}`, "a part of a file");
    const digest = await hex(PNG);
    const place = await workspace.placeUpload("main", placed.upload, {
      digest,
      type: "image/png",
      bytes: PNG.length,
      width: 7,
      height: 5,
      name: "a.png",
      preview: null,
    });
    await mediaBucket.put((place as { value: { key: string } }).value.key, PNG);
    await rung(editor);
    expect(await keys(editor)).toHaveLength(4);
    await sweptLater(editor);
    await sweptLater(editor);
    expect(await keys(editor)).toEqual([]);
    expect((await done<MediaListView>(await callApi(editor, "GET", "/api/media"))).items).toEqual([]);
  });
});

test("a file is taken by a workspace that has just been woken, whatever plugins it has", async () => {
  const editor = await anEditor();
  await install(editor);
  await evicted(editor);
  expect((await send(editor, PNG)).status).toBe(201);
});

describe("names", () => {
  test.each([
    ["C:\\Users\\Ada\\photo.PNG", "photo.png", "photo.png"],
    ["../../etc/passwd", "passwd.png", "passwd.png"],
    ["/", "file.png", "file.png"],
    ["....", "file.png", "file.png"],
    ["photo\u202Egnp.exe", "photognp.png", "photognp.png"],
    ["a\u0000b\r\nSet-Cookie: x=1.png", "abSet-Cookie: x=1.png", "abset-cookie-x-1.png"],
    ["写真.png", "写真.png", "file.png"],
    ["<img src=x onerror=alert(1)>.png", "<img src=x onerror=alert(1)>.png", "img-src-x-onerror-alert-1.png"],
    ['" ; filename="evil.html', '" ; filename="evil.png', "filename-evil.png"],
    ["%2e%2e%2fup.png", "%2e%2e%2fup.png", "2e-2e-2fup.png"],
    ["n".repeat(MEDIA_NAME_MAX_CHARS - 5), `${"n".repeat(MEDIA_NAME_MAX_CHARS - 5)}.png`, `${"n".repeat(60)}.png`],
    ["n".repeat(MEDIA_NAME_MAX_CHARS - 4), `${"n".repeat(MEDIA_NAME_MAX_CHARS - 4)}.png`, `${"n".repeat(60)}.png`],
    ["n".repeat(MEDIA_NAME_MAX_CHARS - 3), `${"n".repeat(MEDIA_NAME_MAX_CHARS - 4)}.png`, `${"n".repeat(60)}.png`],
  ])("such as %j become %j", async (given, name, object) => {
    const made = await uploaded(await anEditor(), PNG, given);
    expect([made.name, made.path]).toEqual([name, `/media/${made.id}/${object}`]);
  });
});
