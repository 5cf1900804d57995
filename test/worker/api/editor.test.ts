import { hexOf } from "../../../manifests/bytes/hex.ts";
import { runDurableObjectAlarm } from "cloudflare:test";
import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import {
  EDITOR_FIELD_NAME_MAX_CHARS,
  EDITOR_FIELDS_MAX,
  EDITOR_FORM_MAX_BYTES,
  EDITOR_RECEIVE_MS,
} from "../../../manifests/bounds/editor.ts";
import type { MediaDetailView, MediaListView, MediaView } from "../../../runtime/media/views.ts";
import { type Role, ROLES } from "../../../runtime/commands/permissions.ts";
import { AREAS } from "../../../sites/editor/pages/bar/areas.ts";
import { EDIT, isOpenTo, START } from "../../../sites/editor/pages/desk/area.ts";
import { sentParts } from "../../../sites/editor/pages/desk/sent.ts";
import { PDF, PNG, bytes, pngOfBytes } from "../../support/mediaFiles.ts";
import { changeRows, get, mediaBucket, migrate, workspaceOf } from "../site/harness.ts";
import {
  FORMS,
  GALLERY,
  MEDIA,
  aFile,
  fileAt,
  formOf,
  open,
  pageOf,
  submit,
  submitFiles,
  withGallery,
} from "./editorBrowser.ts";
import { type Editor, anEditor, callApi, done, memberOf } from "./apiClient.ts";

beforeAll(migrate);
afterEach(() => void vi.restoreAllMocks());

const detail = async (editor: Editor, id: string): Promise<MediaDetailView> =>
  done<MediaDetailView>(await callApi(editor, "GET", `/api/media/${id}`));
const names = async (editor: Editor): Promise<string[]> =>
  (await done<MediaListView>(await callApi(editor, "GET", "/api/media"))).items.map(({ name }) => name);
const named = (name: string, content: Uint8Array<ArrayBuffer>, type = "image/png"): File =>
  new File([content], name, { type });
const WRITING = ["overview", "visits", "pages", "calendar", "menu", "redirects"].map((area) => `${START}/${area}`);
const [OVERVIEW, VISITS, PAGES, CALENDAR, ...LINKS] = WRITING;
/** Areas of members who may change the types of entries. */
const SHAPING = [OVERVIEW, VISITS, PAGES, CALENDAR, `${START}/types`, ...LINKS];
const LETTERS = `${START}/mail`;
/** The area of plugins' pages. The bar has a link to each page in place of one to the area. */
const ADDED = `${START}/plugin-pages`;
const LOOKING = ["theme", "settings", "languages"].map((area) => `${START}/${area}`);
const PUBLISHING = ["publish", "requests", "remarks", "sharing", "releases"].map((area) => `${START}/${area}`);
const MANAGING = ["plugins", "people", "readers", "log", "backups", "domains"].map((area) => `${START}/${area}`);
const ACCOUNT = `${START}/account`;
const location = (response: Response): [number, string | null] => [response.status, response.headers.get("location")];

