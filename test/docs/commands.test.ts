/** Every `svc` command in the docs must be valid. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { CliCommand, Group } from "../../sites/cli/command/command.ts";
import { SVC } from "../../sites/cli/commands.ts";
import { runProgram } from "../../sites/cli/program.ts";
import { doctor } from "../../sites/machine/doctorCommand.ts";
import { backup, restore } from "../../sites/machine/copies/commands.ts";
import { health } from "../../sites/machine/health/command.ts";
import { PEOPLE_COMMANDS } from "../../sites/machine/people/commands.ts";
import { SERVICE_COMMANDS } from "../../sites/machine/service/commands.ts";
import { SITE_COMMANDS } from "../../sites/machine/people/siteCommand.ts";
import { start } from "../../sites/machine/startCommand.ts";
import { type Page, pageOf, pages } from "./page.ts";

/** The commands with the same arguments and no effect. */
const idle = (command: CliCommand): CliCommand => ({ ...command, run: () => ({ ok: true, lines: [], data: {} }) });
const idleGroup = (group: Group): Group => ({
  ...group,
  commands: group.commands.map(idle),
  groups: (group.groups ?? []).map(idleGroup),
});
const ALL = idleGroup({
  ...SVC,
  commands: [...SVC.commands.filter(({ name }) => name !== doctor.name), start, doctor, backup, restore, health],
  groups: [...(SVC.groups ?? []), PEOPLE_COMMANDS, SITE_COMMANDS, SERVICE_COMMANDS],
});

const SHELLS = ["sh", ""];

/**
 * Splits a line into words as a shell does, as far as the docs need it. Quoted text is one word; `|`, `&&` and `>` end
 * a command.
 */
const WORD = /"(?:\\.|[^"\\])*"|'[^']*'|\$\([^)]*\)|(?:[^\s"'|&;<>]|<[a-z][a-z -]*>)+|[|&;<>]/g;

function commandsIn(code: string): string[][] {
  const lines = code.replaceAll("\\\n", " ").split("\n");
  return lines.flatMap((line) => {
    const words = line.replace(/(^|\s)#.*$/, "").match(WORD) ?? [];
    const starts = words.flatMap((word, index) => (word === "svc" ? [index + 1] : []));
    return starts.map((from) => {
      const end = words.findIndex((word, index) => index >= from && /^[|&;<>]$/.test(word));
      return words.slice(from, end === -1 ? undefined : end);
    });
  });
}

interface Named {
  readonly page: string;
  readonly words: readonly string[];
}

const inBlocks = (all: readonly Page[]): Named[] =>
  all.flatMap(({ path, blocks }) =>
    blocks
      .filter(({ language }) => SHELLS.includes(language))
      .flatMap(({ code }) => commandsIn(code).map((words) => ({ page: path, words }))),
  );

const inLines = (all: readonly Page[]): Named[] =>
  all.flatMap(({ path, codes }) =>
    codes
      .filter((code) => /^(?:npx )?svc [a-z]/.test(code))
      .flatMap((code) => commandsIn(code).map((words) => ({ page: path, words }))),
  );

/** Documented commands that the parser refuses. */
async function refused(named: readonly Named[]): Promise<string[]> {
  const found: string[] = [];
  for (const { page, words } of named) {
    const plain = words.filter((word) => !word.startsWith("#"));
    if ((await runProgram(plain, ALL)) !== 0) found.push(`${page}: svc ${words.join(" ")}`);
  }
  return found;
}

/** Faults of a mentioned command. A mention may be incomplete: a group or a command, with options of that command. */
function unknown({ page, words }: Named): string[] {
  let group: Group | undefined = ALL;
  let command: CliCommand | undefined;
  for (const word of words) {
    if (word.startsWith("--")) {
      const isThere = word === "--help" || command?.options.some(([notation]) => notation.split(" ").includes(word));
      if (!isThere) return [`${page}: svc ${words.join(" ")}`];
      continue;
    }
    if (command || !group) continue;
    command = group.commands.find(({ name }) => name === word);
    const inner: Group | undefined = group.groups?.find(({ name }) => name === word);
    if (!command && !inner && /^[a-z-]+$/.test(word)) return [`${page}: svc ${words.join(" ")}`];
    group = inner;
  }
  return [];
}

beforeEach(() => void vi.spyOn(process.stderr, "write").mockReturnValue(true));
afterEach(() => void vi.restoreAllMocks());

test("every command in a block can be called as it stands there", async () => {
  const named = inBlocks(pages());
  expect(named.length).toBeGreaterThan(50);
  expect(await refused(named)).toEqual([]);
});

test("every command within a line is one of the command line's, with its options", () => {
  const named = inLines(pages());
  expect(named.length).toBeGreaterThan(30);
  expect(named.flatMap(unknown)).toEqual([]);
});

test("a command that is not there, one without its argument and a made-up option are noticed", async () => {
  const text =
    "# One\n\n`svc plugin tset`, `svc plugin check --fast`\n\n```sh\nnpx svc plugin check # no folder\nsvc plugin pack a --quick\n```\n";
  const page = pageOf("docs/made-up.md", text);
  expect(await refused(inBlocks([page]))).toEqual([
    "docs/made-up.md: svc plugin check",
    "docs/made-up.md: svc plugin pack a --quick",
  ]);
  expect(inLines([page]).flatMap(unknown)).toEqual([
    "docs/made-up.md: svc plugin tset",
    "docs/made-up.md: svc plugin check --fast",
  ]);
});
