import { describe, expect, test } from "vitest";
import { checkManifest } from "../../../manifests/rules/readManifest.ts";

const LETTER = { name: "note", title: "Note", to: "members", on: "form", text: "note.liquid" };
const PEOPLE = { type: "array", title: "People", items: { type: "string", title: "Address" } };

const manifest = (letter: object, more: object = {}, people: object = PEOPLE): object => ({
  manifestVersion: 1,
  id: "acme.post",
  version: "1.0.0",
  name: "Post",
  kind: "declarative",
  engine: "^1.0.0",
  contributes: {
    letters: [{ ...LETTER, ...letter }],
    settings: { type: "object", properties: { people }, additionalProperties: false },
  },
  capabilities: { mail: { to: ["members", "submitter", "addresses"], addressesFrom: "people" } },
  ...more,
});
const pointers = (value: object): string[] => {
  const read = checkManifest(JSON.parse(JSON.stringify(value)));
  return read.ok ? [] : read.error.map(({ pointer }) => pointer);
};

describe("a plugin without code may", () => {
  test.each([
    ["write to members", {}],
    ["answer the visitor who sent a form", { to: "submitter" }],
    ["tell that visitor a time", { to: "submitter", data: dataOf({ type: "string", format: "date-time" }) }],
    ["tell that visitor one of two words", { to: "submitter", data: dataOf({ type: "string", enum: ["a", "b"] }) }],
    ["write to addresses of a setting", { to: "addresses" }],
    ["write after publications", { on: "publication" }],
    ["write each week, while a setting says so", { on: "weekly", when: { setting: "people", is: "x" } }],
  ])("%s", (_, letter) => expect(pointers(manifest(letter))).toEqual([]));

  test("ask for answers beside letters, and for nothing else", () => {
    const mail = { to: ["members"] };
    const forms = { personal: ["*"] };
    expect(pointers(manifest({}, { capabilities: { mail, forms } }))).toEqual([]);
    expect(pointers(manifest({}, { capabilities: { mail, media: { read: true } } }))).toEqual(["/capabilities"]);
    expect(pointers(manifest({}, { contributes: {}, capabilities: { forms } }))).toEqual(["/capabilities"]);
  });
});

const dataOf = (word: object) => ({
  type: "object",
  properties: { word: { title: "Word", ...word } },
  additionalProperties: false,
});

describe("a manifest is refused with a letter", () => {
  const mail = (asked: object) => ({ capabilities: { mail: asked } });
  const at = (member: string) => `/contributes/letters/0/${member}`;
  const FROM = "/capabilities/mail/addressesFrom";
  test.each<[string, object, object, string]>([
    ["to receivers that it does not ask for", { to: "submitter" }, mail({ to: ["members"] }), at("to")],
    ["without the capability", {}, { capabilities: undefined }, at("to")],
    ["that nothing sends", { on: undefined }, {}, at("on")],
    ["to a submitter whom no publication has", { to: "submitter", on: "publication" }, {}, at("on")],
    ["that tells addresses what visitors sent", { to: "addresses", on: "daily" }, {}, at("on")],
    ["with a setting that does not exist", { when: { setting: "constructor", is: true } }, {}, at("when/setting")],
    ["to a free address", { to: "ann@harbour.example" }, {}, at("to")],
    ["that replaces a notice by an answer", { to: "submitter", replaces: "formNotice" }, {}, at("replaces")],
    [
      "whose data have free text",
      { to: "submitter", data: dataOf({ type: "string" }) },
      {},
      at("data/properties/word"),
    ],
    [
      "whose data have a pattern",
      { to: "submitter", data: dataOf({ type: "string", pattern: "^a*$" }) },
      {},
      at("data/properties/word"),
    ],
    [
      "whose data have a mail address",
      { to: "submitter", data: dataOf({ type: "string", format: "email" }) },
      {},
      at("data/properties/word"),
    ],
    ["with data for members", { to: "members", data: dataOf({ type: "integer" }) }, {}, at("data")],
    ["to addresses of nobody's setting", {}, mail({ to: ["members", "addresses"] }), FROM],
    [
      "to addresses of a setting that does not exist",
      {},
      mail({ to: ["members", "addresses"], addressesFrom: "toString" }),
      FROM,
    ],
    ["with a setting for no addresses", {}, mail({ to: ["members"], addressesFrom: "people" }), FROM],
  ])("%s", (_, letter, more, pointer) => expect(pointers(manifest(letter, more))).toEqual([pointer]));

  test("to addresses of the author, of a text, or of a secret", () => {
    const preset = { ...PEOPLE, default: ["author@tide.example"] };
    expect(pointers(manifest({}, {}, preset))).toEqual(["/contributes/settings/properties/people/default"]);
    expect(pointers(manifest({}, {}, { type: "string", title: "People" }))).toEqual([FROM]);
  });

  const AT = "/contributes/settings/properties/people/items";
  const address = (more: object) => ({
    ...PEOPLE,
    items: {
      type: "object",
      title: "Person",
      properties: { address: { type: "string", title: "Address", ...more } },
      additionalProperties: false,
    },
  });
  test.each<[string, object, string]>([
    [
      "as its only choice",
      { ...PEOPLE, items: { title: "Inbox", oneOf: [{ const: "a@tide.example", title: "To my inbox" }] } },
      `${AT}/oneOf`,
    ],
    [
      "as a choice of texts",
      { ...PEOPLE, items: { type: "string", title: "A", enum: ["a@tide.example"] } },
      `${AT}/enum`,
    ],
    ["in an entry", address({ default: "a@tide.example" }), `${AT}/properties/address/default`],
    ["as a constant", address({ const: "a@tide.example" }), `${AT}/properties/address/const`],
    ["as an example", address({ examples: ["a@tide.example"] }), `${AT}/properties/address/examples`],
  ])("to an address of the author, %s", (_, people, pointer) =>
    expect(pointers(manifest({}, {}, people))).toEqual([pointer]),
  );
});
