/**
 * The modules a plugin's code names, before any of it runs. It may name its own: what the platform has for workers of
 * its own (`cloudflare:workers` can keep a worker going after its answer) is no plugin's business, and a name that is
 * made while the code runs could be any. Names are read by a parser of the whole language: whatever looks for words
 * alone takes a text, a pattern or a comment for code, or code for one of those.
 */
import { Parser } from "acorn";
import type { Node } from "acorn";
import type { TextIssue } from "./templateCheck.ts";

export interface ImportIssue extends TextIssue {
  readonly file: string;
}

type Files = Readonly<Record<string, string>>;

/** Where a module names another, and how; undefined when that is not written down. */
interface Named {
  readonly name: string | undefined;
  readonly offset: number;
}

/** A module in which neither stands as a word of its own names no other, and need not be read: keywords have no other spelling. */
const NAMES_OTHERS = /(?<![\w$])(?:import|from)(?![\w$])/;

const OWN = /^\.\.?\/[\w./-]+$/;

const MODULE = /\.m?js$/;

const ALLOWED = "the name of a module of the package, as text that begins with ./ or ../";

type Source = Node & { readonly type: string; readonly value?: unknown };
type Importing = Node & { readonly source?: Source | null; readonly options?: Node | null };

const IMPORTING: ReadonlySet<string> = new Set(["ImportDeclaration", "ExportNamedDeclaration", "ExportAllDeclaration", "ImportExpression"]);

const nameOf = ({ type, value }: Source): string | undefined => (type === "Literal" && typeof value === "string" ? value : undefined);

/** Reads a module and keeps nothing of it but what it names; throws where it is no module. */
function namedIn(text: string): Named[] {
  const named: Named[] = [];
  class Reader extends Parser {
    finishNode(node: Importing, type: string): Node {
      if (IMPORTING.has(type) && node.source) named.push({ name: nameOf(node.source), offset: node.source.start });
      const finish = Reflect.get(Parser.prototype, "finishNode") as (node: Node, type: string) => Node;
      return finish.call(this, node, type);
    }
  }
  Reader.parse(text, { ecmaVersion: "latest", sourceType: "module" });
  return named;
}

/** The path of a module as another one names it; undefined when that leads out of the package. */
function pathOf(from: string, name: string): string | undefined {
  const path = from.split("/").slice(0, -1);
  for (const part of name.split("/")) {
    if (part === "..") {
      if (path.pop() === undefined) return undefined;
    } else if (part !== ".") path.push(part);
  }
  return path.join("/");
}

/** What a module names of its package, and what is wrong. */
function readModule(files: Files, file: string): { readonly next: readonly string[]; readonly issues: readonly ImportIssue[] } {
  const text = files[file] ?? "";
  if (!NAMES_OTHERS.test(text)) return { next: [], issues: [] };
  try {
    const read = namedIn(text).map((named) => ({ ...named, path: ownPath(files, file, named.name) }));
    return {
      next: read.flatMap(({ path }) => path ?? []),
      issues: read.filter(({ path }) => path === undefined).map(({ name, offset }) => issueOf(file, offset, name === undefined ? "a name that is made while the code runs" : JSON.stringify(name))),
    };
  } catch (error) {
    return { next: [], issues: [{ ...issueOf(file, offsetOf(error), "code that cannot be read"), allowed: `a JavaScript module (${messageOf(error)})` }] };
  }
}

function ownPath(files: Files, file: string, name: string | undefined): string | undefined {
  const path = name !== undefined && OWN.test(name) ? pathOf(file, name) : undefined;
  return path !== undefined && MODULE.test(path) && Object.hasOwn(files, path) ? path : undefined;
}

const issueOf = (file: string, offset: number, found: string): ImportIssue => ({ pointer: "/main", file, offset, found, allowed: ALLOWED });

const offsetOf = (error: unknown): number => (error as { readonly pos?: number }).pos ?? 0;

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error)).slice(0, 200);

/** What the modules that the main one leads to name that they may not. Others are never loaded. */
export function checkImports(files: Files, main: string): ImportIssue[] {
  const reached = new Set([main]);
  const issues: ImportIssue[] = [];
  for (const file of reached) {
    const read = readModule(files, file);
    issues.push(...read.issues);
    for (const path of read.next) reached.add(path);
  }
  return issues;
}
