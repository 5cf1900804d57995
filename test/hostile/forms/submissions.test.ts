import { runInDurableObject } from "cloudflare:test";
import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import {
  FORM_ANSWER_MAX_CHARS,
  FORM_BODY_MAX_BYTES,
  FORM_MIN_SECONDS,
  FORM_NAME_MAX_CHARS,
  FORM_POSTS_PER_FORM,
  FORM_POSTS_PER_VISITOR,
  FORM_TOKEN_MS,
  FORM_VALUES_MAX,
} from "../../../manifests/bounds/forms.ts";
import { FORM_SCRIPT_ELEMENT } from "../../../runtime/forms/script.ts";
import { sqlOf, stubOf } from "../../worker/plugins/siteWithPlugin.ts";
import { get, migrate } from "../../worker/site/harness.ts";
import {
  MESSAGE,
  aSiteWithForm,
  aVisitor,
  anEditor,
  answers,
  callApi,
  fieldsIn,
  post,
  submissions,
  type Editor,
} from "../../worker/forms/siteWithForm.ts";

beforeAll(migrate);
afterEach(() => void vi.restoreAllMocks());

const stored = async (owner: Editor): Promise<number> => (await submissions(owner)).total;
const passing = (ms: number): void => void vi.spyOn(Date, "now").mockReturnValue(Date.now() + ms);

const tokenOf = async ({ site }: Pick<Editor, "site">, form = "home.contact"): Promise<string> => {
  const { response } = await get(`${site.origin}/api/forms/${form}/token`);
  expect(response.headers.get("cache-control")).toBe("no-store");
  return (await response.json<{ token: string }>()).token;
};

