import { runInDurableObject } from "cloudflare:test";
import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { FORM_ANSWER_MAX_CHARS } from "../../../manifests/bounds/forms.ts";
import { PDF } from "../../support/mediaFiles.ts";
import {
  FORMS,
  INBOX,
  cardOf,
  cardsOf,
  formOf,
  open,
  pageOf,
  searching,
  submit,
  type Fields,
  type Headers,
} from "../../worker/api/editorBrowser.ts";
import { type Editor, anEditor, callApi, done, memberOf } from "../../worker/api/apiClient.ts";
import {
  APPLICATION,
  MESSAGE,
  NO_FILE,
  aSiteWithForm,
  fileOf,
  formSection,
  place,
  post,
  quarantined,
  submissions,
  withFiles,
} from "../../worker/forms/siteWithForm.ts";
import { ring, sqlOf, stubOf } from "../../worker/plugins/siteWithPlugin.ts";
import { db, get, migrate, send } from "../../worker/site/harness.ts";

/** Attacks on submissions, by members who may not read them and by visitors who sent harmful text. */

beforeAll(migrate);
afterEach(() => void vi.restoreAllMocks());

const codeIn = (html: string): string | undefined => /<code>([A-Z_]+)<\/code>/.exec(html)?.[1];
const SECRET = /Ferry|robin@|slip free|sweep/;

async function withPapers(): Promise<Editor> {
  const owner = await aSiteWithForm("drawbridge.forms/application");
  await post(owner, {
    body: withFiles({ ...APPLICATION, cv: fileOf(PDF, "Robin Ferry.pdf", "application/pdf"), pictures: NO_FILE }),
  });
  return owner;
}

const stateOf = async (owner: Editor): Promise<unknown> => [
  (await submissions(owner)).items,
  await quarantined(owner),
  await done(await callApi(owner, "GET", "/api/media")),
];

/** Sends every form of the submissions page as an attacker would, confirmations included. None may have an effect. */
async function attempts(
  owner: Editor,
  who: Pick<Editor, "site" | "cookie">,
  more: Headers,
): Promise<(string | number | undefined)[]> {
  const before = await stateOf(owner);
  const card = cardOf(await pageOf(owner, INBOX), 1);
  const answers = [];
  for (const name of ["mark", "delete", "accept", "reject"]) {
    const fields: Fields = {
      ...formOf(card, name),
      ...(name === "delete" || name === "reject" ? { force: "true" } : {}),
    };
    const response = await submit(who, INBOX, fields, more);
    const html = await response.text();
    expect(html).not.toMatch(SECRET);
    answers.push(response.status === 303 ? 303 : codeIn(html));
  }
  expect(await stateOf(owner)).toEqual(before);
  return [...new Set(answers)];
}

