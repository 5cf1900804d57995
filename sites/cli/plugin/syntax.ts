/** Parses a plugin's modules and reports syntax errors, imports of missing names, and default exports. */
import { posix } from "node:path";
import { parse } from "acorn";
import type { Comment, ExportNamedDeclaration, ImportDeclaration, Pattern, Program } from "acorn";
import { quote } from "../../../manifests/refusals/pointer.ts";
import type { LocatedIssue } from "../files/locatedIssue.ts";

type Modules = ReadonlyMap<string, string>;

interface SyntaxPlace {
  readonly line: number;
  /** The column, from 0, as acorn counts. */
  readonly column: number;
}

interface Refused extends SyntaxError {
  readonly loc: SyntaxPlace;
}

const isRefused = (error: unknown): error is Refused => error instanceof SyntaxError && "loc" in error;

const issueAt = (file: string, { line, column }: SyntaxPlace, found: string, allowed: string): LocatedIssue => ({
  pointer: "",
  found,
  allowed,
  file,
  line,
  column: column + 1,
});

interface Read {
  readonly program?: Program;
  readonly issues: readonly LocatedIssue[];
  /** All comments, or those before the syntax error. */
  readonly comments: readonly Comment[];
}

function read(file: string, text: string): Read {
  const comments: Comment[] = [];
  try {
    const program = parse(text, { ecmaVersion: "latest", sourceType: "module", locations: true, onComment: comments });
    return { program, issues: [], comments };
  } catch (error) {
    if (!isRefused(error)) throw error;
    const says = error.message.replace(/ \(\d+:\d+\)$/, "");
    const issue = issueAt(file, error.loc, `code that cannot be read: ${says}`, "a JavaScript module");
    return { issues: [issue], comments };
  }
}

/** Replaces comments by blanks, so that all other characters keep their offsets. */
function withoutComments(text: string, comments: readonly Comment[]): string {
  const blank = ({ start, end }: Comment): string => text.slice(start, end).replace(/[^\n]/g, " ");
  const pieces = comments.map((one, index) => text.slice(comments[index - 1]?.end ?? 0, one.start) + blank(one));
  return pieces.join("") + text.slice(comments.at(-1)?.end ?? 0);
}

function namesIn(pattern: Pattern): string[] {
  switch (pattern.type) {
    case "Identifier":
      return [pattern.name];
    case "ObjectPattern":
      return pattern.properties.flatMap((one) => namesIn(one.type === "RestElement" ? one.argument : one.value));
    case "ArrayPattern":
      return pattern.elements.flatMap((one) => (one ? namesIn(one) : []));
    case "AssignmentPattern":
      return namesIn(pattern.left);
    case "RestElement":
      return namesIn(pattern.argument);
    default:
      return [];
  }
}

/** The name of an identifier, or the text of a literal that stands in its place. */
export const nameOf = (node: { readonly type: string; readonly name?: string; readonly value?: unknown }): string =>
  node.type === "Identifier" ? (node.name ?? "") : String(node.value);

/** The names of an export statement. */
export function exportedNames({ declaration, specifiers }: ExportNamedDeclaration): string[] {
  const declared =
    declaration?.type === "VariableDeclaration"
      ? declaration.declarations.flatMap(({ id }) => namesIn(id))
      : declaration
        ? [declaration.id.name]
        : [];
  return [...declared, ...specifiers.map(({ exported }) => nameOf(exported))];
}

/** The names that a module exports; undefined if it has `export * from`. */
function exportsOf({ body }: Program): ReadonlySet<string> | undefined {
  if (body.some((node) => node.type === "ExportAllDeclaration" && !node.exported)) return undefined;
  return new Set(
    body.flatMap((node) => {
      if (node.type === "ExportNamedDeclaration") return exportedNames(node);
      if (node.type === "ExportDefaultDeclaration") return ["default"];
      return node.type === "ExportAllDeclaration" && node.exported ? [nameOf(node.exported)] : [];
    }),
  );
}

function importIssues(
  file: string,
  { source, specifiers }: ImportDeclaration,
  programs: ReadonlyMap<string, Program>,
): LocatedIssue[] {
  const from = programs.get(posix.join(posix.dirname(file), String(source.value)));
  const names = from && exportsOf(from);
  if (!names) return [];
  return specifiers.flatMap((specifier) => {
    if (specifier.type === "ImportNamespaceSpecifier") return [];
    const name = specifier.type === "ImportDefaultSpecifier" ? "default" : nameOf(specifier.imported);
    if (names.has(name)) return [];
    const allowed = `one of the names it exports: ${[...names].join(", ") || "none"}`;
    return [
      issueAt(
        file,
        specifier.loc?.start ?? { line: 1, column: 0 },
        `an import of ${quote(name)} from ${quote(String(source.value))}`,
        allowed,
      ),
    ];
  });
}

const GROUPS: ReadonlySet<string> = new Set(["hooks", "data", "routes", "tools", "resources", "actions", "migrate"]);

/** Refuses default exports. The guest finds functions by the names of exports, so these would never be called. */
function defaultIssues(file: string, { body }: Program): LocatedIssue[] {
  return body.flatMap((node) => {
    if (node.type !== "ExportDefaultDeclaration" || node.declaration.type !== "ObjectExpression") return [];
    const groups = node.declaration.properties.flatMap((one) =>
      one.type === "Property" && GROUPS.has(nameOf(one.key)) ? [nameOf(one.key)] : [],
    );
    if (groups.length === 0) return [];
    const allowed = groups.map((name) => `export const ${name} = { … }`).join("; ");
    return [
      issueAt(file, node.loc?.start ?? { line: 1, column: 0 }, `${groups.join(", ")} in a default export`, allowed),
    ];
  });
}

export interface SyntaxCheck {
  readonly issues: readonly LocatedIssue[];
  /** True if every module could be parsed. */
  readonly isRead: boolean;
  /** The modules with blanks in place of comments. */
  readonly code: Modules;
  /** The modules that could be read. */
  readonly programs: ReadonlyMap<string, Program>;
}

export function checkSyntax(modules: Modules, main: string): SyntaxCheck {
  const all = [...modules].map(([file, text]) => ({ file, text, ...read(file, text) }));
  const programs = new Map(all.flatMap(({ file, program }) => (program ? [[file, program] as const] : [])));
  const imports = [...programs].flatMap(([file, { body }]) =>
    body.flatMap((node) => (node.type === "ImportDeclaration" ? importIssues(file, node, programs) : [])),
  );
  const entry = programs.get(main);
  return {
    issues: [...all.flatMap(({ issues }) => issues), ...imports, ...(entry ? defaultIssues(main, entry) : [])],
    isRead: programs.size === modules.size,
    programs,
    code: new Map(all.map(({ file, text, comments }) => [file, withoutComments(text, comments)])),
  };
}
