/**
 * Checks that a plugin's code can be loaded, and that it has the functions that the manifest promises. A full parser
 * reads it.
 */
import { parse, type ImportDeclaration, type Program } from "acorn";
import type { Manifest } from "../manifest/manifest.ts";
import { quote } from "../refusals/pointer.ts";
import type { TextIssue } from "../templates/templateCheck.ts";
import { declaredEntries, missingEntries } from "./entries.ts";
import type { Programs } from "./exported.ts";
import { exportedNames, nameOf } from "./exportNames.ts";
import { importedPath, reachedModules } from "./importCheck.ts";

export interface CodeIssue extends TextIssue {
  readonly file: string;
}

type Files = Readonly<Record<string, string>>;

const isRefused = (error: unknown): error is SyntaxError & { readonly pos: number } =>
  error instanceof SyntaxError && "pos" in error;

const issueAt = (file: string, offset: number, found: string, allowed: string): CodeIssue => ({
  pointer: "",
  found,
  allowed,
  file,
  offset,
});

/** Parses a module, or says where it cannot be read. */
export function readModule(file: string, text: string): Program | CodeIssue {
  try {
    return parse(text, { ecmaVersion: "latest", sourceType: "module" });
  } catch (error) {
    if (!isRefused(error)) throw error;
    const says = error.message.replace(/ \(\d+:\d+\)$/, "");
    return issueAt(file, error.pos, `code that cannot be read: ${says}`, "a JavaScript module");
  }
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

function importIssues(file: string, { source, specifiers }: ImportDeclaration, programs: Programs): CodeIssue[] {
  const from = programs.get(importedPath(file, String(source.value)) ?? "");
  const names = from && exportsOf(from);
  if (!names) return [];
  return specifiers.flatMap((specifier) => {
    if (specifier.type === "ImportNamespaceSpecifier") return [];
    const name = specifier.type === "ImportDefaultSpecifier" ? "default" : nameOf(specifier.imported);
    if (names.has(name)) return [];
    const allowed = `one of the names it exports: ${[...names].join(", ") || "none"}`;
    return [issueAt(file, specifier.start, `an import of ${quote(name)} from ${quote(String(source.value))}`, allowed)];
  });
}

/**
 * Finds promised functions in a default export. The guest finds functions by the names of exports, so these would never
 * be called.
 */
function defaultIssues(manifest: Manifest, file: string, program: Program): CodeIssue[] {
  const exported = exportsOf(program);
  const promised = new Set<string>(declaredEntries(manifest).map(({ point }) => point));
  return program.body.flatMap((node) => {
    if (node.type !== "ExportDefaultDeclaration" || node.declaration.type !== "ObjectExpression") return [];
    const groups = node.declaration.properties.flatMap((one) =>
      one.type === "Property" && promised.has(nameOf(one.key)) && exported?.has(nameOf(one.key)) === false
        ? [nameOf(one.key)]
        : [],
    );
    if (groups.length === 0) return [];
    const allowed = groups.map((name) => `export const ${name} = { … }`).join("; ");
    return [issueAt(file, node.start, `${groups.join(", ")} in a default export`, allowed)];
  });
}

const isProgram = (read: Program | CodeIssue): read is Program => "body" in read;

/** The modules that a site or a visitor's browser loads. */
function loadedModules({ main, contributes: { frames = [] } }: Manifest, files: Files): string[] {
  const reached = main === undefined ? [] : [...reachedModules(files, main)];
  return [...new Set([...reached, ...frames.map(({ script }) => script)])].filter((path) => Object.hasOwn(files, path));
}

interface LoadedCode {
  readonly programs: Programs;
  readonly unread: readonly CodeIssue[];
}

function readCode(manifest: Manifest, files: Files): LoadedCode {
  const read = loadedModules(manifest, files).map((file) => [file, readModule(file, files[file] ?? "")] as const);
  return {
    programs: new Map(read.flatMap(([file, module]) => (isProgram(module) ? [[file, module] as const] : []))),
    unread: read.flatMap(([, module]) => (isProgram(module) ? [] : [module])),
  };
}

/** Lists the faults with which a plugin's code cannot be loaded. */
export function checkCode(manifest: Manifest, files: Files): CodeIssue[] {
  const { programs, unread } = readCode(manifest, files);
  const imports = [...programs].flatMap(([file, { body }]) =>
    body.flatMap((node) => (node.type === "ImportDeclaration" ? importIssues(file, node, programs) : [])),
  );
  return [...unread, ...imports];
}

/** Lists the functions that the manifest promises and the code lacks, or has where the guest does not find them. */
export function checkPromises(manifest: Manifest, files: Files): CodeIssue[] {
  const { main = "" } = manifest;
  const { programs, unread } = readCode(manifest, files);
  const entry = programs.get(main);
  // A syntax error would make every function look missing.
  if (!entry || unread.length > 0) return [];
  const missing = missingEntries(manifest, programs).map((issue) => ({ ...issue, file: main, offset: 0 }));
  return [...defaultIssues(manifest, main, entry), ...missing];
}
