import { beforeAll, describe, expect, test } from "vitest";
import { get, migrate, send, verifyHostname } from "../site/harness.ts";
import {
  MESSAGE,
  aSiteWithForm,
  answers,
  anEditor,
  callApi,
  done,
  fieldsIn,
  formSection,
  place,
  post,
  publish,
  submissions,
  type Editor,
} from "./siteWithForm.ts";

beforeAll(migrate);

const pageOf = async (response: Response): Promise<string> => {
  expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
  expect(response.headers.get("cache-control")).toBe("no-store");
  expect(response.headers.get("x-robots-tag")).toBe("noindex");
  expect(response.headers.get("content-security-policy")).toMatch(/default-src 'none'.*form-action 'self'/);
  return response.text();
};

describe("a form without a script", () => {
  let owner: Editor;
  beforeAll(async () => void (owner = await aSiteWithForm()));

  test("stands in the page as labels and fields that need none", async () => {
    const html = await (await get(`${owner.site.origin}/`)).response.text();
    expect(html).toContain('<form class="form" method="post" action="/api/forms/home.contact"');
    expect(html).toContain('<label for="home-contact-email">Email</label>');
    expect(html).toContain(
      'id="home-contact-email" name="email" autocomplete="email" required aria-describedby="home-contact-email-help"',
    );
    expect(html).toContain(
      '<label for="home-contact-phone">Telephone <span class="form-optional">(optional)</span></label>',
    );
    expect(html.match(/<script(?! type="application\/ld\+json")[^>]*>/g)).toEqual([
      expect.stringMatching(/^<script type="module" src="\/_assets\/[0-9a-f]{64}\.js" integrity="sha256-[^"]+">$/),
    ]);
    expect(html).not.toContain("_token");
  });

  test("is stored, and leads to a page that says so", async () => {
    const response = await post(owner, { fields: { ...MESSAGE, phone: "", topic: "visit" } });
    expect([response.status, response.headers.get("location")]).toEqual([303, "/api/forms/home.contact/sent#contact"]);
    expect(response.headers.get("cache-control")).toBe("no-store");
    const { response: sent } = await get(`${owner.site.origin}/api/forms/home.contact/sent`);
    const html = await pageOf(sent);
    expect(html).toContain('role="status"');
    expect(html).toContain("Your message has arrived");
    expect(html).not.toContain("<form");
    expect(await answers(owner)).toEqual([{ ...MESSAGE, topic: "visit" }]);
    const {
      items: [one],
      total,
      unread,
    } = await submissions(owner);
    expect(one).toMatchObject({ type: "drawbridge.forms/contact", read: false });
    expect((one?.expiresAt ?? 0) - (one?.at ?? 0)).toBe(365 * 24 * 60 * 60 * 1000);
    expect([total, unread]).toEqual([1, 1]);
  });

  test("comes back with what was typed and what is wrong, and is not stored", async () => {
    const before = (await submissions(owner)).total;
    const response = await post(owner, {
      fields: { name: "", email: "nowhere", message: "Hello <b>there</b>", topic: "visit" },
    });
    expect(response.status).toBe(422);
    const html = await pageOf(response);
    expect(fieldsIn(html)).toMatchObject({ name: "", email: "nowhere", message: "Hello <b>there</b>", topic: "visit" });
    expect(html).toContain('<li><a href="#home-contact-name">Your name</a></li>');
    expect(html).toContain('<p class="form-problem" id="home-contact-name-problem">Please fill this in.</p>');
    expect(html).toContain('aria-describedby="home-contact-email-help home-contact-email-problem" aria-invalid="true"');
    expect(html).toContain("Please give an address such as name@example.com.");
    expect((await submissions(owner)).total).toBe(before);
    const again = await post(owner, { fields: { ...fieldsIn(html), name: "Robin", email: "robin@example.com" } });
    // The token is too new: no person fills in a form so fast.
    expect(again.status).toBe(422);
  });

  test("takes the kind of body browsers use for files", async () => {
    const body = new FormData();
    for (const [name, value] of Object.entries(MESSAGE)) body.set(name, value);
    expect((await post(owner, { body })).status).toBe(303);
  });

  test.each(["x", "page.section", "home.nothing", "home.Contact", "home.contact.more", "../home.contact"])(
    "is no form: %s",
    async (form) => {
      const response = await post(owner, { form: encodeURIComponent(form), page: false });
      expect(response.status).toBe(404);
    },
  );

  test("takes no other method", async () => {
    const { response } = await send(
      new Request(`${owner.site.origin}/api/forms/home.contact`, { method: "PUT", body: "x" }),
    );
    expect([response.status, response.headers.get("allow")]).toEqual([405, "POST"]);
  });

  test("is there for visitors when it is published, and not before", async () => {
    const draft = await anEditor();
    const page = await callApi(draft, "GET", "/api/pages/home");
    await done(
      await callApi(draft, "POST", "/api/pages/home/sections", {
        ifMatch: page.headers.get("etag"),
        body: { section: formSection("contact", "drawbridge.forms/contact") },
      }),
    );
    expect((await post(draft, { page: false })).status).toBe(404);
  });
});

