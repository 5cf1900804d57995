/**
 * Lists the imports of a plugin's code before any of it runs. A plugin may import only its own modules. The platform's
 * modules are for the platform's workers (`cloudflare:workers` can keep a worker running after its answer), and a
 * computed name could be any. A full parser finds the names, because a text search confuses code with strings, patterns
 * and comments.
 */
import { Parser, type Node } from "acorn";
import type { TextIssue } from "../templates/templateCheck.ts";

export interface ImportIssue extends TextIssue {
  readonly file: string;
}

type Files = Readonly<Record<string, string>>;

/** An import with its offset. Its name is undefined if the code computes it. */
interface Named {
  readonly name: string | undefined;
  readonly offset: number;
}

/** A module without either keyword imports nothing and need not be parsed: keywords cannot be written with escapes. */
const NAMES_OTHERS = /(?<![\w$])(?:import|from)(?![\w$])/;

const OWN = /^\.\.?\/[\w./-]+$/;

const MODULE = /\.m?js$/;

const ALLOWED = "the name of a module of the package, as text that begins with ./ or ../";

type Source = Node & { readonly type: string; readonly value?: unknown };
type Importing = Node & { readonly source?: Source | null; readonly options?: Node | null };

const IMPORTING: ReadonlySet<string> = new Set([
  "ImportDeclaration",
  "ExportNamedDeclaration",
  "ExportAllDeclaration",
  "ImportExpression",
]);

const nameOf = ({ type, value }: Source): string | undefined =>
  type === "Literal" && typeof value === "string" ? value : undefined;

/** Parses a module and collects its imports. Throws if the text is not a valid module. */
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

/** The path of an imported module. Undefined if it leads out of the package. */
export function importedPath(from: string, name: string): string | undefined {
  const path = from.split("/").slice(0, -1);
  for (const part of name.split("/")) {
    if (part === "..") {
      if (path.pop() === undefined) return undefined;
    } else if (part !== ".") path.push(part);
  }
  return path.join("/");
}

/** Lists the modules of the package that a module imports, and the forbidden imports. */
function readModule(
  files: Files,
  file: string,
): { readonly next: readonly string[]; readonly issues: readonly ImportIssue[] } {
  const text = files[file] ?? "";
  if (!NAMES_OTHERS.test(text)) return { next: [], issues: [] };
  try {
    const read = namedIn(text).map((named) => ({ ...named, path: ownPath(files, file, named.name) }));
    return {
      next: read.flatMap(({ path }) => path ?? []),
      issues: read
        .filter(({ path }) => path === undefined)
        .map(({ name, offset }) =>
          issueOf(
            file,
            offset,
            name === undefined ? "a module name that is computed while the code runs" : JSON.stringify(name),
          ),
        ),
    };
  } catch (error) {
    return {
      next: [],
      issues: [
        {
          ...issueOf(file, offsetOf(error), "code that cannot be read"),
          allowed: `a JavaScript module (${messageOf(error)})`,
        },
      ],
    };
  }
}

function ownPath(files: Files, file: string, name: string | undefined): string | undefined {
  const path = name !== undefined && OWN.test(name) ? importedPath(file, name) : undefined;
  return path !== undefined && MODULE.test(path) && Object.hasOwn(files, path) ? path : undefined;
}

const issueOf = (file: string, offset: number, found: string): ImportIssue => ({
  pointer: "/main",
  file,
  offset,
  found,
  allowed: ALLOWED,
});

const offsetOf = (error: unknown): number => (error as { readonly pos?: number }).pos ?? 0;

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error)).slice(0, 200);

interface Reach {
  readonly reached: ReadonlySet<string>;
  readonly issues: readonly ImportIssue[];
}

function reachOf(files: Files, main: string): Reach {
  const reached = new Set([main]);
  const issues: ImportIssue[] = [];
  for (const file of reached) {
    const read = readModule(files, file);
    issues.push(...read.issues);
    for (const path of read.next) reached.add(path);
  }
  return { reached, issues };
}

/** Lists forbidden imports of all modules that the main module reaches. Other modules are never loaded. */
export const checkImports = (files: Files, main: string): readonly ImportIssue[] => reachOf(files, main).issues;

/** The main module and all modules that it imports, directly or through others. No other module can ever be loaded. */
export const reachedModules = (files: Files, main: string): ReadonlySet<string> => reachOf(files, main).reached;
