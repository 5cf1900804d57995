import { describe, expect, test } from "vitest";
import { markedText } from "../../../runtime/search/marks.ts";

const shown = (text: string, ...words: string[]): string =>
  markedText(text, words)
    .map(({ text: piece, isHit }) => (isHit ? `[${piece}]` : piece))
    .join("");

describe("the words of a search", () => {
  test.each([
    ["once", "The boat", ["boat"], "The [boat]"],
    ["at the beginning of a longer word", "boathouse", ["boat"], "[boat]house"],
    ["inside of a longer word", "sailboats", ["boat"], "sail[boat]s"],
    ["next to each other", "boathouse", ["boat", "house"], "[boathouse]"],
    ["one in another", "boathouse", ["boathouse", "hous"], "[boathouse]"],
    ["behind a sign that folds to three", "… a boat …", ["boat"], "… a [boat] …"],
    ["with an accent", "Das Café am Fluss", ["cafe"], "Das [Café] am Fluss"],
    ["with an accent of its own", "Das Cafe\u0301 am Fluss", ["cafe"], "Das [Cafe\u0301] am Fluss"],
    ["with an invisible sign", "a bo\u00ADat", ["boat"], "a [bo\u00ADat]"],
    ["with a letter that folds to two", "Die Straße dort", ["strasse"], "Die [Straße] dort"],
    ["up to the half of such a letter", "Straße dort", ["stras"], "[Straß]e dort"],
    ["in another script", "大きな船です", ["きな"], "大[きな]船です"],
    ["with a sign of two units before them", "🛶 boat", ["boat"], "🛶 [boat]"],
    ["nowhere", "The boat", ["oar"], "The boat"],
    ["too short inside of a word", "boat", ["oa"], "boat"],
  ])("are marked %s", (_, text, words, expected) => {
    expect(shown(text, ...words)).toBe(expected);
  });

  test("leave no piece of an empty text", () => {
    expect(markedText("", ["boat"])).toEqual([]);
  });

  test.each(["plain text with a boat", "…ﬁ a\u0301ß boat\u00AD 🛶\uD83D x", "\u0301boat"])(
    "lose no sign of %j",
    (text) => {
      const pieces = markedText(text, ["boat", "fi", "plain"]);
      expect(pieces.map((piece) => piece.text).join("")).toBe(text);
    },
  );
});