describe("the editor's own address", () => {
  test.each<Role>(["owner", "admin", "editor", "author"])("leads who is %s to the canvas", async (role) => {
    const member = await anEditor(role);
    expect(location(await open(member, START))).toEqual([303, EDIT]);
  });

  test("leads a viewer to their own logins, where the draft and the way out are, and no way into the canvas", async () => {
    const viewer = await anEditor("viewer");
    expect(location(await open(viewer, START))).toEqual([303, ACCOUNT]);
    const markup = await pageOf(viewer, ACCOUNT);
    expect([markup.includes('<a href="/?svc_mode=edit">'), markup.includes(`href="${EDIT}"`)]).toEqual([true, false]);
    expect(markup).toContain('<form class="leave" method="post" action="/api/auth/logout">');
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    expect((await callApi(viewer, "POST", "/api/auth/logout", { headers, text: "" })).status).toBe(303);
    expect((await callApi(viewer, "GET", "/api/site")).status).toBe(401);
  });

  test("lets a viewer remark on the page that the draft's banner names, and look at it there", async () => {
    const viewer = await anEditor("viewer");
    const REMARKS = `${START}/remarks`;
    const draft = await pageOf(viewer, "/about?svc_mode=edit");
    expect(draft).toContain(`<a href="${REMARKS}?page=about">Remarks on this page</a>`);
    const markup = await pageOf(viewer, `${REMARKS}?page=about`);
    expect(markup).toContain('<div id="remarks" data-page="about" data-viewer>');
    expect(markup).toContain('<a href="/about?svc_mode=edit">');
    for (const address of [`${REMARKS}?page=nowhere`, `${REMARKS}?page=<b>`, REMARKS])
      expect(await pageOf(viewer, address)).toContain('<div id="remarks" data-viewer>');
    const author = await memberOf(viewer.site, "author");
    expect(await pageOf(author, "/about?svc_mode=edit")).not.toContain("svc-guest");
    expect(await pageOf(author, REMARKS)).toContain('<div id="remarks">');
  });

  test("leads on by what a role may read, in the order of the bar", () => {
    expect(ROLES.map((role) => AREAS.filter(({ area }) => isOpenTo(role, area)).map(({ area }) => area.path))).toEqual([
      [...SHAPING, MEDIA, FORMS, ADDED, ...LOOKING, ...PUBLISHING, ...MANAGING, LETTERS, ACCOUNT],
      [...SHAPING, MEDIA, FORMS, ADDED, ...LOOKING, ...PUBLISHING, ...MANAGING, LETTERS, ACCOUNT],
      [...SHAPING, MEDIA, FORMS, ADDED, ...LOOKING, ...PUBLISHING, LETTERS, ACCOUNT],
      [...WRITING, MEDIA, ADDED, `${START}/publish`, `${START}/requests`, `${START}/remarks`, LETTERS, ACCOUNT],
      [`${START}/calendar`, ADDED, `${START}/remarks`, LETTERS, ACCOUNT],
    ]);
  });

  test("lets a viewer choose their own letters, and shows neither forms nor the letters of the site", async () => {
    const viewer = await anEditor("viewer");
    const markup = await pageOf(viewer, LETTERS);
    const shown = [
      "choices-title",
      "wanted-login",
      "wanted-remark",
      "wanted-all",
      "wanted-publication",
      "letters-title",
    ];
    expect(shown.filter((id) => markup.includes(`id="${id}"`))).toEqual([
      "choices-title",
      "wanted-login",
      "wanted-remark",
    ]);
    expect((await open(viewer, `${LETTERS}/a`)).status).toBe(403);
    expect((await callApi(viewer, "GET", "/api/mail/letters/a")).status).toBe(403);
  });

  test("leads whoever is no member here to log in, and from there back to itself", async () => {
    const [editor, other] = [await anEditor(), await anEditor()];
    const login = [303, `/api/auth/start?return=${encodeURIComponent(START)}`];
    for (const cookie of ["", "__Host-svc_session=forged", other.cookie])
      expect(location(await open({ site: editor.site, cookie }, START))).toEqual(login);
  });
});

