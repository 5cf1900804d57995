import { describe, expect, test } from "vitest";
import {
  EDITOR_ROWS_FORM_MAX_BYTES,
  EDITOR_ROWS_MAX_CHARS,
  LANGUAGE_KEPT_MS,
  SEARCH_KEPT_MS,
} from "../../manifests/bounds/editor.ts";
import type { Desk } from "../../sites/editor/pages/desk/desk.ts";
import { SEARCH } from "../../sites/editor/pages/inbox/search.ts";
import { choosingLanguage } from "../../sites/editor/pages/language/choosing.ts";
import { readSentFields } from "../../sites/editor/pages/desk/sent.ts";
import { rowsIn } from "../../sites/editor/pages/redirects/actions.ts";

const DESK = { subject: "home.contact" } as unknown as Desk;
const lifeOf = (response: Response): number =>
  Number(/; Max-Age=(\d+)/.exec(response.headers.get("set-cookie") ?? "")?.[1]);

describe("what a member's browser keeps for the editor", () => {
  test("is the words of a search, for as long as the bound says", async () => {
    expect(lifeOf(await SEARCH.turn(DESK, new Map([["text", "boat"]])))).toBe(SEARCH_KEPT_MS / 1_000);
  });

  test("is the chosen language, for as long as the bound says, and nothing once it is the browser's again", async () => {
    const choose = async (language: string): Promise<Response> =>
      choosingLanguage("/edit").turn(DESK, new Map([["language", language]]));
    expect([lifeOf(await choose("de")), lifeOf(await choose(""))]).toEqual([LANGUAGE_KEPT_MS / 1_000, 0]);
  });
});

test.each([
  [EDITOR_ROWS_MAX_CHARS - 1, "taken"],
  [EDITOR_ROWS_MAX_CHARS, "taken"],
  [EDITOR_ROWS_MAX_CHARS + 1, "INVALID_REQUEST"],
])("rows of redirects of %i characters: %s", (length, outcome) => {
  const read = (): string => {
    try {
      return rowsIn(new Map([["rows", "x".repeat(length)]])).length === length ? "taken" : "cut";
    } catch (error) {
      return (error as { readonly code: string }).code;
    }
  };
  expect(read()).toBe(outcome);
});

test.each([
  [-1, "read"],
  [0, "read"],
  [1, "TOO_LARGE"],
])("a form of the most bytes and %i is %s", async (more, outcome) => {
  const body = `rows=${"x".repeat(EDITOR_ROWS_FORM_MAX_BYTES - 5 + more)}`;
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  const sent = new Request("https://site.example/", { method: "POST", body, headers });
  const read = readSentFields(sent, EDITOR_ROWS_FORM_MAX_BYTES).then(
    () => "read",
    ({ code }: { code: string }) => code,
  );
  expect(await read).toBe(outcome);
});
