/**
 * Scans a plugin's modules for unresolvable imports, code made from text, and used capabilities. The scan is advice and
 * no protection: the isolate and the lease decide what may run.
 */
import { posix } from "node:path";
import { CONTEXT } from "../../../capabilities/contract.ts";
import type { CapabilityText } from "../../../capabilities/verbs/verb.ts";
import { hookKind } from "../../../manifests/hooks/lookup.ts";
import type { Manifest } from "../../../manifests/manifest/manifest.ts";
import { quote } from "../../../manifests/refusals/pointer.ts";
import { getsVisitorInput } from "../../../runtime/plugins/calls/report.ts";
import type { LocatedIssue } from "../files/locatedIssue.ts";
import { checkSyntax } from "./syntax.ts";
import { missingEntries } from "./entries.ts";
import { CONTEXT_NAMES } from "./types/context.ts";
import type { ContextName } from "./types/context.ts";

type Files = Readonly<Record<string, string>>;

const IMPORT = /(?:\bfrom|\bimport|\brequire)\s*\(?\s*(["'])([^"'\n]*)\1/g;
const FROM_TEXT = /(?<![.\w$])(?:eval|Function)\s*\(/g;

/** The inside of a destructuring pattern in braces, with at most one nested level. */
const PARTS = "(?:[^{}()]|\\{[^{}()]*\\})*";

/** Matches uses of a member of `ctx`, directly or by destructuring the second parameter. */
const taken = (name: string): RegExp =>
  new RegExp(`\\bctx\\s*\\??\\.\\s*${name}\\b|,\\s*\\{${PARTS}\\b${name}\\b${PARTS}\\}\\s*\\)`);

/** Matches uses of a capability as a member of `ctx`, or by its global name. */
function patternsOf(name: ContextName): RegExp[] {
  const { global }: CapabilityText<never> = CONTEXT[name];
  return [taken(name), ...(global === undefined ? [] : [new RegExp(`(?<![.\\w$])${global}\\s*\\(`)])];
}

const modulesOf = (files: Files): [string, string][] => Object.entries(files).filter(([path]) => /\.m?js$/.test(path));

function issueAt(file: string, text: string, offset: number, found: string, allowed: string): LocatedIssue {
  const before = text.slice(0, offset).split("\n");
  return { pointer: "", found, allowed, file, line: before.length, column: (before.at(-1) ?? "").length + 1 };
}

function importIssues(file: string, text: string, files: Files): LocatedIssue[] {
  const isThere = (from: string): boolean =>
    /^\.\.?\//.test(from) && Object.hasOwn(files, posix.join(posix.dirname(file), from));
  return [...text.matchAll(IMPORT)]
    .filter(([, , from = ""]) => !isThere(from))
    .map((match) =>
      issueAt(
        file,
        text,
        match.index,
        `an import of ${quote(match[2] ?? "")}`,
        "relative imports of the package's own files",
      ),
    );
}

const textCodeIssues = (file: string, text: string): LocatedIssue[] =>
  [...text.matchAll(FROM_TEXT)].map((match) =>
    issueAt(file, text, match.index, match[0], "code in the file; no code from strings (eval)"),
  );

const usedIn = (text: string): ContextName[] =>
  CONTEXT_NAMES.filter((name) => patternsOf(name).some((pattern) => pattern.test(text)));

const firstUse = (text: string, name: ContextName): number =>
  Math.min(
    ...patternsOf(name)
      .map((pattern) => text.search(pattern))
      .filter((offset) => offset >= 0),
  );

function capabilityIssues(file: string, text: string, asked: ReadonlySet<string>): LocatedIssue[] {
  const unasked = usedIn(text).filter((name) => !asked.has(name));
  return unasked.map((name) =>
    issueAt(
      file,
      text,
      firstUse(text, name),
      `${name}, which the manifest does not ask for`,
      `only what /capabilities/${name} of the manifest asks for`,
    ),
  );
}

/** Faults with which no isolate takes the code. Bundling has found them in a bundle already. */
export const syntaxIssues = ({ main = "" }: Manifest, files: Files): readonly LocatedIssue[] =>
  checkSyntax(new Map(modulesOf(files)), main).issues;

export interface CodeCheck {
  readonly issues: readonly LocatedIssue[];
  /** Requested capabilities without a visible use. An owner would grant something that the code does not need. */
  readonly unused: readonly string[];
}

export function checkCode(manifest: Manifest, files: Files): CodeCheck {
  const { capabilities = {}, main = "" } = manifest;
  const asked = new Set(Object.keys(capabilities));
  // Scripts of frames run in browsers, which have no capabilities.
  const frames = new Set((manifest.contributes.frames ?? []).map(({ script }) => script));
  const syntax = checkSyntax(new Map(modulesOf(files)), main);
  const modules = [...syntax.code];
  const guest = modules.filter(([file]) => !frames.has(file));
  // Missing functions are only reported if all modules parse. A syntax error would make every function look missing.
  const missing = syntax.isRead ? missingEntries(manifest, syntax.programs) : [];
  const issues = [
    ...syntax.issues,
    ...modules.flatMap(([file, text]) => [...importIssues(file, text, files), ...textCodeIssues(file, text)]),
    ...guest.flatMap(([file, text]) => capabilityIssues(file, text, asked)),
    ...missing.map(({ pointer, found, allowed }) => ({ pointer, found, allowed, file: main, line: 1, column: 1 })),
  ];
  const heard = (manifest.contributes.hooks ?? []).flatMap(({ on }) => hookKind(on).capability ?? []);
  const logged = getsVisitorInput(manifest) ? ["logs"] : [];
  const shown = frames.size > 0 ? ["browser"] : [];
  const handed = (manifest.contributes.actions ?? []).map(() => "actions");
  const seen = guest.flatMap(([, text]) => usedIn(text));
  // A migration puts data there that has to fit into what the version asks for.
  const brought = (manifest.migrate ?? []).flatMap(({ of }) => (of === "storage" ? [of] : []));
  const used = new Set<string>([...logged, ...seen, ...heard, ...shown, ...handed, ...brought]);
  return { issues, unused: [...asked].filter((name) => !used.has(name)) };
}
