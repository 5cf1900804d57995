/**
 * What can be told from the text of a plugin's modules: imports that resolve to nothing in an isolate, code made
 * from text, and capabilities it uses. A look, not a proof: what may run is decided by the isolate and the lease.
 */
import { posix } from "node:path";
import type { Manifest } from "../../../manifests/manifest.ts";
import { quote } from "../../../manifests/pointer.ts";
import type { LocatedIssue } from "../packing.ts";
import { missingEntries } from "./entries.ts";

type Files = Readonly<Record<string, string>>;
/** What is granted of forms comes with a call; there is nothing in `ctx` to be used. */
type Capability = Exclude<keyof NonNullable<Manifest["capabilities"]>, "forms">;

const IMPORT = /(?:\bfrom|\bimport|\brequire)\s*\(?\s*(["'])([^"'\n]*)\1/g;
const FROM_TEXT = /(?<![.\w$])(?:eval|Function)\s*\(/g;

/** Inside of braces, with one more level of them: what a parameter is taken apart into. */
const PARTS = "(?:[^{}()]|\\{[^{}()]*\\})*";

/** `ctx` is the second parameter, under that name or taken apart. */
const taken = (name: string): RegExp =>
  new RegExp(`\\bctx\\s*\\??\\.\\s*${name}\\b|,\\s*\\{${PARTS}\\b${name}\\b${PARTS}\\}\\s*\\)`);

const USES: Readonly<Record<Capability, readonly RegExp[]>> = {
  storage: [taken("storage")],
  content: [taken("content")],
  media: [taken("media")],
  http: [taken("http"), /(?<![.\w$])fetch\s*\(/],
};

/** Every comment blanked out, in place; what is a string that looks like one loses nothing that is looked for here. */
const withoutComments = (text: string): string =>
  text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, (comment) => comment.replace(/[^\n]/g, " "));

const modulesOf = (files: Files): [string, string][] =>
  Object.entries(files)
    .filter(([path]) => /\.m?js$/.test(path))
    .map(([path, text]) => [path, withoutComments(text)]);

function issueAt(file: string, text: string, offset: number, found: string, allowed: string): LocatedIssue {
  const before = text.slice(0, offset).split("\n");
  return { pointer: "", found, allowed, file, line: before.length, column: (before.at(-1) ?? "").length + 1 };
}

function importIssues(file: string, text: string, files: Files): LocatedIssue[] {
  const isThere = (from: string): boolean => /^\.\.?\//.test(from) && Object.hasOwn(files, posix.join(posix.dirname(file), from));
  return [...text.matchAll(IMPORT)]
    .filter(([, , from = ""]) => !isThere(from))
    .map((match) => issueAt(file, text, match.index, `an import of ${quote(match[2] ?? "")}`, "relative imports of the package's own files"));
}

const textCodeIssues = (file: string, text: string): LocatedIssue[] =>
  [...text.matchAll(FROM_TEXT)].map((match) => issueAt(file, text, match.index, match[0], "code that is in the file; none is made from text"));

const usedIn = (text: string): Capability[] => {
  const names = Object.keys(USES) as Capability[];
  return names.filter((name) => USES[name].some((pattern) => pattern.test(text)));
};

const firstUse = (text: string, name: Capability): number =>
  Math.min(...USES[name].map((pattern) => text.search(pattern)).filter((offset) => offset >= 0));

function capabilityIssues(file: string, text: string, asked: ReadonlySet<string>): LocatedIssue[] {
  const unasked = usedIn(text).filter((name) => !asked.has(name));
  return unasked.map((name) =>
    issueAt(file, text, firstUse(text, name), `${name}, which is not asked for`, `what /capabilities/${name} of the manifest asks for`),
  );
}

export interface CodeCheck {
  readonly issues: readonly LocatedIssue[];
  /** Asked for, and not seen in use: an owner is asked to grant what may not be needed. */
  readonly unused: readonly string[];
}

export function checkCode(manifest: Manifest, files: Files): CodeCheck {
  const { capabilities = {}, main = "" } = manifest;
  const asked = new Set(Object.keys(capabilities));
  const modules = modulesOf(files);
  const missing = missingEntries(manifest, new Map(modules));
  const issues = [
    ...modules.flatMap(([file, text]) => [
      ...importIssues(file, text, files),
      ...textCodeIssues(file, text),
      ...capabilityIssues(file, text, asked),
    ]),
    ...missing.map(({ pointer, found, allowed }) => ({ pointer, found, allowed, file: main, line: 1, column: 1 })),
  ];
  const heard = (manifest.contributes.hooks ?? []).some(({ on }) => on === "formSubmitted") ? ["forms"] : [];
  const used = new Set<string>([...modules.flatMap(([, text]) => usedIn(text)), ...heard]);
  return { issues, unused: [...asked].filter((name) => !used.has(name)) };
}