describe("the media of a site, without a script", () => {
  test("are listed newest first with what they are, searched, and paged", async () => {
    const editor = await anEditor("author");
    for (const [index, name] of ["Harbour.png", "boat.png", "prices.pdf"].entries())
      await aFile(editor, name.endsWith("pdf") ? PDF : pngOfBytes(300 + index), name);
    const html = await pageOf(editor);
    expect([...html.matchAll(/<span class="name"><bdi>(.*?)<\/bdi>/g)].map(([, name]) => name)).toEqual([
      "prices.pdf",
      "boat.png",
      "Harbour.png",
    ]);
    expect(html).toContain("PNG · 301 B · 7 × 5 · not used");
    expect(html).toMatch(/<img src="\/media\/[0-9a-f]{64}\/boat.png" alt=""/);
    expect(await pageOf(editor, `${MEDIA}?text=boa`)).not.toContain("Harbour.png");
    expect(await pageOf(editor, `${MEDIA}?text=%3Cb%3E`)).toContain("No file has “&lt;b&gt;”");
    await changeRows(editor.site.name, (sql) => {
      const many = "WITH RECURSIVE n(i) AS (SELECT 10 UNION ALL SELECT i + 1 FROM n WHERE i < 55)";
      sql.exec(
        `${many} INSERT INTO media_objects SELECT printf('%064x', i), 'a.png', 'image/png', 1, 7, 5, NULL, 'kept' FROM n`,
      );
      sql.exec(
        `${many} INSERT INTO media_files (site, digest, number, kind, version, name, alt, focal_x, focal_y, created_by, created_at, changed_by, changed_at) SELECT 'main', printf('%064x', i), i, 'x/y', 1, i || '.png', '', NULL, NULL, 'm', 0, 'm', 0 FROM n`,
      );
    });
    const first = await pageOf(editor);
    expect([first.match(/class="thumb"/g)?.length, first.includes("Harbour.png")]).toEqual([48, false]);
    const older = /rel="next" href="([^"]+)"/.exec(first)?.[1] ?? "";
    expect(await pageOf(editor, older)).toContain("Harbour.png");
    expect(await pageOf(editor, `${MEDIA}?cursor=nonsense`)).toContain("55.png");
  });

  test("are shown that nobody describes, and that nothing uses", async () => {
    const editor = await withGallery("author");
    const [used, described] = [await aFile(editor, PNG, "used.png"), await aFile(editor, pngOfBytes(401), "said.png")];
    await aFile(editor, PDF, "prices.pdf");
    await callApi(editor, "PATCH", `/api/media/${described.id}`, { ifMatch: 1, body: { changes: { alt: "A boat" } } });
    const form = formOf(await pageOf(editor, fileAt(used)), "place");
    expect((await submit(editor, fileAt(used), form)).status).toBe(303);
    const shown = async (show: string): Promise<string[]> =>
      [...(await pageOf(editor, `${MEDIA}?show=${show}`)).matchAll(/<span class="name"><bdi>(.*?)<\/bdi>/g)].map(
        ([, name = ""]) => name,
      );
    expect(await shown("undescribed")).toEqual(["used.png"]);
    expect(await shown("unused")).toEqual(["prices.pdf", "said.png"]);
    expect(await pageOf(editor, `${MEDIA}?show=unused&text=nowhere`)).toContain("No file has");
    expect((await shown("everything")).length).toBe(3);
  });

  test("have captions, credits and labels, by which they are found, and many are labelled at once", async () => {
    const editor = await anEditor("author");
    const [one, two] = [await aFile(editor, PNG, "one.png"), await aFile(editor, pngOfBytes(402), "two.png")];
    const form = formOf(await pageOf(editor, fileAt(one)), "describe");
    const said = {
      ...form,
      caption: "The quay in <May>",
      credit: "Photo: A. Reed",
      labels: " Harbour , , boats,boats",
    };
    expect((await submit(editor, fileAt(one), said)).status).toBe(303);
    const stored = await done<MediaDetailView>(await callApi(editor, "GET", `/api/media/${one.id}`));
    expect(stored).toMatchObject({ caption: said.caption, credit: said.credit, labels: ["Harbour", "boats"] });
    const found = async (query: string): Promise<string[]> =>
      [...(await pageOf(editor, `${MEDIA}?${query}`)).matchAll(/<span class="name"><bdi>(.*?)<\/bdi>/g)].map(
        ([, name = ""]) => name,
      );
    expect(await found("text=reed")).toEqual(["one.png"]);
    expect(await found("label=boats")).toEqual(["one.png"]);
    expect(await found("label=boat")).toEqual([]);
    expect(await pageOf(editor)).toContain('<a href="/_editor/media?label=Harbour"><bdi>Harbour (1)</bdi></a>');
    const many = `${MEDIA}/label?file[]=${one.id}&file[]=${two.id}`;
    const labelling = { ...formOf(await pageOf(editor, many), "labelMany"), add: "Summer", drop: "boats" };
    expect(location(await submit(editor, `${MEDIA}/label`, labelling))).toEqual([303, `${MEDIA}?done=saved`]);
    expect(await found("label=Summer")).toEqual(["two.png", "one.png"]);
    expect(await found("label=boats")).toEqual([]);
    const stale = await submit(editor, `${MEDIA}/label`, { ...labelling, key: crypto.randomUUID() });
    expect([stale.status, (await stale.text()).includes("STALE_VERSION")]).toEqual([412, true]);
  });

  test("are stored by a form, several at once, and sending it again stores nothing twice", async () => {
    const editor = await anEditor("author");
    const [files, key] = [[named("one.png", PNG), named("two.png", pngOfBytes(300))], crypto.randomUUID()];
    expect(location(await submitFiles(editor, files, { key }))).toEqual([303, `${MEDIA}?stored=2`]);
    expect(location(await submitFiles(editor, files, { key }))).toEqual([303, `${MEDIA}?stored=2`]);
    expect(await names(editor)).toEqual(["two.png", "one.png"]);
    expect(await pageOf(editor, `${MEDIA}?stored=2`)).toContain("2 files are stored.");
    const again = [named("other.png", PNG), named("three.png", pngOfBytes(301))];
    const after = location(await submitFiles(editor, again, { key: crypto.randomUUID() }));
    expect(after).toEqual([303, `${MEDIA}?stored=1&known=1`]);
    const page = await pageOf(editor, `${MEDIA}?stored=1&known=1`);
    expect(page).toContain("1 file is stored. 1 file was here already, with its first name and description.");
  });

  test("are stored by a form up to the size their kind takes; of one that is larger it is said, and those behind it are stored", async () => {
    const editor = await anEditor("author");
    const most = 25 * 1024 * 1024;
    const sizes = [most - 1, most, most + 1, 300];
    const response = await submitFiles(
      editor,
      sizes.map((size) => named(`${size}.png`, pngOfBytes(size))),
    );
    const html = await response.text();
    expect([response.status, html.match(/is-stored/g)?.length]).toEqual([413, 3]);
    expect(html).toMatch(new RegExp(`is-refused"><bdi>${most + 1}.png</bdi>: .*<code>TOO_LARGE</code>`));
    const { items } = await done<MediaListView>(await callApi(editor, "GET", "/api/media"));
    expect(items.map(({ bytes: length }) => length)).toEqual([300, most, most - 1]);
    const stored = await mediaBucket.get(`${editor.site.name}${items[1]?.path.slice("/media".length)}`);
    const hash = new crypto.DigestStream("SHA-256");
    await stored?.body.pipeTo(hash);
    expect(hexOf(await hash.digest)).toBe(items[1]?.id);
    await runDurableObjectAlarm(workspaceOf(editor.site.name));
    expect((await mediaBucket.list({ prefix: `${editor.site.name}/` })).objects).toHaveLength(3);
    // The time limit, because 75 MB go through the parser into storage.
  }, 120_000);

  test("say of each file that is not taken why, beside those that are stored", async () => {
    const editor = await anEditor();
    const response = await submitFiles(editor, [
      named("notes.png", new Uint8Array(10)),
      named("good.png", PNG),
      named("a.zip", bytes("PK\u0003\u0004"), "application/zip"),
    ]);
    const html = await response.text();
    expect(response.status).toBe(415);
    expect(html).toMatch(
      /is-refused"><bdi>notes.png<\/bdi>: <bdi>This type of file is not accepted here\. Found: .*<\/bdi> <code>UNSUPPORTED_MEDIA_TYPE<\/code>/,
    );
    expect(html).toContain('is-stored"><bdi>good.png</bdi>');
    expect(html).toMatch(/Allowed: [^<]*\.png/);
    expect(html).not.toMatch(/Allowed: [^<]*text\/html/);
    expect(await names(editor)).toEqual(["good.png"]);
  });

  test.each([
    ["no file", [], "INVALID_REQUEST", 400],
    ["a field in which none was chosen", [new File([], "")], "INVALID_REQUEST", 400],
    ["an empty file", [new File([], "empty.png")], "INVALID_REQUEST", 400],
  ])("ask for a file when there is %s", async (_, files, code, status) => {
    const response = await submitFiles(await anEditor(), files);
    expect([response.status, (await response.text()).includes(`<code>${code}</code>`)]).toEqual([status, true]);
  });

  test("are described by a form, which keeps what was typed when it is refused", async () => {
    const editor = await anEditor("author");
    const file = await aFile(editor, PNG);
    const fields = formOf(await pageOf(editor, fileAt(file)), "describe");
    expect(fields).toMatchObject({
      do: "describe",
      version: "1",
      name: "a.png",
      alt: "",
      "focal-x": "",
      "focal-y": "",
    });
    const wrong = await submit(editor, fileAt(file), {
      ...fields,
      alt: 'A "square"',
      "focal-x": "120",
      "focal-y": "left",
    });
    const html = await wrong.text();
    expect(wrong.status).toBe(400);
    expect(formOf(html, "describe")).toMatchObject({ alt: 'A "square"', "focal-x": "120", "focal-y": "left" });
    expect(html.match(/aria-invalid="true"/g)).toHaveLength(2);
    const typed = { ...formOf(html, "describe"), "focal-x": "25", "focal-y": "12,5" };
    expect(location(await submit(editor, fileAt(file), typed))).toEqual([303, `${fileAt(file)}?done=saved`]);
    expect(await detail(editor, file.id)).toMatchObject({
      version: 2,
      alt: 'A "square"',
      focal: { x: 0.25, y: 0.125 },
    });
    const again = formOf(await pageOf(editor, fileAt(file)), "describe");
    expect(again).toMatchObject({ "focal-x": "25", "focal-y": "12.5" });
    await submit(editor, fileAt(file), { ...again, "focal-x": "", "focal-y": "" });
    expect(await detail(editor, file.id)).toMatchObject({ version: 3, focal: null });
  });

  test("changed by somebody else meanwhile say so with what is there, and keep what was typed for a second try", async () => {
    const editor = await anEditor();
    const file = await aFile(editor, PNG);
    const fields = formOf(await pageOf(editor, fileAt(file)), "describe");
    await submit(editor, fileAt(file), { ...fields, alt: "Theirs" });
    const late = await submit(editor, fileAt(file), { ...fields, key: crypto.randomUUID(), alt: "Mine" });
    const html = await late.text();
    expect([late.status, html.includes("STALE_VERSION"), html.includes("Saved now: “Theirs”, version 2.")]).toEqual([
      412,
      true,
      true,
    ]);
    expect((await submit(editor, fileAt(file), formOf(html, "describe"))).status).toBe(303);
    expect(await detail(editor, file.id)).toMatchObject({ version: 3, alt: "Mine" });
  });

  test("are put into a gallery of the draft, published, and seen by visitors with description and focal point", async () => {
    const editor = await withGallery();
    const file = await aFile(editor, PNG);
    await submit(editor, fileAt(file), {
      ...formOf(await pageOf(editor, fileAt(file)), "describe"),
      alt: "A square",
      "focal-x": "0",
      "focal-y": "100",
    });
    const placing = formOf(await pageOf(editor, fileAt(file)), "place");
    expect(placing["gallery"]).toBe("boats/shots/pictures/1");
    expect(location(await submit(editor, fileAt(file), placing))).toEqual([303, `${fileAt(file)}?done=placed`]);
    const after = await pageOf(editor, fileAt(file));
    expect(after).toMatch(
      /<a href="\/boats\?svc_mode=edit"><bdi>Boats<\/bdi><\/a> <span class="help">in the draft<\/span>/,
    );
    expect(location(await submit(editor, fileAt(file), formOf(after, "publish")))).toEqual([
      303,
      `${fileAt(file)}?done=published`,
    ]);
    const visitors = await (await get(`${editor.site.origin}/boats?now`)).response.text();
    expect(visitors).toMatch(
      new RegExp(`<img src="${file.path}" alt="A square"[^>]* data-focal-x="0" data-focal-y="100"`),
    );
    expect(visitors).toContain('<img src="/media/old.png"');
    expect(await pageOf(editor, fileAt(file))).not.toContain('data-form="publish"');
  });

  test("are offered two galleries of one page by the names of their sections", async () => {
    const editor = await withGallery();
    const file = await aFile(editor, PNG);
    expect(await pageOf(editor, fileAt(file))).toContain(">Boats (/boats): Gallery, 1 of 24</option>");
    await done(
      await callApi(editor, "POST", "/api/pages/boats/sections", {
        ifMatch: 1,
        body: { section: { ...GALLERY, id: "more" } },
      }),
    );
    const html = await pageOf(editor, fileAt(file));
    expect([
      html.includes(">Boats (/boats): Gallery · shots, 1 of 24</option>"),
      html.includes(">Boats (/boats): Gallery · more, 1 of 24</option>"),
    ]).toEqual([true, true]);
  });

  test("are not put into a gallery whose page has changed, nor into a full one", async () => {
    const editor = await withGallery();
    const file = await aFile(editor, PNG);
    const placing = formOf(await pageOf(editor, fileAt(file)), "place");
    await done(
      await callApi(editor, "PATCH", "/api/pages/boats", { ifMatch: 1, body: { changes: { title: "Other boats" } } }),
    );
    const late = await submit(editor, fileAt(file), placing);
    const html = await late.text();
    expect([late.status, formOf(html, "place")["gallery"]]).toEqual([412, "boats/shots/pictures/2"]);
    expect((await submit(editor, fileAt(file), formOf(html, "place"))).status).toBe(303);
    const full = {
      pictures: Array.from({ length: 24 }, () => ({ image: { src: file.path, alt: "", width: 7, height: 5 } })),
    };
    await done(
      await callApi(editor, "PATCH", "/api/pages/boats/sections/shots", { ifMatch: 3, body: { fields: full } }),
    );
    expect(await pageOf(editor, fileAt(file))).toMatch(/value="boats\/shots\/pictures\/4" disabled/);
    const forced = await submit(editor, fileAt(file), {
      ...placing,
      key: crypto.randomUUID(),
      gallery: "boats/shots/pictures/4",
    });
    expect([forced.status, (await forced.text()).includes("INVALID_REQUEST")]).toEqual([400, true]);
  });

  test("that are used are removed by a second step, those that are not by one", async () => {
    const editor = await withGallery();
    const [file, spare] = [await aFile(editor, PNG), await aFile(editor, pngOfBytes(300), "b.png")];
    await submit(editor, fileAt(file), formOf(await pageOf(editor, fileAt(file)), "place"));
    const first = formOf(await pageOf(editor, fileAt(file)), "remove");
    expect(first).not.toHaveProperty("force");
    const asked = await submit(editor, fileAt(file), first);
    const html = await asked.text();
    expect([asked.status, html.includes("This file is used in 1 place")]).toEqual([409, true]);
    const second = formOf(html, "remove");
    expect(second).toMatchObject({ force: "true" });
    expect(second["key"]).not.toBe(first["key"]);
    expect(location(await submit(editor, fileAt(file), second))).toEqual([303, `${MEDIA}?done=removed`]);
    expect((await submit(editor, fileAt(spare), formOf(await pageOf(editor, fileAt(spare)), "remove"))).status).toBe(
      303,
    );
    expect(await names(editor)).toEqual([]);
    expect((await open(editor, fileAt(file))).status).toBe(404);
  });

  test("are published by those who may; others see that something is unpublished", async () => {
    const editor = await withGallery("author");
    const html = await pageOf(editor);
    expect([html.includes("1 change is not published yet."), html.includes('data-form="publish"')]).toEqual([
      true,
      false,
    ]);
    const publish = { do: "publish", key: crypto.randomUUID(), change: "1" };
    const refused = await submit(editor, MEDIA, publish);
    expect([refused.status, (await refused.text()).includes("FORBIDDEN")]).toEqual([403, true]);
    const chief = await memberOf(editor.site, "editor");
    const stale = await submit(chief, MEDIA, { ...publish, change: "999" });
    expect([stale.status, (await stale.text()).includes("STALE_VERSION")]).toEqual([412, true]);
    expect(location(await submit(chief, MEDIA, formOf(await pageOf(chief), "publish")))).toEqual([
      303,
      `${MEDIA}?done=published`,
    ]);
  });
});

