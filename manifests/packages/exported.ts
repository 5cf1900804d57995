/**
 * Reads the members of an exported object from a module's syntax tree. Spread, computed and later assigned members are
 * invisible there. The result then says so, because a false alarm would refuse a working plugin.
 */
import type { Expression, Program } from "acorn";
import { exportedNames, nameOf } from "./exportNames.ts";
import { importedPath } from "./importCheck.ts";

export type Programs = ReadonlyMap<string, Program>;

export interface Members {
  readonly names: ReadonlySet<string>;
  /** False if the object may have more members. */
  readonly isWhole: boolean;
}

const UNSEEN: Members = { names: new Set(), isWhole: false };

/** All modules, and the chain of modules that led to this one. */
interface Asked {
  readonly programs: Programs;
  readonly passed: readonly string[];
}

/** Reads the members of a named export; undefined if the module has no such export. */
export const exportedMembers = (programs: Programs, file: string, name: string): Members | undefined =>
  exportedBy({ programs, passed: [] }, file, name);

function exportedBy(asked: Asked, file: string, name: string): Members | undefined {
  const { programs, passed } = asked;
  const program = programs.get(file);
  if (program === undefined || passed.includes(file) || isTakenElsewhere(asked, file, name)) return UNSEEN;
  const from: From = (source, exported) =>
    exportedBy({ programs, passed: [...passed, file] }, beside(file, source), exported);
  for (const node of program.body) {
    if (node.type !== "ExportNamedDeclaration") continue;
    if (node.declaration && exportedNames(node).includes(name)) return bound(program, name, from);
    const specifier = node.specifiers.find(({ exported }) => nameOf(exported) === name);
    if (specifier === undefined) continue;
    const local = nameOf(specifier.local);
    return node.source ? (from(node.source.value, local) ?? UNSEEN) : bound(program, local, from);
  }
  return throughAll(program, name, from);
}

/** Reads an export of a module that this one imports from. */
type From = (source: unknown, exported: string) => Members | undefined;

const beside = (file: string, source: unknown): string => importedPath(file, String(source)) ?? "";

/** Searches the `export *` declarations of a module. */
function throughAll({ body }: Program, name: string, from: From): Members | undefined {
  const all = body.flatMap((node) => (node.type === "ExportAllDeclaration" ? [node] : []));
  if (all.some(({ exported }) => exported && nameOf(exported) === name)) return UNSEEN;
  return all.flatMap(({ exported, source }) => (exported ? [] : (from(source.value, name) ?? []))).at(0);
}

/** True if a module outside the chain imports this export, because that module could assign members. */
const isTakenElsewhere = ({ programs, passed }: Asked, file: string, name: string): boolean =>
  [...programs].some(
    ([other, { body }]) =>
      other !== file &&
      !passed.includes(other) &&
      body.some(
        (node) => "source" in node && node.source && beside(other, node.source.value) === file && takes(node, name),
      ),
  );

type Taking = Extract<Program["body"][number], { readonly source?: unknown }>;

function takes(node: Taking, name: string): boolean {
  if (node.type === "ExportAllDeclaration") return true;
  return node.specifiers.some((one) => {
    if (one.type === "ImportSpecifier") return nameOf(one.imported) === name;
    return one.type === "ExportSpecifier" ? nameOf(one.local) === name : true;
  });
}

/** Reads the value of a local name, if the module uses the name only to export it. */
const bound = (program: Program, local: string, from: From): Members =>
  imported(program, local, from) ?? declared(program, local) ?? UNSEEN;

function imported(program: Program, local: string, from: From): Members | undefined {
  const all = program.body.flatMap((node) => (node.type === "ImportDeclaration" ? [node] : []));
  const node = all.find(({ specifiers }) => specifiers.some((one) => one.local.name === local));
  const taken = node?.specifiers.find((one) => one.local.name === local);
  if (node === undefined || taken?.type !== "ImportSpecifier" || uses(program, local) > 0) return undefined;
  return from(node.source.value, nameOf(taken.imported));
}

/** Reads a declared object. `uses` counts the declaration itself as one use. */
function declared(program: Program, local: string): Members | undefined {
  const all = program.body.map((node) => (node.type === "ExportNamedDeclaration" ? node.declaration : node));
  const declarations = all.flatMap((node) => (node?.type === "VariableDeclaration" ? node.declarations : []));
  const init = declarations.find(({ id }) => id.type === "Identifier" && id.name === local)?.init;
  return init && uses(program, local) === 1 ? written(init) : undefined;
}

function written(value: Expression): Members {
  if (value.type !== "ObjectExpression") return UNSEEN;
  const names = value.properties.map((one) =>
    one.type === "Property" && (!one.computed || one.key.type === "Literal") ? nameOf(one.key) : undefined,
  );
  // A prototype can add members.
  const isWhole = names.every((name) => name !== undefined && name !== "__proto__");
  return { names: new Set(names.flatMap((name) => name ?? [])), isWhole };
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null;

/** Child keys, by node type, where an identifier is a property name and not a variable. */
const NO_USE: Readonly<Record<string, string>> = {
  MemberExpression: "property",
  Property: "key",
  PropertyDefinition: "key",
  MethodDefinition: "key",
};
const SPECIFIER = /^(?:Import|Export)\w*Specifier$/;

/** Counts the uses of variables with this name, in any scope. */
function uses(value: unknown, name: string): number {
  if (Array.isArray(value)) return value.reduce((sum: number, one) => sum + uses(one, name), 0);
  if (!isObject(value) || (typeof value["type"] === "string" && SPECIFIER.test(value["type"]))) return 0;
  if (value["type"] === "Identifier") return value["name"] === name ? 1 : 0;
  const skipped = value["computed"] === true ? undefined : NO_USE[String(value["type"])];
  return Object.entries(value).reduce((sum, [key, inner]) => sum + (key === skipped ? 0 : uses(inner, name)), 0);
}