describe("a form that a program sends", () => {
  let owner: Editor;
  beforeAll(async () => void (owner = await aSiteWithForm()));

  test("is stored and answered in JSON", async () => {
    const response = await post(owner, { json: { fields: MESSAGE } });
    expect(response.status).toBe(201);
    expect(await response.json()).toEqual({
      message: "Thank you. Your message has arrived, and we will answer it.",
      next: "/api/forms/home.contact/sent#contact",
    });
    expect(await answers(owner)).toEqual([MESSAGE]);
  });

  test("is told what is wrong, and never what it said", async () => {
    const response = await post(owner, { json: { fields: { name: "A secret name", email: "nowhere", extra: 1 } } });
    const problem = await response.json<{ code: string; issues: object[] }>();
    expect([response.status, problem.code]).toEqual([400, "INVALID_REQUEST"]);
    expect(problem.issues).toEqual([
      { pointer: "/extra", found: "an unknown field", allowed: "only name, email, phone, topic, message" },
    ]);
    const second = await post(owner, { json: { fields: { name: "A secret name", email: "nowhere" } } });
    const text = await second.text();
    expect(JSON.parse(text)).toMatchObject({
      issues: [
        { pointer: "/email", found: "another value", allowed: "a valid email" },
        { pointer: "/message", found: "nothing", allowed: "a value: this field is required" },
      ],
    });
    expect(text).not.toContain("secret");
  });

  test("may be sent by the script of a page, and is answered in JSON then", async () => {
    const response = await post(owner, {
      page: false,
      headers: { "sec-fetch-mode": "cors", "sec-fetch-site": "same-origin", accept: "application/json" },
    });
    expect([response.status, response.headers.get("content-type")]).toEqual([201, "application/json"]);
  });

  test("may be sent by a script that shows the page that answers it, whose form keeps the files it has", async () => {
    const headers = { "sec-fetch-mode": "cors", "sec-fetch-site": "same-origin", accept: "text/html" };
    const wrong = await post(owner, { page: false, headers, fields: { ...MESSAGE, email: "nowhere" } });
    expect([wrong.status, await pageOf(wrong)]).toEqual([422, expect.stringContaining('aria-invalid="true"')]);
    const right = await post(owner, { page: false, headers });
    expect([right.status, right.headers.get("location")]).toEqual([303, "/api/forms/home.contact/sent#contact"]);
  });

  test.each([[null], ["[]"], [{}], [{ fields: [] }], [{ fields: MESSAGE, token: 1 }], [{ fields: MESSAGE, more: 1 }]])(
    "is refused in another shape: %j",
    async (json) => {
      expect((await post(owner, { json })).status).toBe(400);
    },
  );
});

test("the owner's words and days count more than the form's", async () => {
  const owner = await aSiteWithForm("drawbridge.forms/contact", {
    submit: "Off it goes",
    success: "Got it & thanks",
    retentionDays: 7,
    thanks: "page:about",
  });
  expect(await (await get(`${owner.site.origin}/`)).response.text()).toContain(
    '<button type="submit" class="button">Off it goes</button>',
  );
  const response = await post(owner);
  expect(response.headers.get("location")).toBe("/about");
  const {
    items: [one],
  } = await submissions(owner);
  expect((one?.expiresAt ?? 0) - (one?.at ?? 0)).toBe(7 * 24 * 60 * 60 * 1000);
  expect(await (await get(`${owner.site.origin}/api/forms/home.contact/sent`)).response.text()).toContain(
    "Got it &amp; thanks",
  );
});

