/** The starters of the form that makes a site: only known ones, and only their pictures. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { STARTER_NAMES, STARTER_THEMES } from "../../../sites/starters/starters.ts";
import { Authenticator } from "../../support/authenticator.ts";
import { PeopleRoom, type PeopleVisitor } from "../../support/peopleRoom.ts";

let room: PeopleRoom;
let visitor: PeopleVisitor;
beforeAll(async () => {
  room = await PeopleRoom.open();
  visitor = room.visitor();
  await visitor.useLink(room.ownerLink(), new Authenticator());
});
afterAll(() => room[Symbol.asyncDispose]());

const WISH = { name: "Mine", hostname: "mine.localhost", language: "en", timeZone: "UTC" };

test("the form offers each starter with its picture, which exists", async () => {
  const { text, headers } = await visitor.ask("/");
  expect(headers["content-security-policy"]).toContain("img-src 'self'");
  const shown = new Set([...text.matchAll(/src="(\/starters\/[^"]+)"/g)].map(([, path]) => path));
  expect(shown.size).toBe(STARTER_NAMES.length * STARTER_THEMES.length);
  for (const path of shown) {
    const picture = await visitor.ask(String(path));
    expect([path, picture.status, picture.headers["content-type"]]).toEqual([path, 200, "image/webp"]);
  }
});

test.each(["/starters/", "/starters/company-own.webp", "/starters/..%2fstarters.ts", "/starters/constructor"])(
  "no other file is at %s",
  async (path) => {
    expect((await visitor.ask(path)).status).toBe(404);
  },
);

test.each([
  [{}],
  [{ starter: "blank" }],
  [{ theme: "own" }],
  [{ starter: "shop", theme: "own" }],
  [{ starter: "../sites/company", theme: "own" }],
  [{ starter: "constructor", theme: "own" }],
  [{ starter: "blank", theme: "__proto__" }],
  [{ starter: ["blank"], theme: "own" }],
  [{ starter: "blank", theme: "own", document: {} }],
])("a wish with %j makes no site", async (more) => {
  expect(await visitor.post("/api/site", { ...WISH, ...more })).toEqual({ code: "invalid" });
  expect(room.made).toEqual([]);
});

test("a wish reaches the machine as it was chosen", async () => {
  await visitor.post("/api/site", { ...WISH, starter: "journal", theme: "signal" });
  expect(room.made).toMatchObject([[{ starter: "journal", theme: "signal" }, { name: "Robin" }]]);
});
