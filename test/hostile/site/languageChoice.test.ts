/** A home page whose address leads each visitor to their language: nobody may choose for another visitor. */
import { beforeAll, describe, expect, test } from "vitest";
import { ACCEPT_LANGUAGE_MAX_CHARS, ACCEPT_LANGUAGE_RANGES } from "../../../manifests/bounds/documents.ts";
import { get, migrate, payloadFor, provisionWith, unique } from "../../worker/site/harness.ts";

beforeAll(migrate);

const ENGLISH = { tag: "en", name: "English" };
const GERMAN = { tag: "de", name: "Deutsch", prefix: "/de" };
const ARABIC = { tag: "ar", name: "العربية", prefix: "/ar" };

async function aSiteIn(
  settings: object = { languageChoice: "browser" },
  languages: object[] = [ENGLISH, GERMAN, ARABIC],
) {
  const name = unique("choice");
  const payload = payloadFor(name);
  const { document } = payload;
  const start = { id: "start", path: "/de", title: "Start", language: "de", translationOf: "home", sections: [] };
  const made = await provisionWith({
    ...payload,
    document: {
      ...document,
      pages: [...document.pages, start],
      settings: { ...document.settings, languages, ...settings },
    },
  });
  expect(made.response.status).toBe(201);
  const origin = `https://${name}.example`;
  const visit = async (path: string, headers: Record<string, string> = {}) => {
    const { response } = await get(origin + path, headers);
    const text = await response.text();
    return {
      status: response.status,
      to: response.headers.get("location"),
      cache: response.headers.get("cache-control"),
      vary: response.headers.get("vary"),
      cookie: response.headers.get("set-cookie"),
      text,
    };
  };
  return { visit };
}

const asking = (header: string) => ({ "accept-language": header });

