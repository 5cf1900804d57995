import { describe, expect, test } from "vitest";
import { EXPLANATION_MAX_CHARS } from "../../../manifests/bounds/manifest.ts";
import { LOCALE_MAX_BYTES, LOCALE_MAX_KEYS } from "../../../manifests/bounds/packages.ts";
import {
  isLabels,
  labelFaults,
  labelled,
  labelNotes,
  translationsFor,
  labelsOf,
} from "../../../manifests/packages/labels.ts";
import { declarative } from "../fixture.ts";

const german = { "labels/de.json": JSON.stringify({ Notice: "Hinweis", "How many": "Wie viele", Gone: "Weg" }) };

describe("a file of labels", () => {
  test.each([
    ["labels/de.json", true],
    ["labels/pt-BR.json", true],
    ["labels/../de.json", false],
    ["labels/de.js", false],
    ["locales/de.json", false],
    ["more/labels/de.json", false],
  ])("%s: %s", (path, is) => expect(isLabels(path)).toBe(is));

  test.each([
    ["of the bound", "x".repeat(EXPLANATION_MAX_CHARS), 0],
    ["of one more", "x".repeat(EXPLANATION_MAX_CHARS + 1), 1],
    ["of one less", "x".repeat(EXPLANATION_MAX_CHARS - 1), 0],
    ["of none", "", 1],
    ["of two lines", "a\nb", 1],
    ["that turns the line around", "a\u202eb", 1],
    ["with a Cyrillic letter among Latin ones", "P\u0430yment", 1],
    ["in Japanese with a Latin name", "YouTube の動画", 0],
    ["that is a number", 7, 1],
    ["that is an object", { other: "x" }, 1],
  ])("with a translation %s has %s faults", (_, text, faults) => {
    expect(labelFaults(JSON.stringify({ Notice: text }))).toHaveLength(faults);
  });

  test.each([
    [LOCALE_MAX_KEYS - 1, 0],
    [LOCALE_MAX_KEYS, 0],
    [LOCALE_MAX_KEYS + 1, 1],
  ])("with %i texts has %i faults", (count, faults) => {
    const texts = Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${n}`, "x"]));
    expect(labelFaults(JSON.stringify(texts))).toHaveLength(faults);
  });

  test.each([
    [-1, 0],
    [0, 0],
    [1, 1],
  ])("of the most bytes and %i has %i faults", (more, faults) => {
    const text = `{"a":"x"}${" ".repeat(LOCALE_MAX_BYTES - 9 + more)}`;
    expect(labelFaults(text)).toHaveLength(faults);
  });

  test.each(["[]", "{", '{"a":"x","a":"y"}'])("%s is refused", (text) => expect(labelFaults(text)).toHaveLength(1));
});

describe("labels of a package", () => {
  test.each([
    ["de", "Hinweis"],
    ["de-AT", "Hinweis"],
    ["DE", "Hinweis"],
    ["fr", undefined],
    ["d", undefined],
    ["__proto__", undefined],
  ])("for %s", (language, text) => expect(translationsFor(german, language)?.get("Notice")).toBe(text));

  test("are none if the file has a fault", () => {
    expect(translationsFor({ "labels/de.json": '{"Notice":""}' }, "de")).toBeUndefined();
  });

  test("translate what people read, and no value of an author or a member", () => {
    const part = {
      title: "Notice",
      name: "Notice",
      fields: { type: "object", properties: { title: { title: "Notice", default: "Notice", enum: ["Notice"] } } },
      presets: [{ title: "Notice", fields: { title: "Notice" } }],
      example: { fields: { title: "Notice" } },
      choices: [{ const: { title: "Notice" }, title: "Notice" }],
    };
    expect(labelled(part, translationsFor(german, "de"))).toEqual({
      title: "Hinweis",
      name: "Notice",
      fields: { type: "object", properties: { title: { title: "Hinweis", default: "Notice", enum: ["Notice"] } } },
      presets: [{ title: "Hinweis", fields: { title: "Notice" } }],
      example: { fields: { title: "Notice" } },
      choices: [{ const: { title: "Notice" }, title: "Hinweis" }],
    });
    expect(labelled(part, undefined)).toBe(part);
  });

  test("are compared with the manifest for its author", () => {
    const texts = labelsOf(declarative);
    expect(texts).toEqual(expect.arrayContaining(["Notice", "How many", "Loud one", "Plain"]));
    const notes = labelNotes(declarative, german);
    expect(notes).toContain('labels/de.json: "Gone" is no text of the manifest.');
    expect(notes.filter((note) => note.includes("is missing"))).toHaveLength(texts.length - 2);
    expect(labelNotes(declarative, {})).toEqual([]);
  });
});
