import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { describe as describeValue } from "../../manifests/refusals/pointer.ts";
import { EN } from "../../sites/words/en/index.ts";
import { LANGUAGES } from "../../sites/words/shape/languages.ts";
import { ACCOUNT_WRITTEN } from "../../sites/words/accountTables.ts";
import { ACCOUNT } from "../../sites/words/en/joining/account.ts";
import { WRITTEN } from "../../sites/words/tables.ts";
import { isCounted } from "../../sites/words/shape/translated.ts";
import { TLH } from "../fixtures/languages/tlh.ts";
import { ROOT } from "./folder.ts";

type Table = Readonly<Record<string, unknown>>;

const isTable = (node: unknown): node is Table => typeof node === "object" && node !== null && !Array.isArray(node);
const isForms = (node: unknown): node is Readonly<Record<string, string>> =>
  isTable(node) && isCounted(withoutLanguage(node));
const withoutLanguage = (node: Table): Table =>
  Object.fromEntries(Object.entries(node).filter(([name]) => name !== "language"));

const placesIn = (text: unknown): string => [...new Set(String(text).match(/\{\w+\}/g))].toSorted().join(" ");

/** Differences of a language's table from the English one, one line each: missing, surplus and changed texts. */
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

/** Faults of a text with plural forms. It must have exactly the forms of its language. */
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
    expect(faultsIn(language, WRITTEN[language], EN)).toEqual([]);
    expect(faultsIn(language, ACCOUNT_WRITTEN[language], ACCOUNT)).toEqual([]);
  });

  test("has them if it is a made-up one, too, so that a further language needs nothing that is not compared", () => {
    expect(faultsIn("tlh", TLH, EN)).toEqual([]);
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

/** Reasons that no member sees in the editor: about plugin code, source maps, sockets and the operator's routes. */
const FOR_OPERATORS: ReadonlySet<string> = new Set([
  "The key was revoked. A revoked key cannot be trusted again.",
  "The key is already trusted, with other limits. Revoke it first.",
  "This site has been opened. Only an unfinished provisioning can be released.",
  "Another site has this id since the dry run. Look at the site again.",
  "Pages are published under this hostname, or were 40 seconds ago. Choose another primary one, and wait.",
  "The site was never opened. Release its provisioning.",
  "This site is being removed. Send the request of its removal again to finish it.",
  "This deployment opens no WebSockets; poll /api/presence.",
  "Too many WebSockets are open; poll /api/presence.",
  "Only a suspended tenant can be erased. Suspend the tenant first.",
  "Set the tenant to read_only or suspended first.",
  "Only a suspended tenant can be erased, so that nobody reads or writes meanwhile. Suspend the tenant first.",
  "The archive does not contain the visitors' submissions. Set `discardSubmissions` to delete them.",
  "The workspace has changed since the archive was made. Make a new archive.",
  "This site has an owner, who can invite others. Remove the owner first if they are gone.",
  "This workspace is empty.",
  "The erased content is still being removed from public places. Try again in a minute.",
  "One request cannot copy all media files. Send the request again to continue.",
  "The control plane has no record of these sites for this tenant.",
  "This workspace is already being restored.",
  "This workspace is not empty. An archive can only be restored into an empty workspace.",
  "Earlier files are still being removed. Try again in a minute.",
  "Set the tenant to read_only or suspended first, so that nobody writes meanwhile.",
  "The platform cannot go back to that moment.",
  "The call is over.",
  "The plugin has no code.",
  "The source map belongs to a version that the site does not have.",
]);

/** Sources of refusals that members read in the editor. */
const ANSWERING = [
  "manifests/{refusals,shapes,fields,ownTypes}",
  "runtime/{documents,editing,media,publishing,rendering,plugins,backups,reviews,remarks}",
  "sites/{web/api,editor/pages}",
];
const sources = (...folders: readonly string[]): string[] =>
  globSync(
    folders.map((folder) => `${folder}/**/*.ts`),
    { cwd: ROOT, exclude: ["**/*.generated.ts"] },
  ).map((path) => readFileSync(join(ROOT, path), "utf8"));

/** The rows of a site's states and the faults of settings are lines that members write, or names of a program. */
const WITHOUT_WORDS = ["sites/editor/pages/settings/states.ts", "sites/editor/pages/plugins/settingsForm.ts"];

test("no page of the editor writes a colon of its own, because French and Japanese have other ones", () => {
  const files = globSync("sites/editor/**/*.{ts,tsx}", { cwd: ROOT });
  expect(files.length).toBeGreaterThan(100);
  const glued = files.flatMap((file) =>
    readFileSync(join(ROOT, file), "utf8")
      .split("\n")
      .filter((line) => /(?:\}|<\/\w+>): (?:\$\{|<)|join\(": "\)/.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  );
  expect(glued.filter((line) => !WITHOUT_WORDS.some((file) => line.startsWith(file)))).toEqual([]);
  expect(WRITTEN).toMatchObject({ fr: { everyPage: { colon: "\u00a0: " } }, ja: { everyPage: { colon: "：" } } });
});

describe("a sentence in which the site refuses something", () => {
  const said: readonly string[] = Object.values(EN.answers.sentences);
  const made = [describeValue([0]), describeValue({ a: 0 })];
  const text = [...sources(...ANSWERING), ...made].join("\n").replaceAll(/\$\{[^}]*\}/g, "{}");

  test("stands in the sources as the tables have it, so that each language finds it", () => {
    const lost = said.filter((sentence) => sentence.split(/\{\w+\}/).some((part) => !text.includes(part)));
    expect(lost).toEqual([]);
  });

  test("is in the tables if it is a reason for a member", () => {
    const reasons = [...text.matchAll(/\breason: "([A-Z][^"]+)"/g)].map(([, reason = ""]) => reason);
    expect(reasons.length).toBeGreaterThan(20);
    expect(reasons.filter((reason) => !said.includes(reason) && !FOR_OPERATORS.has(reason))).toEqual([]);
  });
});
