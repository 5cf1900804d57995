/** `svc docs`: the parts of the documentation with some words. */
import { type CliCommand, type Invocation, type Outcome, Trouble } from "../command/command.ts";
import { DOCS_FOLDER, docsPage, docsPages } from "./docsFolder.ts";
import { type DocsPart, docsFound, excerptOf, docsParts } from "./searching.ts";

/** Most parts that one search shows. */
const SHOWN_MAX = 8;

function run({ args, options, paint }: Invocation): Outcome {
  if (DOCS_FOLDER === undefined) throw new Trouble("This release has no documentation beside it.");
  const asked = args.join(" ");
  const parts = docsFound(
    docsPages().flatMap((path) => docsParts(path, docsPage(path))),
    asked,
  );
  const [first] = parts;
  if (!first)
    return { ok: false, lines: [`Nothing in the documentation has all of these words: ${asked}`], data: { parts: [] } };
  const data = { folder: DOCS_FOLDER, parts: parts.slice(0, SHOWN_MAX), total: parts.length };
  if (options.isSet("read")) return { ok: true, lines: [...headOf(first), "", ...first.text.split("\n")], data };
  const shown = parts
    .slice(0, SHOWN_MAX)
    .flatMap((part) => [...headOf(part), paint("dim", `  ${excerptOf(part, asked)}`)]);
  const more = parts.length > SHOWN_MAX ? [`and ${parts.length - SHOWN_MAX} more: add a word`] : [];
  return { ok: true, lines: [...shown, ...more], data };
}

const headOf = ({ at, titles }: DocsPart): string[] => [`docs/${at}  ${titles.join(" › ")}`];

export const docs: CliCommand = {
  name: "docs",
  summary: "Find the parts of this release's documentation that have all of some words.",
  argument: ["<words...>", "the words, or the beginnings of them"],
  options: [["--read", "print the first part as a whole"]],
  examples: ["svc docs webhook signature", "svc docs --read content types query"],
  run,
};