describe("the home page of a site that lets browsers choose", () => {
  test("leads to the language of the browser, and no cache may keep or mix up the answers", async () => {
    const { visit } = await aSiteIn();
    const led = await visit("/", asking("de-AT,de;q=0.9,en;q=0.5"));
    expect(led).toMatchObject({ status: 302, to: "/de", cache: "private, no-store", cookie: null });
    expect(led.vary).toBe("Accept-Language, Cookie");
    const english = await visit("/", asking("en-GB"));
    expect(english).toMatchObject({
      status: 200,
      cache: "private, no-cache",
      vary: "Accept-Language, Cookie",
      cookie: null,
    });
    for (const header of ["de", "en", "de", "fr", "en"])
      expect((await visit("/", asking(header))).status, header).toBe(header === "de" ? 302 : 200);
  });

  test("is shown as it is without a wish, and in a language without a home page", async () => {
    const { visit } = await aSiteIn();
    expect(await visit("/")).toMatchObject({ status: 200, cookie: null });
    expect((await visit("/", asking("ar,de;q=0.1"))).to).toBe("/de");
    expect((await visit("/", asking("ar"))).status).toBe(200);
  });

  test("keeps the query of a campaign", async () => {
    const { visit } = await aSiteIn();
    expect((await visit("/?utm=x&a=b", asking("de"))).to).toBe("/de?utm=x&a=b");
  });

  test("remembers only a visitor who chose, by a cookie with the language alone", async () => {
    const { visit } = await aSiteIn();
    const chosen = await visit("/?language=en&utm=x", asking("de"));
    expect(chosen).toMatchObject({ status: 302, to: "/?utm=x", cache: "private, no-store" });
    expect(chosen.cookie).toMatch(/^svc_language=en; Path=\/; Secure; SameSite=Lax; HttpOnly; Max-Age=31536000$/);
    expect((await visit("/", { ...asking("de"), cookie: "svc_language=en" })).status).toBe(200);
    expect((await visit("/", { ...asking("en"), cookie: "svc_language=de" })).to).toBe("/de");
    expect((await visit("/de")).text).toContain('href="/?language=en"');
  });

  test.each([
    ["//evil.example/?language=de"],
    ["/%5Cevil.example?language=de"],
    ["/.//evil.example?language=de"],
    ["/https://evil.example?language=de"],
  ])("is no way to another host: %s", async (path) => {
    const { visit } = await aSiteIn();
    const { to } = await visit(path);
    expect(new URL(to ?? "/", "https://own.example").host).toBe("own.example");
  });

  test.each([
    ["/?language=fr"],
    ["/?language=de%0d%0aSet-Cookie:%20x=y"],
    ["/?language=__proto__"],
    ["/?language=DE%3B%20Domain=.example"],
    ["/?language="],
  ])("remembers no language that the site does not have: %s", async (path) => {
    const { visit } = await aSiteIn();
    expect(await visit(path)).toMatchObject({ status: 200, cookie: null });
  });

  test("cannot be filled or poisoned by headers: no wish changes what another visitor gets", async () => {
    const { visit } = await aSiteIn();
    const plain = await visit("/", asking("en"));
    const evil = [
      "<script>",
      "de\u00e9",
      '"de"',
      "de;q=2",
      "de;q=-1",
      "de;q=0",
      "*",
      "x".repeat(8000),
      `${"a,".repeat(4000)}de`,
      "svc_language=de",
      "__proto__",
      "constructor-de",
    ];
    for (const header of evil) {
      const answered = await visit("/", asking(header));
      expect(answered.text, header.slice(0, 20)).toBe(plain.text);
      expect(answered.vary).toBe("Accept-Language, Cookie");
      expect(await visit("/", asking("en"))).toEqual(plain);
    }
    for (const cookie of ["svc_language=de; svc_language=en", "svc_language=../x", `svc_language=${"d".repeat(5000)}`])
      expect((await visit("/", { ...asking("en"), cookie })).text).toBe(plain.text);
    expect((await visit("/", { "Svc-Reader-Languages": "de" })).status).toBe(200);
  });

  test("reads a wish within its bounds, and not beyond", async () => {
    const { visit } = await aSiteIn();
    const at = (place: number) => [...Array.from({ length: place - 1 }, () => "fr"), "de"].join(",");
    const statusOf = async (header: string) => (await visit("/", asking(header))).status;
    for (const [place, status] of [
      [ACCEPT_LANGUAGE_RANGES - 1, 302],
      [ACCEPT_LANGUAGE_RANGES, 302],
      [ACCEPT_LANGUAGE_RANGES + 1, 200],
    ] as const)
      expect(await statusOf(at(place)), `${place}`).toBe(status);
    const long = (chars: number) => `fr,${" ".repeat(chars - 5)}de`;
    for (const [chars, status] of [
      [ACCEPT_LANGUAGE_MAX_CHARS - 1, 302],
      [ACCEPT_LANGUAGE_MAX_CHARS, 302],
      [ACCEPT_LANGUAGE_MAX_CHARS + 1, 200],
    ] as const)
      expect(await statusOf(long(chars)), `${chars}`).toBe(status);
  });

  test("leads other pages nowhere, and lets the draft's members see the page that they asked for", async () => {
    const { visit } = await aSiteIn();
    expect(await visit("/about", asking("de"))).toMatchObject({ status: 200, vary: null });
    expect((await visit("/about", asking("de"))).cache).toContain("public");
  });
});

test("a site whose owner does not say so answers / alike for all, cached as before", async () => {
  const { visit } = await aSiteIn({});
  const answered = await visit("/", asking("de"));
  expect(answered).toMatchObject({ status: 200, vary: null, cookie: null });
  expect(answered.cache).toContain("public");
  expect((await visit("/?language=de")).cookie).toBeNull();
  expect((await visit("/de")).text).toContain('<a href="/"');
});

test("a choice without languages is refused", async () => {
  const payload = payloadFor(unique("choice"));
  const settings = { ...payload.document.settings, languageChoice: "browser" };
  const { response } = await provisionWith({ ...payload, document: { ...payload.document, settings } });
  expect(response.status).toBe(400);
});
