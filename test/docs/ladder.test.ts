/** The way of an author in start.md: each step's commands are typed in the tests that its block names. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type Block, pageOf, ROOT } from "./page.ts";

const PAGE = "docs/plugins/start.md";
const TEXT = readFileSync(join(ROOT, PAGE), "utf8");
const MOST_LINES = 120;
const STEPS = ["Begin", "Init", "Dev", "Test", "Publish"];

const textOf = (path: string): string => readFileSync(join(ROOT, path), "utf8");

/** The tests that a block names, with the terminal that they type into. */
const testsOf = ({ notRun = "" }: Block): string[] => [
  "test/machine/terminal.ts",
  ...[...notRun.matchAll(/test\/[\w/]+\.test\.ts/g)].map(([path]) => path),
];

/** The commands of `svc` in a block: the words before the first argument. */
const commandsIn = ({ code }: Block): string[] =>
  [...code.matchAll(/^npx svc ((?:operator trust |operator |plugin )?[a-z]+)/gm)].map(([, command = ""]) => command);

/** A test types a command as one text, or as texts beside each other. */
const isTyped = (command: string, text: string): boolean =>
  text.includes(command) || text.includes(`"${command.replaceAll(" ", '", "')}"`);

const untyped = (block: Block): string[] => {
  const text = testsOf(block).map(textOf).join("\n");
  return commandsIn(block).filter((command) => !isTyped(command, text));
};

const ladder = pageOf(PAGE, TEXT).blocks.filter(({ language }) => language === "sh");

test("the page fits on a few screens, and has one way in five steps", () => {
  expect(TEXT.split("\n").length).toBeLessThanOrEqual(MOST_LINES);
  expect([...TEXT.matchAll(/^\*\*(\w+)\.\*\*/gm)].map(([, step]) => step)).toEqual(STEPS);
  expect(ladder).toHaveLength(STEPS.length);
});

test("every command of the way is typed in a test that its block names", () => {
  expect(ladder.flatMap(commandsIn).length).toBeGreaterThan(10);
  expect(ladder.map(testsOf).filter((tests) => tests.length < 2)).toEqual([]);
  expect(ladder.flatMap(untyped)).toEqual([]);
});

test("a command that no test types is found", () => {
  const code = "npx svc plugin verify x.json\nnpx svc plugin pack x\n";
  const notRun = "test/machine/authorsPath.test.ts runs these commands";
  expect(untyped({ heading: "", language: "sh", code, notRun })).toEqual(["plugin verify"]);
});
