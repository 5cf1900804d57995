/** Refusals of pages, in the language of the reader. */
import { createContext, runInContext } from "node:vm";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { ACCOUNT_REQUESTS } from "../../../manifests/bounds/logins.ts";
import { pageScript } from "../../../sites/machine/people/pages/script.ts";
import { accountWords } from "../../../sites/machine/people/pages/words.ts";
import { LOGIN, PeopleRoom } from "../../support/peopleRoom.ts";

let room: PeopleRoom;
beforeAll(async () => {
  room = await PeopleRoom.open();
});
afterAll(() => room[Symbol.asyncDispose]());

const LANGUAGES = ["en", "de", "de-AT,de;q=0.9,en;q=0.8", "fr, de", "ar", "pt-PT", "xx", ""];

test.each(LANGUAGES)("a login that has ended is named in %j", async (language) => {
  const { status, text } = await room
    .visitor()
    .ask("/interaction/none", { headers: { "accept-language": language, "sec-fetch-dest": "document" } });
  expect([status, text]).toEqual([400, `${accountWords(language).loginEnded}\n`]);
});

test("too many requests are refused, in the language of each", async () => {
  const visitor = room.visitor("192.0.2.10");
  for (let count = 0; count < ACCOUNT_REQUESTS; count++) await visitor.ask("/page.js", { method: "HEAD" });
  for (const language of LANGUAGES) {
    const { status, text } = await visitor.ask("/", { headers: { "accept-language": language } });
    expect([language, status, text]).toEqual([language, 429, `${accountWords(language).errors.limited}\n`]);
  }
});

test("readers get words in their own language, or else in English", () => {
  expect(accountWords("de-CH").loginEnded).toMatch(/^Diese Anmeldung ist beendet/);
  expect(accountWords("fr").loginEnded).toMatch(/^Cette connexion a pris fin/);
  expect(accountWords("nl").loginEnded).toMatch(/^This login has ended/);
});

test("a fault of the machine at an action has its own code, and the log has its reason", async () => {
  vi.spyOn(room.store.links, "find").mockImplementationOnce(() => {
    throw new Error("the disk is gone");
  });
  const body = JSON.stringify({ secret: "s".repeat(43) });
  const headers = { origin: LOGIN, "content-type": "application/json" };
  const { status, text } = await room.visitor().ask("/api/link", { method: "POST", headers, body });
  expect([status, JSON.parse(text)]).toEqual([500, { code: "broken" }]);
  expect(room.told).toEqual(["The login failed at /api/link: the disk is gone"]);
});

/** Answers what the pages' script says after an answer to a logout, in a page that has this form alone. */
async function saidAfter(status: number, body: string): Promise<string> {
  const [place, words] = [{ textContent: "" }, accountWords("en")];
  const sent: (() => void)[] = [];
  const form = {
    dataset: { action: "logout" },
    querySelectorAll: () => [],
    addEventListener: (_: string, send: (event: object) => void) =>
      sent.push(() => send({ preventDefault: () => undefined })),
  };
  const document = {
    documentElement: { lang: "en" },
    body: { dataset: { words: JSON.stringify({ errors: words.errors }) } },
    querySelector: (selector: string) => (selector === ".say" ? place : null),
    querySelectorAll: (selector: string) => (selector === "form[data-action]" ? [form] : []),
  };
  runInContext(await pageScript(), createContext({ document, fetch: async () => new Response(body, { status }) }));
  sent.forEach((send) => send());
  await vi.waitUntil(() => place.textContent !== "");
  return place.textContent;
}

const { errors } = accountWords("en");

test.each([
  [500, '{"code":"broken"}', errors.broken],
  [502, "<h1>Bad gateway</h1>", errors.broken],
  [499, "{}", errors.invalid],
  [409, '{"code":"last"}', errors.last],
])("the page says after status %i with %s: %s", async (status, body, said) => {
  expect(await saidAfter(status, body)).toBe(said);
});