describe("visitors' text stays text", () => {
  const WORDS = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "</textarea><form action=https://evil.example>",
    "{{ site.name }}{% raw %}",
    "javascript:alert(1)",
    "&lt;b&gt; &amp;amp;",
    "\u202Etxt.exe",
    "' OR 1=1 --",
    "\0end".slice(1),
    "%3Cscript%3E",
    "é̀\u200b🛶",
  ];

  test.each(WORDS)("%s", async (words) => {
    const owner = await aSiteWithForm();
    const back = await post(owner, {
      fields: { name: words, email: words, message: words, topic: words, website: words },
    });
    expect(back.status).toBe(422);
    const html = await back.text();
    expect(fieldsIn(html)).toMatchObject({ name: words, message: words });
    expect(html.replace(FORM_SCRIPT_ELEMENT, "")).not.toMatch(
      /<script(?! type="application\/ld\+json")|<img[^>]*onerror|<form[^>]*evil/,
    );
    expect(html.match(/<form/g)).toHaveLength(1);
    const sent = await post(owner, { fields: { ...MESSAGE, name: words, message: words } });
    expect(sent.status).toBe(303);
    expect(await answers(owner)).toEqual([{ ...MESSAGE, name: words, message: words }]);
  });

  test.each(["=1+1", "+1", "-1", "@SUM(A1)", " =cmd|' /C calc'!A0", "\uff1d1", '=HYPERLINK("https://evil.example")'])(
    "no cell of an export is a formula: %j",
    async (words) => {
      const owner = await aSiteWithForm();
      await post(owner, { json: { fields: { ...MESSAGE, message: words, name: `Robin "${words}` } } });
      const csv = await (await callApi(owner, "GET", "/api/forms/home.contact/submissions.csv")).text();
      const cells = [...csv.matchAll(/"((?:[^"]|"")*)"(?=,|\r\n)/g)].map(([, cell = ""]) => cell.replaceAll('""', '"'));
      expect(cells.join("\n")).toContain(words.trim());
      expect(cells.filter((cell) => /^\s*[=+\-@\uff1d]/.test(cell))).toEqual([]);
    },
  );

  test.each([
    "a;=1+1;b",
    "a; \uff1d1",
    "a\n=1",
    "a\n- b\n- c",
    ";;@SUM(A1)",
    "a\t+1",
    "a;\n;=1",
    'a;"=1+1;b',
    'a;""=1',
    'a\n"=1\nb',
    'a\t" +1',
    "a;\u2060=1",
    "a;\u200e\ufeff-1",
  ])("also in spreadsheets that split lines at other characters: %j", async (words) => {
    const owner = await aSiteWithForm();
    await post(owner, { json: { fields: { ...MESSAGE, message: words } } });
    const csv = await (await callApi(owner, "GET", "/api/forms/home.contact/submissions.csv")).text();
    expect(csv.replaceAll("'", "").replaceAll('""', '"')).toContain(words);
    expect(csv.split(/[;\t\r\n]/).filter((cell) => /^[\s"\u200e\u2060]*[=+\-@\uff1d]/.test(cell))).toEqual([]);
  });

  test.each(["Robin\r\nBcc: all@example.com", "Robin\nBcc: x", "Robin\u0000", "Robin\u2028x", "Robin\u0085x"])(
    "a line break or control character in a name or an address is refused: %j",
    async (name) => {
      const owner = await aSiteWithForm();
      expect((await post(owner, { json: { fields: { ...MESSAGE, name } } })).status).toBe(400);
      expect(
        (await post(owner, { json: { fields: { ...MESSAGE, email: `robin@example.com${name.slice(5)}` } } })).status,
      ).toBe(400);
      expect(await stored(owner)).toBe(0);
    },
  );
});

describe("bounds", () => {
  let owner: Editor;
  beforeAll(async () => void (owner = await aSiteWithForm("drawbridge.forms/survey")));

  test.each([
    [-1, 201],
    [0, 201],
    [1, 400],
  ])("of a text of the form, %i beside it: %i", async (beside, status) => {
    expect((await post(owner, { json: { fields: { rating: "bad", wrong: "x".repeat(2_000 + beside) } } })).status).toBe(
      status,
    );
  });

  test.each([
    [-1, 303],
    [0, 303],
    [1, 413],
  ])("of the body, %i beside it: %i", async (beside, status) => {
    const fields = new URLSearchParams({ rating: "good", wrong: "" }).toString();
    const body = fields + "x".repeat(FORM_BODY_MAX_BYTES + beside - fields.length);
    expect((await post(owner, { body, headers: { "content-type": "application/x-www-form-urlencoded" } })).status).toBe(
      status,
    );
  });

  test.each([
    [-1, 303],
    [0, 303],
    [1, 400],
  ])("of the number of values, %i beside it: %i", async (beside, status) => {
    const others = Array.from({ length: FORM_VALUES_MAX + beside - 1 }, () => "_go=next").join("&");
    expect(
      (
        await post(owner, {
          body: `rating=good&${others}`,
          headers: { "content-type": "application/x-www-form-urlencoded" },
        })
      ).status,
    ).toBe(status);
  });

  test.each([
    [-1, "an unknown field"],
    [0, "an unknown field"],
    [1, "more or longer fields"],
  ])("of a name, %i beside it: %s", async (beside, found) => {
    const response = await post(owner, {
      fields: { rating: "good", ["x".repeat(FORM_NAME_MAX_CHARS + beside)]: "1" },
      page: false,
    });
    expect(await response.json()).toMatchObject({ issues: [{ found }] });
  });

  test.each([
    "",
    "{",
    "[1,2",
    '{"fields":{"rating":"good"},"fields":{}}',
    `{"fields":${"[".repeat(200)}${"]".repeat(200)}}`,
  ])("no JSON: %s", async (body) => {
    expect((await post(owner, { body, headers: { "content-type": "application/json" }, page: false })).status).toBe(
      400,
    );
  });

  test("of a text the form gives none", async () => {
    const free = await aSiteWithForm("drawbridge.forms/contact");
    const { problemsOf } = await import("../../../runtime/forms/values.ts");
    const { modelOf } = await import("../../../runtime/forms/model.ts");
    const model = modelOf({
      qualified: "a.b/c",
      item: {
        name: "c",
        title: "C",
        fields: { type: "object", properties: { a: { type: "string", title: "A" } }, additionalProperties: false },
      },
    });
    expect(
      [-1, 0, 1].map(
        (beside) => problemsOf(model.fields, { a: "x".repeat(FORM_ANSWER_MAX_CHARS + beside) }, model).length,
      ),
    ).toEqual([0, 0, 1]);
    expect(await stored(free)).toBe(0);
  });
});

describe("the content type of a body", () => {
  let owner: Editor;
  beforeAll(async () => void (owner = await aSiteWithForm()));
  const BOUNDARY = "----x";
  const part = (name: string, value: string, more = ""): string =>
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`;
  const whole = Object.entries(MESSAGE)
    .map(([name, value]) => part(name, value))
    .join("");

  test.each([
    ["text/plain", "name=x", 415],
    ["text/html", "<b>", 415],
    ["", "name=x", 415],
    ["application/x-www-form-urlencoded; charset=utf-16", "name=x", 415],
    ["multipart/form-data", whole, 415],
    ["multipart/mixed; boundary=----x", `${whole}--${BOUNDARY}--`, 415],
    ["application/xml", "<a/>", 415],
    ["multipart/form-data; boundary=----x", "nothing of the kind", 400],
    ["multipart/form-data; boundary=----x", whole, 400],
    ["multipart/form-data; boundary=----x", `${whole}${part("file", "MZ", '; filename="a.exe"')}--${BOUNDARY}--`, 400],
    [
      "multipart/form-data; boundary=----x",
      `${whole}${part("name", "%PDF-1.7", '; filename="a.pdf"')}--${BOUNDARY}--`,
      400,
    ],
    ["multipart/form-data; boundary=----x", `${whole}${part("__proto__", "x")}--${BOUNDARY}--`, 400],
    ["multipart/form-data; boundary=----x", `${whole}${part("constructor", "x")}--${BOUNDARY}--`, 400],
    ["multipart/form-data; boundary=----x; charset=utf-7", `${whole}--${BOUNDARY}--`, 415],
    ["application/json", new URLSearchParams(MESSAGE).toString(), 400],
  ])("%s with %s is answered %i", async (type, body, status) => {
    const response = await post(owner, { body, headers: { "content-type": type === "" ? null : type }, page: false });
    expect(response.status).toBe(status);
    expect(await stored(owner)).toBe(0);
  });

  test("invalid UTF-8 and compressed bodies are refused", async () => {
    const bytes = new Uint8Array([...new TextEncoder().encode("name="), 0xff, 0xfe]);
    const type = { "content-type": "application/x-www-form-urlencoded" };
    expect((await post(owner, { body: bytes, headers: type, page: false })).status).toBe(400);
    expect((await post(owner, { headers: { ...type, "content-encoding": "gzip" }, page: false })).status).toBe(415);
  });

  test("a repeated field is not read as a list", async () => {
    expect((await post(owner, { fields: { ...MESSAGE, name: ["Robin", "Mallory"] }, page: false })).status).toBe(400);
    expect(await stored(owner)).toBe(0);
  });
});

describe("the origin of a submission", () => {
  let owner: Editor;
  beforeAll(async () => void (owner = await aSiteWithForm()));

  test.each([
    { origin: "https://evil.example" },
    { origin: "null" },
    { origin: null, "sec-fetch-site": "cross-site" },
    { origin: null, "sec-fetch-site": "same-site" },
    { "sec-fetch-site": "cross-site" },
  ])("may not be another site: %j", async (headers) => {
    expect((await post(owner, { headers, page: false })).status).toBe(403);
    expect(await stored(owner)).toBe(0);
  });

  test("may be missing, for a program", async () => {
    expect((await post(owner, { headers: { origin: null }, page: false })).status).toBe(201);
  });
});

describe("the rate limit", () => {
  test("lets twenty of a thousand posts of one visitor through, and stops no other visitor", async () => {
    const owner = await aSiteWithForm();
    const now = Date.now();
    vi.spyOn(Date, "now").mockReturnValue(now);
    const visitor = aVisitor();
    const statuses: number[] = [];
    for (let n = 0; n < 20; n += 1) {
      const batch = await Promise.all(
        Array.from({ length: 50 }, () => post(owner, { json: { fields: MESSAGE }, visitor })),
      );
      statuses.push(...batch.map(({ status }) => status));
    }
    expect(statuses.filter((status) => status === 201)).toHaveLength(FORM_POSTS_PER_VISITOR);
    expect(statuses.filter((status) => status === 429)).toHaveLength(1_000 - FORM_POSTS_PER_VISITOR);
    const refused = await post(owner, { visitor });
    expect([refused.status, refused.headers.get("retry-after"), refused.headers.get("content-type")]).toEqual([
      429,
      "30",
      "text/plain; charset=utf-8",
    ]);
    expect((await post(owner)).status).toBe(303);
    expect(await stored(owner)).toBe(FORM_POSTS_PER_VISITOR + 1);
  });

  test.each([
    [FORM_POSTS_PER_FORM - 2, 201],
    [FORM_POSTS_PER_FORM - 1, 201],
    [FORM_POSTS_PER_FORM, 429],
  ])("after %i posts of all visitors: %i", async (before, status) => {
    const owner = await aSiteWithForm();
    const now = Date.now();
    vi.spyOn(Date, "now").mockReturnValue(now);
    await runInDurableObject(stubOf(owner), (_, { storage }) => {
      storage.sql.exec(
        "INSERT INTO rate_limits (id, free_at) VALUES (?, ?)",
        JSON.stringify(["form", '["main","home.contact"]']),
        now + (before * 600_000) / FORM_POSTS_PER_FORM,
      );
    });
    expect((await post(owner, { json: { fields: MESSAGE } })).status).toBe(status);
  });

  test("can be lower for a form", async () => {
    const owner = await aSiteWithForm("drawbridge.forms/newsletter");
    const visitor = aVisitor();
    const statuses: number[] = [];
    for (let n = 0; n < 6; n += 1)
      statuses.push((await post(owner, { json: { fields: { email: "robin@example.com" } }, visitor })).status);
    expect(statuses).toEqual([201, 201, 201, 201, 201, 429]);
  });
});

describe("tokens", () => {
  let owner: Editor;
  beforeAll(async () => void (owner = await aSiteWithForm()));
  const sendWith = (token: string, more: object = {}) =>
    post(owner, { json: { fields: { ...MESSAGE, ...more }, token } });

  test.each([
    [FORM_MIN_SECONDS * 1_000 - 1, 400],
    [FORM_MIN_SECONDS * 1_000, 201],
    [FORM_MIN_SECONDS * 1_000 + 1, 201],
    [FORM_TOKEN_MS - 1, 201],
    [FORM_TOKEN_MS, 201],
    [FORM_TOKEN_MS + 1, 400],
    [-1, 400],
  ])("after %i ms: %i", async (age, status) => {
    const now = Date.now();
    vi.spyOn(Date, "now").mockReturnValue(now);
    const token = await tokenOf(owner);
    vi.spyOn(Date, "now").mockReturnValue(now + age);
    expect((await sendWith(token)).status).toBe(status);
  });

  test("a token is accepted for one message, which may be sent twice", async () => {
    const token = await tokenOf(owner);
    passing(2_000);
    const before = await stored(owner);
    const twice = await Promise.all([sendWith(token), sendWith(token), sendWith(token)]);
    expect(twice.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(await stored(owner)).toBe(before + 1);
    expect((await sendWith(token, { message: "Buy now" })).status).toBe(400);
    const {
      items: [one],
    } = await submissions(owner);
    await callApi(owner, "DELETE", `/api/forms/home.contact/submissions/${one?.id}`);
    expect((await sendWith(token)).status).toBe(400);
  });

  test("a token that is forged, changed, or of another form or tenant is refused", async () => {
    const other = await aSiteWithForm();
    const [ours, theirs] = [await tokenOf(owner), await tokenOf(other)];
    const [issued = "", nonce = "", signature = ""] = ours.split(".");
    passing(2_000);
    const forged = [
      theirs,
      "",
      "x",
      `${issued}.${nonce}`,
      `${issued}.${nonce}.${"0".repeat(64)}`,
      `${issued}a.${nonce}.${signature}`,
      `${issued}.x${nonce}.${signature}`,
      `${ours} `,
    ];
    for (const token of forged) expect((await sendWith(token)).status, token).toBe(400);
  });

  test("where a form requires one, no submission is accepted without it, and a browser's first submission must be confirmed", async () => {
    const asking = await aSiteWithForm("drawbridge.forms/contact", { confirm: true });
    expect((await post(asking, { json: { fields: MESSAGE } })).status).toBe(400);
    const first = await post(asking);
    expect(first.status).toBe(422);
    const html = await first.text();
    expect(html).toContain("Please check what you wrote, then send it again.");
    expect(await stored(asking)).toBe(0);
    passing(2_000);
    expect((await post(asking, { fields: fieldsIn(html) })).status).toBe(303);
    expect(await answers(asking)).toEqual([MESSAGE]);
  });
});

test("a program that fills in the hidden field is caught, and a person who filled it in can correct that", async () => {
  const owner = await aSiteWithForm();
  const back = await post(owner, { fields: { ...MESSAGE, website: "https://spam.example" } });
  expect(back.status).toBe(422);
  const html = await back.text();
  expect(fieldsIn(html)).toMatchObject({ website: "https://spam.example" });
  expect(html).not.toContain('class="form-trap"');
  passing(2_000);
  expect((await post(owner, { fields: { ...fieldsIn(html), website: "" } })).status).toBe(303);
  expect(await answers(owner)).toEqual([MESSAGE]);
});

test.each<[string, object]>([
  ["text", { website: "https://spam.example" }],
  ["another value", { website: { file: 1, name: "=1+1" } }],
  ["a number", { website: 0 }],
])("a program that sends %s there in JSON is caught too, and nothing of it is stored", async (_, more) => {
  const owner = await aSiteWithForm();
  expect(await (await post(owner, { json: { fields: { ...MESSAGE, ...more } } })).json()).toMatchObject({
    code: "INVALID_REQUEST",
    issues: [{ pointer: "/website", allowed: "nothing" }],
  });
  expect(await stored(owner)).toBe(0);
  for (const empty of ["", "  "])
    expect((await post(owner, { json: { fields: { ...MESSAGE, website: empty } } })).status).toBe(201);
  expect(await answers(owner)).toEqual([MESSAGE, MESSAGE]);
});

test("concurrent posts are each stored once", async () => {
  const owner = await aSiteWithForm();
  const all = await Promise.all(
    Array.from({ length: 30 }, (_, n) => post(owner, { json: { fields: { ...MESSAGE, name: `Visitor ${n}` } } })),
  );
  expect(new Set(all.map(({ status }) => status))).toEqual(new Set([201]));
  const { items, total } = await submissions(owner, "home.contact", "?limit=100");
  expect([total, new Set(items.map(({ fields }) => fields["name"])).size]).toEqual([30, 30]);
});

test("another tenant's forms and submissions are unreachable", async () => {
  const [ours, theirs] = [await aSiteWithForm(), await anEditor()];
  await post(ours);
  const {
    items: [one],
  } = await submissions(ours);
  expect((await post(theirs, { page: false })).status).toBe(404);
  expect((await callApi(theirs, "GET", "/api/forms/home.contact/submissions")).status).toBe(404);
  expect((await callApi(theirs, "DELETE", `/api/forms/home.contact/submissions/${one?.id}`)).status).toBe(404);
  const file = await callApi(theirs, "GET", "/api/forms/home.contact/submissions.csv");
  expect([file.status, (await file.text()).includes("Robin")]).toEqual([404, false]);
  expect(await stored(ours)).toBe(1);
});

test("submitted data appears in no address, and answers are never cached", async () => {
  const owner = await aSiteWithForm();
  for (const sent of [
    post(owner),
    post(owner, { fields: { ...MESSAGE, email: "x" } }),
    post(owner, { json: { fields: MESSAGE } }),
  ]) {
    const response = await sent;
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(response.headers.get("location") ?? "").not.toMatch(/Robin|example/);
    expect(response.headers.get("set-cookie")).toBeNull();
  }
  expect(
    (await get(`${owner.site.origin}/api/forms/home.contact/sent?name=Robin`)).response.headers.get("cache-control"),
  ).toBe("no-store");
});

test("submitted data appears in no log, whatever fails", async () => {
  const owner = await aSiteWithForm();
  const said: unknown[] = [];
  for (const level of ["log", "info", "warn", "error", "debug"] as const)
    vi.spyOn(console, level).mockImplementation((...words) => void said.push(...words));
  const whole = JSON.stringify({ fields: MESSAGE });
  const type = { "content-type": "application/json" };
  const statuses: number[] = [];
  const send = async (sent: Parameters<typeof post>[1]): Promise<void> =>
    void statuses.push((await post(owner, sent)).status);
  await send({});
  await send({ fields: { ...MESSAGE, email: `${MESSAGE.name}, no address` }, page: false });
  await send({ json: { fields: { ...MESSAGE, [MESSAGE.email]: MESSAGE.name } } });
  await send({ body: whole.slice(0, -1), headers: type, page: false });
  await send({ body: whole.replaceAll(":", ""), headers: type, page: false });
  for (const table of ["form_submissions", "form_totals", "outbox"]) {
    await sqlOf(owner, `ALTER TABLE ${table} RENAME TO away`);
    await send({ json: { fields: MESSAGE } });
    await send({ fields: MESSAGE });
    await sqlOf(owner, `ALTER TABLE away RENAME TO ${table}`);
  }
  expect(statuses).toEqual([303, 400, 400, 400, 400, 500, 500, 500, 500, 500, 500]);
  const texts = said.map((one) =>
    one instanceof Error
      ? `${one.message} ${one.stack} ${JSON.stringify(one)}`
      : typeof one === "string"
        ? one
        : JSON.stringify(one),
  );
  expect(texts.length).toBeGreaterThanOrEqual(6);
  expect(texts.filter((text) => /robin|ferry|slip/i.test(text))).toEqual([]);
  expect(await stored(owner)).toBe(1);
});

test("a form redirects only to a page of this site", async () => {
  const owner = await aSiteWithForm("drawbridge.forms/contact", { thanks: "https://evil.example/" });
  expect((await post(owner)).headers.get("location")).toBe("/api/forms/home.contact/sent#contact");
});
