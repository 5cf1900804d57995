/** Finds in a module's syntax tree which members of `ctx` and which global functions it uses. */
import type { Node } from "acorn";
import { readModule } from "../../../manifests/packages/codeCheck.ts";
import { isObject } from "../../../manifests/json/jsonObject.ts";

export interface Uses {
  /** Reads of members of `ctx`, by name. */
  readonly ofContext: ReadonlyMap<string, readonly Node[]>;
  /** Calls of names that the module neither declares nor looks for, by name. */
  readonly calls: ReadonlyMap<string, readonly Node[]>;
  /** True for a node that runs only under a condition, or whose failure the module catches. */
  isGuarded(node: Node): boolean;
}

type Tree = Node & Readonly<Record<string, unknown>>;

const isNode = (value: unknown): value is Tree => isObject(value) && typeof value["type"] === "string";

const childrenOf = (node: Tree): Tree[] =>
  Object.values(node)
    .flatMap((value) => [value].flat())
    .filter(isNode);

/** All nodes of a tree, without recursion, because bundles nest deeply. */
function* nodesOf(root: Tree): Generator<Tree> {
  const open = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    yield node;
    open.push(...childrenOf(node));
  }
}

const nameIn = (value: unknown): string | undefined =>
  isNode(value) && value.type === "Identifier" ? String(value["name"]) : undefined;

const keyOf = (node: Tree, key: "property" | "key"): string | undefined => {
  const value = node[key];
  if (node["computed"] !== true) return nameIn(value);
  return isNode(value) && value.type === "Literal" ? String(value["value"]) : undefined;
};

/** The names that a destructuring pattern in a function's second parameter takes from the context. */
function takenFrom(node: Tree): [name: string, at: Tree][] {
  const [, second] = Array.isArray(node["params"]) ? (node["params"] as unknown[]) : [];
  const pattern = isNode(second) && second.type === "AssignmentPattern" ? second["left"] : second;
  if (!isNode(pattern) || pattern.type !== "ObjectPattern") return [];
  return childrenOf(pattern).flatMap((one) => {
    const name = keyOf(one, "key");
    return name === undefined ? [] : [[name, one]];
  });
}

function contextUse(node: Tree): [name: string, at: Tree][] {
  if (node.type !== "MemberExpression" || nameIn(node["object"]) !== "ctx") return takenFrom(node);
  const name = keyOf(node, "property");
  return name === undefined ? [] : [[name, node]];
}

/** The members of a node, by its type, that declare names. */
const DECLARING: Readonly<Record<string, readonly string[]>> = {
  FunctionDeclaration: ["id", "params"],
  FunctionExpression: ["id", "params"],
  ArrowFunctionExpression: ["params"],
  ClassDeclaration: ["id"],
  ClassExpression: ["id"],
  ImportSpecifier: ["local"],
  ImportDefaultSpecifier: ["local"],
  ImportNamespaceSpecifier: ["local"],
  VariableDeclarator: ["id"],
  CatchClause: ["param"],
};

/** The names that a node declares in any scope. A module that has its own `fetch` does not mean the global one. */
const declaredBy = (node: Tree): string[] =>
  (DECLARING[node.type] ?? []).flatMap((key) => [node[key]].flat()).flatMap(namesIn);

/** The names in a pattern. Defaults in it add names that it only reads; that hides a use, and never invents one. */
const namesIn = (pattern: unknown): string[] =>
  isNode(pattern) ? [...nodesOf(pattern)].flatMap((node) => nameIn(node) ?? []) : [];

/** A name that the code looks for before it uses it, as in `typeof fetch`. */
const lookedFor = (node: Tree): string[] =>
  node.type === "UnaryExpression" && node["operator"] === "typeof" ? namesIn(node["argument"]) : [];

const calledBy = (node: Tree): [name: string, at: Tree][] => {
  const callee = node.type === "CallExpression" || node.type === "NewExpression" ? node["callee"] : undefined;
  const name = nameIn(callee);
  return name === undefined || !isNode(callee) ? [] : [[name, callee]];
};

/** The members of a node, by its type, whose code runs under a condition or may fail. */
const GUARDING: Readonly<Record<string, readonly string[]>> = {
  TryStatement: ["block"],
  LogicalExpression: ["right"],
  ConditionalExpression: ["consequent", "alternate"],
  IfStatement: ["consequent", "alternate"],
};

const guardedBy = (node: Tree): Tree[] => (GUARDING[node.type] ?? []).map((key) => node[key]).filter(isNode);

const grouped = (pairs: readonly [name: string, at: Tree][]): ReadonlyMap<string, readonly Node[]> =>
  new Map([...Map.groupBy(pairs, ([name]) => name)].map(([name, all]) => [name, all.map(([, at]) => at)]));

/** A module that cannot be read uses nothing. The package's check has refused it. */
export function readUses(file: string, text: string): Uses {
  const read = readModule(file, text);
  const nodes = isNode(read) ? [...nodesOf(read)] : [];
  const known = new Set(nodes.flatMap((node) => [...declaredBy(node), ...lookedFor(node)]));
  const guarded = nodes.flatMap(guardedBy);
  return {
    isGuarded: ({ start, end }) => guarded.some((part) => part.start <= start && end <= part.end),
    ofContext: grouped(nodes.flatMap(contextUse)),
    calls: grouped(nodes.flatMap(calledBy).filter(([name]) => !known.has(name))),
  };
}
