import { describe, expect, test } from "vitest";
import { ARTICLES, articlesOf, searchedFor } from "./content.ts";
import { optionsOf } from "./peers.ts";

describe("the articles of the compared sites", () => {
  const articles = articlesOf();
  const texts = articles.map(({ paragraphs }) => paragraphs.join(" "));

  test("are the same in each run, with 600 words each", () => {
    expect(articlesOf()).toEqual(articles);
    expect(new Set(texts.map((text) => text.split(" ").length))).toEqual(new Set([600]));
  });

  test("have one address and one day each, the newest last", () => {
    expect(new Set(articles.map(({ slug }) => slug)).size).toBe(ARTICLES);
    const days = articles.map(({ date }) => date);
    expect(days).toEqual([...new Set(days)].toSorted());
  });

  test("have each word that visitors search for", () => {
    const words = new Set(texts.flatMap((text) => text.replaceAll(".", "").split(" ")));
    expect(Array.from({ length: 100 }, (_, n) => searchedFor(n)).filter((word) => !words.has(word))).toEqual([]);
  });
});

describe("the options of the bench", () => {
  test("choose rounds and servers", () => {
    expect(optionsOf(["--rounds", "1", "--only", "drawbridge,nginx", "--from", "/prepared"])).toEqual({
      rounds: 1,
      only: ["drawbridge", "nginx"],
      from: "/prepared",
    });
  });

  test.each(["0", "-1", "1.5", "many"])("refuse %s rounds", (rounds) => {
    expect(() => optionsOf([`--rounds=${rounds}`])).toThrow("--rounds takes a whole number from 1.");
  });

  test("name the servers if one is unknown", () => {
    expect(() => optionsOf(["--only", "ghost"])).toThrow(/There is no server ghost: choose from drawbridge, .*nginx/);
  });
});
