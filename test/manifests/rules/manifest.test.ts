import { describe, expect, test } from "vitest";
import { readManifest } from "../../../manifests/rules/readManifest.ts";
import { declarative, executable } from "../fixture.ts";

describe("a valid manifest is accepted", () => {
  test.each([
    ["declarative", declarative],
    ["executable, with everything there is", executable],
  ])("%s", (_, manifest) => {
    const text = JSON.stringify(manifest);
    expect(readManifest(text)).toEqual({ ok: true, value: manifest });
  });
});

describe("a text that is no manifest", () => {
  test.each([
    ["broken JSON", "{", "", "the end of the text", "the name of a member"],
    ["JSON with comments, which is for authors", "{ // x\n}", "", '"/"', "the name of a member"],
    ["a member twice", '{"id":"a.b","id":"a.c"}', "/id", "a second member", "each name once"],
    ["a list", "[]", "", "a list of 0 items", "an object"],
    ["null", "null", "", "null", "an object"],
  ])("%s is refused", (_, text, pointer, found, allowed) => {
    expect(readManifest(text)).toMatchObject({
      ok: false,
      error: expect.arrayContaining([
        expect.objectContaining({
          pointer,
          found: expect.stringContaining(found),
          allowed: expect.stringContaining(allowed),
        }),
      ]),
    });
  });
});