describe("people without access to the submissions", () => {
  let owner: Editor;
  beforeAll(async () => void (owner = await withPapers()));

  test.each<[string, Headers]>([
    ["a page of another site", { origin: "https://evil.example", "sec-fetch-site": "cross-site" }],
    ["a sub-domain", { origin: "https://x.api.example", "sec-fetch-site": "same-site" }],
    ["a sandboxed frame", { origin: "null", "sec-fetch-site": "cross-site" }],
    ["a browser that says nothing", { origin: null, "sec-fetch-site": null }],
    ["an address bar", { origin: null, "sec-fetch-site": "none" }],
  ])("cannot submit forms from %s", async (_, headers) => {
    expect(await attempts(owner, owner, headers)).toEqual(["ORIGIN_MISMATCH"]);
  });

  test("are redirected to log in, for every address", async () => {
    for (const path of [FORMS, INBOX, `${INBOX}?unread=true`]) {
      const response = await open({ ...owner, cookie: "" }, path);
      expect([response.status, response.headers.get("location"), await response.text()]).toEqual([
        303,
        `/api/auth/start?return=${encodeURIComponent(path)}`,
        "",
      ]);
    }
    expect(await attempts(owner, { ...owner, cookie: "" }, {})).toEqual(["UNAUTHENTICATED"]);
    expect(await attempts(owner, { ...owner, cookie: "__Host-svc_session=forged" }, {})).toEqual(["UNAUTHENTICATED"]);
  });

  test("of another tenant are strangers, although both tenants have a form of the same name", async () => {
    const other = await aSiteWithForm();
    const theirs = { site: owner.site, cookie: other.cookie };
    expect((await open(theirs, INBOX)).status).toBe(303);
    expect(await attempts(owner, theirs, {})).toEqual(["UNAUTHENTICATED"]);
    const html = await pageOf(other, INBOX);
    expect([SECRET.test(html), html.includes("This form has no submissions.")]).toEqual([false, true]);
    const response = await submit(other, INBOX, {
      do: "delete",
      force: "true",
      submission: "1",
      key: crypto.randomUUID(),
    });
    expect([response.status, codeIn(await response.text()), (await submissions(owner)).total]).toEqual([
      404,
      "NOT_FOUND",
      1,
    ]);
  });

  test.each(["author", "viewer"] as const)(
    "with the role %s learn which permission is missing, and nothing of the site",
    async (role) => {
      const member = await memberOf(owner.site, role);
      for (const path of [FORMS, INBOX, `${INBOX}?search=${crypto.randomUUID()}`, `${FORMS}/no.form`]) {
        const response = await open(member, path);
        const html = await response.text();
        expect([
          response.status,
          codeIn(html),
          html.includes("It needs the permission forms.read."),
          /Contact|Main site|Application/.test(html),
          SECRET.test(html),
        ]).toEqual([403, "FORBIDDEN", true, false, false]);
      }
      expect(await attempts(owner, member, {})).toEqual(["FORBIDDEN"]);
    },
  );

  test("get 404 for unknown forms and unknown names", async () => {
    const [unknown, nothing] = [
      await get(`https://nobody.example${INBOX}`),
      await get("https://nobody.example/anything"),
    ];
    expect([unknown.response.status, await unknown.response.text()]).toEqual([404, await nothing.response.text()]);
    for (const id of [
      "home",
      "home.",
      ".contact",
      "home.contact.x",
      "HOME.contact",
      "..%2F..%2Fapi",
      "home%2Econtact%00",
      "%3Cscript%3E",
      "home.contact/1",
      `home.${"a".repeat(300)}`,
      "home.cöntact",
    ]) {
      const response = await open(owner, `${FORMS}/${id}`);
      expect([id, response.status, (await response.text()).includes("Main site")]).toEqual([id, 404, false]);
    }
    for (const method of ["DELETE", "PUT", "PATCH"]) {
      const { response } = await send(
        new Request(`${owner.site.origin}${INBOX}`, { method, headers: { cookie: owner.cookie } }),
      );
      expect([response.status, response.headers.get("allow")]).toEqual([405, "GET, HEAD, POST"]);
    }
  });
});

test("a submission's number does not open it under another form", async () => {
  const owner = await aSiteWithForm();
  await place(owner, [formSection("news", "drawbridge.forms/newsletter")]);
  await post(owner);
  await post(owner, { form: "home.news", fields: { email: "theirs@example.com" } });
  const fields = formOf(cardOf(await pageOf(owner, INBOX), 1), "mark");
  for (const forged of [{ submission: "2" }, { submission: "2", do: "delete", force: "true" }]) {
    const { read: _, ...rest } = fields;
    const response = await submit(owner, INBOX, {
      ...(forged.do ? rest : fields),
      ...forged,
      key: crypto.randomUUID(),
    });
    expect([response.status, codeIn(await response.text())]).toEqual([404, "NOT_FOUND"]);
  }
  expect(await submissions(owner, "home.news")).toMatchObject({ total: 1, unread: 1 });
});

test("a deletion needs confirmation, whatever else the form contains", async () => {
  const owner = await withPapers();
  const card = cardOf(await pageOf(owner, INBOX), 1);
  for (const name of ["delete", "reject"]) {
    for (const force of ["false", "1", "TRUE", " true", ""]) {
      const response = await submit(owner, INBOX, { ...formOf(card, name), force, key: crypto.randomUUID() });
      expect([response.status, (await response.text()).includes("Nobody can bring")]).toEqual([409, true]);
    }
  }
  expect((await submissions(owner)).items[0]?.files).toMatchObject([{ state: "held" }]);
});