describe("a form in steps", () => {
  let owner: Editor;
  beforeAll(async () => {
    owner = await anEditor();
    await place(owner, [formSection("contact", "drawbridge.forms/survey")]);
  });

  test("asks the second step of those it is for, carries the first along, and goes back", async () => {
    const second = await post(owner, { fields: { _step: "visit", rating: "bad", again: "true" } });
    expect(second.status).toBe(200);
    const html = await pageOf(second);
    expect(html).toContain("What we should mend");
    expect(html).toContain("2/2");
    expect(fieldsIn(html)).toMatchObject({ _step: "trouble", rating: "bad", again: "true", wrong: "" });
    const back = await pageOf(await post(owner, { fields: { ...fieldsIn(html), wrong: "x", _go: "back" } }));
    expect(back).toMatch(/value="bad" checked/);
    expect(fieldsIn(back)).toMatchObject({ _step: "visit", rating: "bad", again: "true", wrong: "x" });
    const { _token: _, ...rest } = fieldsIn(html);
    expect((await post(owner, { fields: rest })).status).toBe(422);
    expect((await post(owner, { fields: { ...rest, wrong: "It rained" } })).status).toBe(303);
    expect((await answers(owner))[0]).toEqual({ rating: "bad", again: true, wrong: "It rained" });
  });

  test("ends where nothing more is asked, and forgets answers to what was not", async () => {
    expect((await post(owner, { fields: { _step: "visit", rating: "good", wrong: "left over" } })).status).toBe(303);
    expect((await answers(owner))[0]).toEqual({ rating: "good" });
  });

  test("shows the step in which something is wrong", async () => {
    const html = await pageOf(await post(owner, { fields: { _step: "trouble", rating: "awful", wrong: "It rained" } }));
    expect(fieldsIn(html)).toMatchObject({ _step: "visit" });
  });

  test("is one thing to a program", async () => {
    expect((await post(owner, { json: { fields: { rating: "mixed" } } })).status).toBe(400);
    expect((await post(owner, { json: { fields: { rating: "mixed", wrong: "Wind" } } })).status).toBe(201);
  });
});

test("choices, numbers, days and consent are taken as what they are", async () => {
  const owner = await aSiteWithForm("drawbridge.forms/registration");
  const fields = {
    name: "Robin",
    email: "robin@example.com",
    places: "3",
    food: ["No meat", "No gluten"],
    arrival: "2026-06-01",
  };
  const html = await pageOf(await post(owner, { fields }));
  expect(html).toContain("We cannot keep a place without this.");
  expect(html).toMatch(/value="No meat" checked/);
  expect((await post(owner, { fields: { ...fields, consent: "true" } })).status).toBe(303);
  expect(await answers(owner)).toEqual([{ ...fields, places: 3, consent: true }]);
});

test("a form on a page at its language's hostname is answered there, in its language", async () => {
  const owner = await anEditor();
  const { name, origin } = owner.site;
  const hostname = `${name}-de.example`;
  const settings = await callApi(owner, "GET", "/api/settings");
  const { body } = await settings.json<{ body: object }>();
  const languages = [
    { tag: "en", name: "English" },
    { tag: "de", name: "Deutsch", prefix: "/de" },
  ];
  const put = async (all: readonly object[], ifMatch: string | null) =>
    done(await callApi(owner, "PUT", "/api/settings", { ifMatch, body: { body: { ...body, languages: all } } }));
  await put(languages, settings.headers.get("etag"));
  const page = { path: "/de/kontakt", title: "Kontakt", language: "de" };
  const sections = [formSection("contact", "drawbridge.forms/contact")];
  await done(await callApi(owner, "POST", "/api/pages", { body: { id: "kontakt", body: { ...page, sections } } }));
  await verifyHostname(name, hostname);
  const [english, german] = languages;
  const { headers } = await callApi(owner, "GET", "/api/settings");
  await put([english ?? {}, { ...german, hostname }], headers.get("etag"));
  await publish(owner, "With a hostname");
  const there: Editor = { ...owner, site: { ...owner.site, origin: `https://${hostname}` } };
  await expect.poll(async () => (await get(`https://${hostname}/kontakt`)).response.status).toBe(200);
  const html = await (await get(`https://${hostname}/kontakt`)).response.text();
  expect(html).toContain('method="post" action="/api/forms/kontakt.contact"');

  const faulty = await post(there, { form: "kontakt.contact", fields: { ...MESSAGE, email: "" } });
  expect([faulty.status, await faulty.text()]).toEqual([422, expect.stringContaining('<html lang="de"')]);
  const sent = await post(there, { form: "kontakt.contact" });
  expect([sent.status, sent.headers.get("location")]).toEqual([303, "/api/forms/kontakt.contact/sent#contact"]);
  const thanks = await (await get(`https://${hostname}/api/forms/kontakt.contact/sent`)).response.text();
  expect(thanks).toContain('<html lang="de"');
  expect(await answers(owner, "kontakt.contact")).toEqual([MESSAGE]);
  // A page of another origin gets no further at this hostname than at the main one.
  const foreign = { origin: "https://evil.example", "sec-fetch-site": "cross-site" };
  const refused = [there, owner].map((at) => post(at, { form: "kontakt.contact", headers: foreign }));
  expect(new Set((await Promise.all(refused)).map(({ status }) => status))).toEqual(new Set([403]));
  expect(origin).not.toContain(hostname);
});