describe("forms of the editor", () => {
  let editor: Editor;
  let file: MediaView;
  beforeAll(async () => {
    editor = await anEditor();
    file = await aFile(editor, PNG);
  });

  const DESCRIBE = { do: "describe", version: "1" };

  test("take so many bytes and fields, and no more", async () => {
    const place = async (body: string): Promise<string> => {
      const headers = { "content-type": "application/x-www-form-urlencoded" };
      const html = await (await callApi(editor, "POST", fileAt(file), { text: body, key: null, headers })).text();
      return html.includes('class="alone"') ? (/<code>([A-Z_]+)<\/code>/.exec(html)?.[1] ?? "") : "in place";
    };
    const sized = (size: number): Promise<string> => place("do=describe&pad=".padEnd(size, "a"));
    const many = (count: number): Promise<string> =>
      place(["do=describe", ...Array.from({ length: count - 1 }, (_, index) => `f${index}=1`)].join("&"));
    const [size, count] = [EDITOR_FORM_MAX_BYTES, EDITOR_FIELDS_MAX];
    expect([await sized(size - 1), await sized(size), await sized(size + 1)]).toEqual([
      "in place",
      "in place",
      "TOO_LARGE",
    ]);
    expect([await many(count - 1), await many(count), await many(count + 1)]).toEqual([
      "in place",
      "in place",
      "INVALID_REQUEST",
    ]);
    const withName = (length: number): Promise<string> => place(`do=describe&${"n".repeat(length)}=1`);
    const chars = EDITOR_FIELD_NAME_MAX_CHARS;
    expect([await withName(chars - 1), await withName(chars), await withName(chars + 1)]).toEqual([
      "in place",
      "in place",
      "INVALID_REQUEST",
    ]);
  });

  test("with files are read one file at a time, and no more in all", async () => {
    const form = new FormData();
    form.append("key", "a-number");
    form.append("other", named("other.png", new Uint8Array(9)));
    for (const size of [70_000, 10, 0]) form.append("file", named(`${size}.png`, new Uint8Array(size)));
    const body = await new Response(form).arrayBuffer();
    const boundary = /^--(\S+)/.exec(new TextDecoder().decode(body))?.[1];
    const read = async (most: number) => {
      const request = new Request("https://a.example", {
        method: "POST",
        headers: { "content-type": `multipart/form-data; boundary=${boundary}` },
        body,
      });
      const parts: unknown[] = [];
      for await (const part of sentParts(request, most))
        parts.push(
          "key" in part
            ? part.key
            : [part.file.name, part.file.body && (await new Response(part.file.body).bytes()).length],
        );
      return parts;
    };
    const all = ["a-number", ["70000.png", 70_000], ["10.png", 10], ["0.png", null]];
    expect([await read(body.byteLength), await read(body.byteLength + 1)]).toEqual([all, all]);
    await expect(read(body.byteLength - 1)).rejects.toMatchObject({ code: "TOO_LARGE" });
  });

  test.each([
    [-1, ["a-number"]],
    [0, "TOO_SLOW"],
    [1, "TOO_SLOW"],
  ])("with files may take as long as they may in all and %i ms: %j", async (more, expected) => {
    let now = Date.now();
    vi.spyOn(Date, "now").mockImplementation(() => now);
    const part = (name: string, content: string) =>
      bytes(`--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${content}\r\n`);
    // All pieces arrive in one read, so that the next read begins after the time limit.
    const pieces = [bytes(part("key", "a-number"), part("pad", "a".repeat(64 * 1024))), bytes("--b--")];
    const body = new ReadableStream({
      type: "bytes",
      pull(controller) {
        const piece = pieces.shift();
        if (piece === undefined) throw new Error("nothing is left to read");
        controller.enqueue(piece);
        if (pieces.length > 0) now += EDITOR_RECEIVE_MS + more;
        else controller.close();
      },
    });
    const reading = async () => {
      const read = [];
      for await (const one of sentParts(
        new Request("https://a.example", {
          method: "POST",
          headers: { "content-type": "multipart/form-data; boundary=b" },
          body,
        }),
      ))
        read.push("key" in one ? one.key : one);
      return read;
    };
    expect(await reading().catch(({ code }: { code: string }) => code)).toEqual(expected);
  });

  test.each<[string, Record<string, string>, number, string]>([
    ["without its number", { ...DESCRIBE, alt: "x" }, 400, "IDEMPOTENCY_KEY_MISSING"],
    ["with a number that is none", { ...DESCRIBE, alt: "x", key: "a b\r\nc: d" }, 400, "IDEMPOTENCY_KEY_MISSING"],
    ["without a version", { do: "describe", alt: "x", key: "12345678-abc" }, 428, "VERSION_REQUIRED"],
    [
      "with a version that is none",
      { do: "describe", version: '1", "2', alt: "x", key: "12345678-abc" },
      428,
      "VERSION_REQUIRED",
    ],
    ["with a field it has not", { ...DESCRIBE, alt: "x", role: "owner", key: "12345678-abc" }, 400, "INVALID_REQUEST"],
    ["for something unknown", { do: "constructor", key: "12345678-abc" }, 400, "INVALID_REQUEST"],
    ["for a gallery that is none", { do: "place", gallery: "../../api", key: "12345678-abc" }, 400, "INVALID_REQUEST"],
    [
      "for a gallery that is not there",
      { do: "place", gallery: "home/none/pictures/1", key: "12345678-abc" },
      404,
      "NOT_FOUND",
    ],
  ])("%s change nothing", async (_, fields, status, code) => {
    const response = await submit(editor, fileAt(file), fields);
    expect([response.status, (await response.text()).includes(`<code>${code}</code>`)]).toEqual([status, true]);
    expect(await detail(editor, file.id)).toMatchObject({ version: 1, used: 0 });
  });

  test("sent twice with the same number and other words are told apart", async () => {
    const fields = { ...DESCRIBE, alt: "One", key: crypto.randomUUID() };
    expect((await submit(editor, fileAt(file), fields)).status).toBe(303);
    expect((await submit(editor, fileAt(file), fields)).status).toBe(303);
    const other = await submit(editor, fileAt(file), { ...fields, alt: "Two" });
    expect([other.status, (await other.text()).includes("IDEMPOTENCY_KEY_REUSED")]).toEqual([422, true]);
    expect(await detail(editor, file.id)).toMatchObject({ version: 2, alt: "One" });
    await submit(editor, fileAt(file), { do: "describe", version: "2", alt: "", key: crypto.randomUUID() });
  });

  test("of somebody whose login has ended come back with what was typed, to be sent again", async () => {
    const { version } = await detail(editor, file.id);
    const fields = { ...DESCRIBE, version: String(version), alt: 'Two "words"', key: crypto.randomUUID() };
    const response = await submit({ ...editor, cookie: "" }, fileAt(file), fields);
    const html = await response.text();
    expect(response.status).toBe(401);
    expect(html).toContain(`href="/api/auth/start?return=${encodeURIComponent(fileAt(file))}"`);
    expect(html).toContain('name="alt" value="Two &quot;words&quot;"');
    expect((await submit(editor, fileAt(file), fields)).status).toBe(303);
  });
});