describe("visitors' text stays text in every place (hazard 6)", () => {
  const WORDS = [
    ["markup", '<img src=x onerror=alert(1)>"><script>alert(1)</script>'],
    [
      "the end of its element",
      "</bdi></dd></dl></article></li></ol></main><form action=https://evil.example><button>Delete for good</button>",
    ],
    ["an attribute", '" autofocus onfocus=alert(1) x="'],
    ["an address of a script", "javascript:alert(document.cookie)"],
    ["an address", "https://evil.example/?a=1 www.evil.example mailto:x@evil.example"],
    ["a formula", '=HYPERLINK("https://evil.example","Invoice")'],
    ["an entity", "&lt;script&gt;alert(1)&lt;/script&gt;"],
    ["a template", "{{ site.name }} ${alert(1)} {n} {text}"],
    ["words that turn the direction", "abc \u202Egnp.exe \u2066 \u2067x \u202B y"],
    ["signs that are none", "a\u0007b\u001b[31mred\u009bc"],
  ] as const;

  test.each(WORDS)("%s", async (_, words) => {
    const owner = await aSiteWithForm();
    await post(owner);
    // Values that a form may accept, in this version or a later one.
    const fields = { name: words, email: [words], topic: words, message: `${words}${"x".repeat(700)}`, [words]: words };
    await sqlOf(owner, "UPDATE form_submissions SET fields = ?", JSON.stringify(fields));
    const { at, path } = await searching(owner, { text: words });
    const [plain, found] = [await pageOf(owner, INBOX), await pageOf(at, path)];
    const refused = await (await submit(owner, INBOX, { ...formOf(cardOf(plain, 1), "mark"), read: words })).text();
    const lost = await (await submit(owner, INBOX, { do: "mark", key: words, submission: words, read: "true" })).text();
    const strange = await (
      await submit(owner, INBOX, { do: "mark", key: "k".repeat(20), [words.slice(0, 40)]: words })
    ).text();
    for (const html of [plain, found, refused, lost, strange, await pageOf(owner, FORMS)]) {
      const body = html.slice(html.indexOf("<body>"));
      const tags = body.replaceAll(/"[^"]*"/g, "").match(/<[^>]*>/g) ?? [];
      expect(tags.filter((tag) => /<img|<script|\son\w+=|autofocus|evil/.test(tag))).toEqual([]);
      expect(
        [...html.matchAll(/ (?:href|src|action)="([^"]*)"/g)].filter(
          ([, to = ""]) => !to.startsWith("/") && to !== "#main",
        ),
      ).toEqual([]);
      expect(
        [...body.matchAll(/(<[^>]*>)([^<]*)/g)].filter(([, , text = ""]) =>
          /[\u202A-\u202E\u2066-\u2069\u0007\u001B\u009B]/.test(text),
        ),
      ).toEqual([]);
      expect(html.match(/<\/main>/g)).toHaveLength(1);
    }
    expect(cardsOf(plain)).toHaveLength(1);
    expect(/<title>.*<\/title>/.exec(plain)?.[0]).toBe("<title>Contact · Forms · Main site</title>");
  });

  test("bidirectional control characters are shown as code points, and the rest of the text is unchanged", async () => {
    const owner = await aSiteWithForm();
    await post(owner, { fields: { ...MESSAGE, name: "abc \u202Egnp.exe", message: "שלום, עולם \u200Fа\tb\nc" } });
    const html = await pageOf(owner, INBOX);
    expect(html).toContain('<bdi class="text">abc [U+202E]gnp.exe</bdi>');
    expect(html).toContain('<bdi class="text">שלום, עולם \u200Fа\tb\nc</bdi>');
  });

  test("file names too", async () => {
    const owner = await aSiteWithForm("drawbridge.forms/application");
    const name = '"><img src=x onerror=alert(1)>\u202Efdp.exe';
    await post(owner, {
      body: withFiles({ ...APPLICATION, cv: fileOf(PDF, name, "application/pdf"), pictures: NO_FILE }),
    });
    const html = await pageOf(owner, INBOX);
    expect(html).not.toMatch(/<img|\u202E/);
    expect(html).toContain('<bdi class="text">&quot;&gt;&lt;img src=x onerror=alert(1)&gt;');
  });

  test("answers of the largest size fit, twenty on a page", async () => {
    const owner = await aSiteWithForm();
    await post(owner);
    const long = JSON.stringify(
      Object.fromEntries(
        ["name", "email", "message", "topic", "phone", "more"].map((name) => [
          name,
          '"\u202E'.repeat(FORM_ANSWER_MAX_CHARS / 2),
        ]),
      ),
    );
    await runInDurableObject(
      stubOf(owner),
      (_, { storage: { sql } }) =>
        void sql.exec(
          `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20)
         INSERT INTO form_submissions (site, form, type, at, expires_at, read, fields, personal) SELECT 'main', 'home.contact', 'drawbridge.forms/contact', i, 9e14, 0, ?, '[]' FROM n`,
          long,
        ),
    );
    const html = await pageOf(owner, INBOX);
    expect([cardsOf(html).length, html.includes("\u202E")]).toEqual([20, false]);
  });
});

