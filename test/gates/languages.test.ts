import { describe, expect, test } from "vitest";
import { EN } from "../../sites/shared/editor/words/en/index.ts";
import { LANGUAGES } from "../../sites/shared/editor/words/languages.ts";
import { TABLES } from "../../sites/shared/editor/words/tables.ts";
import { isCounted } from "../../sites/shared/editor/words/translated.ts";

type Table = Readonly<Record<string, unknown>>;

const isTable = (node: unknown): node is Table => typeof node === "object" && node !== null && !Array.isArray(node);
const isForms = (node: unknown): node is Readonly<Record<string, string>> =>
  isTable(node) && isCounted(withoutLanguage(node));
const withoutLanguage = (node: Table): Table =>
  Object.fromEntries(Object.entries(node).filter(([name]) => name !== "language"));

const placesIn = (text: unknown): string => [...new Set(String(text).match(/\{\w+\}/g))].toSorted().join(" ");

/** Says what a table lacks, has too much or says differently, one line each, beside the English one. */
function faultsIn(language: string, spoken: unknown, english: unknown, at = ""): string[] {
  if (isForms(english)) return countedFaults(language, spoken, english, at);
  if (isTable(english)) {
    if (!isTable(spoken)) return [`${at} is no table`];
    const names = [...new Set([...Object.keys(english), ...Object.keys(spoken)])];
    return names.flatMap((name) => {
      const here = at === "" ? name : `${at}.${name}`;
      if (!Object.hasOwn(spoken, name)) return [`${here} is missing`];
      if (!Object.hasOwn(english, name)) return [`${here} is too many`];
      return faultsIn(language, spoken[name], english[name], here);
    });
  }
  return Array.isArray(english) ? [] : textFaults(spoken, english, at);
}

function textFaults(spoken: unknown, english: unknown, at: string): string[] {
  if (typeof spoken !== "string") return [`${at} is no text`];
  if ((spoken === "") !== (english === "")) return [`${at} is empty`];
  const [has, wants] = [placesIn(spoken), placesIn(english)];
  return has === wants ? [] : [`${at} has ${has || "no values"}, not ${wants || "none"}`];
}

/** A counted word has every form that its language tells apart, and no other. */
function countedFaults(language: string, spoken: unknown, english: Table, at: string): string[] {
  if (!isForms(spoken)) return [`${at} is not counted`];
  const forms = withoutLanguage(spoken);
  const wanted = new Intl.PluralRules(language).resolvedOptions().pluralCategories.toSorted();
  const found = Object.keys(forms).toSorted();
  if (found.join() !== wanted.join()) return [`${at} has the forms ${found.join(", ")}, not ${wanted.join(", ")}`];
  const values = placesIn(english["other"]);
  return placesIn(forms["other"]) === values ? [] : [`${at} has ${placesIn(forms["other"])}, not ${values}`];
}

describe("a language of the editor", () => {
  test.each(Object.keys(LANGUAGES) as (keyof typeof LANGUAGES)[])("has every word, value and form: %s", (language) => {
    expect(faultsIn(language, TABLES[language], EN)).toEqual([]);
  });

  test.each<[string, string, unknown, string[]]>([
    ["lacks a word", "de", { a: { b: "x" } }, ["a.c is missing", "n is missing", "w is missing"]],
    ["has one too many", "de", { ...whole(), more: "x" }, ["more is too many"]],
    ["lacks a value", "de", { ...whole(), w: "Hallo" }, ["w has no values, not {name}"]],
    ["has a value of its own", "de", { ...whole(), w: "{name} {who}" }, ["w has {name} {who}, not {name}"]],
    ["leaves a word empty", "de", { ...whole(), w: "" }, ["w is empty"]],
    ["counts without a form", "de", { ...whole(), n: { other: "{n}" } }, ["n has the forms other, not one, other"]],
    ["counts by another's rules", "pl", whole(), ["n has the forms one, other, not few, many, one, other"]],
    ["does not count", "de", { ...whole(), n: "{n} Seiten" }, ["n is not counted"]],
    ["has a word for a table", "de", { ...whole(), a: "x" }, ["a is no table"]],
  ])("is refused when it %s", (_, language, spoken, faults) => {
    expect(faultsIn(language, spoken, { ...whole() })).toEqual(faults);
  });
});

function whole(): Table {
  return { a: { b: "x", c: "y" }, n: { one: "1", other: "{n}" }, w: "{name}" };
}
