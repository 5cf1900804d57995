/** Refusals of pages, in the language of the reader. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { ACCOUNT_REQUESTS } from "../../../manifests/bounds/logins.ts";
import { accountWords } from "../../../sites/machine/people/pages/words.ts";
import { PeopleRoom } from "../../support/peopleRoom.ts";

let room: PeopleRoom;
beforeAll(async () => {
  room = await PeopleRoom.open();
});
afterAll(() => room[Symbol.asyncDispose]());

const LANGUAGES = ["en", "de", "de-AT,de;q=0.9,en;q=0.8", "fr, de", "xx", ""];

test.each(LANGUAGES)("a login that has ended is named in %j", async (language) => {
  const { status, text } = await room
    .visitor()
    .ask("/interaction/none", { headers: { "accept-language": language, "sec-fetch-dest": "document" } });
  expect([status, text]).toEqual([400, `${accountWords(language).loginEnded}\n`]);
});

test.each(LANGUAGES)("too many requests are refused in %j", async (language) => {
  const client = `192.0.2.${10 + LANGUAGES.indexOf(language)}`;
  const visitor = room.visitor(client);
  for (let count = 0; count < ACCOUNT_REQUESTS; count++) await visitor.ask("/page.js", { method: "HEAD" });
  const { status, text } = await visitor.ask("/", { headers: { "accept-language": language } });
  expect([status, text]).toEqual([429, `${accountWords(language).errors.limited}\n`]);
});

test("German readers get German words", () => {
  expect(accountWords("de-CH").loginEnded).toMatch(/^Diese Anmeldung ist beendet/);
  expect(accountWords("fr").loginEnded).toMatch(/^This login has ended/);
});