describe("the inbox pages", () => {
  test("cannot be framed, run one script, are never stored, and redirect nobody elsewhere to log in (hazard 9)", async () => {
    const owner = await withPapers();
    for (const path of [FORMS, INBOX, `${INBOX}?search=a`]) {
      const { headers } = await open(owner, path);
      const policy = headers.get("content-security-policy") ?? "";
      expect(policy).toMatch(
        /^default-src 'none'; script-src https:\/\/\S+\/_editor\/assets\/[0-9a-f]{64}\.js; style-src https:\/\/\S+\/_editor\/assets\/[0-9a-f]{64}\.css; /,
      );
      for (const part of ["form-action 'self'", "base-uri 'none'", "frame-ancestors 'none'"])
        expect(policy).toContain(part);
      expect(
        [
          "x-frame-options",
          "x-content-type-options",
          "cache-control",
          "cross-origin-resource-policy",
          "referrer-policy",
        ].map((name) => headers.get(name)),
      ).toEqual(["DENY", "nosniff", "private, no-store", "same-origin", "strict-origin-when-cross-origin"]);
      expect(headers.get("x-robots-tag")).toContain("noindex");
    }
    for (const query of ["?x=//evil.example", "?%0d%0aLocation:%20https://evil.example", "?search=\\evil.example"]) {
      expect(
        decodeURIComponent((await open({ ...owner, cookie: "" }, `${INBOX}${query}`)).headers.get("location") ?? ""),
      ).toMatch(/^\/api\/auth\/start\?return=\/_editor(?:\/forms|$)/);
    }
  });

  test("never repeat text of the address", async () => {
    const owner = await withPapers();
    for (const query of [
      "?done=<b>hacked</b>&at=1",
      "?done=constructor&at=1",
      "?done=hacked&at=hacked",
      "?unread=hacked&cursor=hacked",
    ]) {
      const html = await pageOf(owner, `${INBOX}${query}`);
      expect([html.includes("hacked"), /role="status"[^>]*>[^<]/.test(html)]).toEqual([false, false]);
    }
  });

  test("put no submitted data into addresses, audit or logs, but audit records each action", async () => {
    const said: unknown[] = [];
    for (const level of ["log", "info", "warn", "error", "debug"] as const)
      vi.spyOn(console, level).mockImplementation((...words) => void said.push(...words));
    const owner = await withPapers();
    const press = async (name: string, more: Fields = {}): Promise<void> => {
      const { headers } = await submit(owner, INBOX, {
        ...formOf(cardOf(await pageOf(owner, INBOX), 1), name),
        ...more,
      });
      expect(headers.get("location")).toMatch(new RegExp(`^${INBOX.replace(".", "\\.")}\\?done=[a-z]+(?:&at=1)?$`));
    };
    await press("mark");
    await press("accept");
    await press("delete", { force: "true" });
    await submit(owner, INBOX, { do: "delete", force: "true", submission: "1", key: crypto.randomUUID() });
    await expect
      .poll(async () => {
        await ring(owner);
        return (
          await db
            .prepare(
              "SELECT command, actor FROM audit WHERE tenant_id = ? AND command LIKE 'form.%' AND outcome <> 'refused' ORDER BY at",
            )
            .bind(owner.site.name)
            .all()
        ).results;
      })
      .toEqual([
        { command: "form.submit", actor: "visitor:form" },
        ...["form.mark", "form.accept", "form.delete"].map((command) => ({
          command,
          actor: `member:${owner.identity}`,
        })),
      ]);
    const rows = await db.prepare("SELECT * FROM audit WHERE tenant_id = ?").bind(owner.site.name).all();
    expect(
      [
        JSON.stringify(rows.results),
        JSON.stringify(await sqlOf(owner, "SELECT payload FROM outbox")),
        said.map(String).join(),
      ].filter((text) => SECRET.test(text)),
    ).toEqual([]);
  });

  test("put search words into no address, link header, audit row or log, and into no cookie that others receive", async () => {
    const said: unknown[] = [];
    for (const level of ["log", "info", "warn", "error", "debug"] as const)
      vi.spyOn(console, level).mockImplementation((...words) => void said.push(...words));
    const owner = await withPapers();
    const response = await submit(owner, INBOX, { do: "search", text: "Robin Ferry" });
    expect(response.headers.get("location")).toMatch(
      new RegExp(`^${INBOX.replace(".", "\\.")}\\?search=[0-9a-f-]{36}$`),
    );
    expect(response.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^__Secure-svc_search=[0-9a-f-]{36}\.Robin%20Ferry; Path=\/_editor; Secure; SameSite=Lax; HttpOnly; Max-Age=3600$/,
      ),
    ]);
    const { at, path } = await searching(owner, { text: "Robin Ferry" });
    const html = await pageOf(at, path);
    expect(cardsOf(html)).toHaveLength(1);
    // A link to reply names the visitor's own mail address, and is asked of no server.
    const asked = [...html.matchAll(/ (?:href|src|action)="([^"]*)"/g)].filter(
      ([, to = ""]) => !to.startsWith("mailto:"),
    );
    expect(asked.filter(([, to = ""]) => SECRET.test(to))).toEqual([]);
    await callApi(owner, "POST", `/api/forms/home.contact/submissions/search`, {
      body: { text: "Robin Ferry", surprise: 1 },
    });
    await ring(owner);
    const rows = await db.prepare("SELECT * FROM audit WHERE tenant_id = ?").bind(owner.site.name).all();
    expect([JSON.stringify(rows.results), said.map(String).join()].filter((text) => SECRET.test(text))).toEqual([]);
    const left = await send(
      new Request(`${owner.site.origin}/api/auth/logout`, {
        method: "POST",
        headers: { cookie: owner.cookie, origin: owner.site.origin },
      }),
    );
    expect(left.response.headers.getSetCookie()).toContain(
      "__Secure-svc_search=; Path=/_editor; Secure; SameSite=Lax; HttpOnly; Max-Age=0",
    );
  });

  test("treat a cookie with search words as text only, whoever set it", async () => {
    const owner = await withPapers();
    const search = crypto.randomUUID();
    for (const value of [
      `${search}.%`,
      `${search}.%E0%A4%A`,
      search,
      `${search}.`,
      "",
      `.${search}`,
      `${search.toUpperCase()}.x`,
    ]) {
      const response = await open(
        { ...owner, cookie: `${owner.cookie}; __Secure-svc_search=${value}` },
        `${INBOX}?search=${search}`,
      );
      const html = await response.text();
      expect([value, response.status, cardsOf(html).length, html.includes("Search again.")]).toEqual([
        value,
        200,
        1,
        true,
      ]);
    }
    const twice = `${owner.cookie}; __Secure-svc_search=${search}.a; __Secure-svc_search=${search}.b`;
    expect(await pageOf({ ...owner, cookie: twice }, `${INBOX}?search=${search}`)).toContain("Search again.");
    const marked = `${owner.cookie}; __Secure-svc_search=${search}.${encodeURIComponent('"><script>alert(1)</script>')}`;
    const html = await pageOf({ ...owner, cookie: marked }, `${INBOX}?search=${search}`);
    expect([html.includes("<script>alert"), html.includes("&lt;script&gt;alert(1)")]).toEqual([false, true]);
  });

  test("take no search words from an address, as the API does, and no search from another site", async () => {
    const owner = await withPapers();
    const refused = await callApi(owner, "GET", "/api/forms/home.contact/submissions?text=Ferry");
    const { code, issues } = (await refused.json()) as { code: string; issues: unknown };
    expect([refused.status, code, issues]).toEqual([
      400,
      "INVALID_REQUEST",
      [
        {
          pointer: "/text",
          found: "a parameter",
          allowed: "`text` in the body of POST /api/forms/{form}/submissions/search",
        },
      ],
    ]);
    const search = (headers: Record<string, string | null>, who = owner): Promise<Response> =>
      callApi(who, "POST", "/api/forms/home.contact/submissions/search", {
        body: { text: "Ferry" },
        key: null,
        headers,
      });
    expect((await search({ origin: "https://evil.example", "sec-fetch-site": "cross-site" })).status).toBe(403);
    expect((await search({ origin: "null" })).status).toBe(403);
    expect((await search({}, await memberOf(owner.site, "author"))).status).toBe(403);
    expect((await search({}, { ...owner, cookie: "" })).status).toBe(401);
    expect((await search({})).status).toBe(200);
    expect((await callApi(owner, "GET", "/api/forms/home.contact/submissions/search")).status).toBe(405);
  });

  test("call the API with the member's own permissions, so the API's refusals hold", async () => {
    const owner = await withPapers();
    const card = cardOf(await pageOf(owner, INBOX), 1);
    const other = await memberOf(owner.site, "editor");
    await done(await callApi(owner, "DELETE", `/api/members/${other.identity}`));
    expect((await submit(other, INBOX, formOf(card, "mark"))).status).toBe(401);
    expect(await submissions(await memberOf(owner.site, "editor"))).toMatchObject({ unread: 1 });
    expect((await open(await anEditor(), INBOX)).status).toBe(404);
  });
});
