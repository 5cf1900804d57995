import { relative } from "node:path";
import { expect, test } from "vitest";
import { buildWords } from "../../sites/bundles/words.ts";
import { FIRST_LANGUAGE, LANGUAGES } from "../../sites/words/shape/languages.ts";
import { wordsFile } from "../../sites/words/shape/wordsFile.ts";
import { TABLES } from "../../sites/words/tables.ts";
import { ROOT } from "../gates/folder.ts";

test("each language but the first has a static file with its words, made again when they change", async () => {
  const { files, inputs } = await buildWords();
  const others = (Object.keys(LANGUAGES) as (keyof typeof LANGUAGES)[]).filter((one) => one !== FIRST_LANGUAGE);
  expect(files.map(({ name }) => name)).toEqual(others.map(wordsFile));
  expect(files.map(({ bytes }) => JSON.parse(Buffer.from(bytes).toString()) as unknown)).toEqual(
    others.map((language) => TABLES[language]),
  );
  const sources = inputs.map((path) => relative(ROOT, path));
  expect(sources).toEqual(expect.arrayContaining(others.map((language) => `sites/words/${language}/doors.ts`)));
});
