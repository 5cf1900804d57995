/**
 * Puts a module's functions in brackets. An engine skips over a function first and compiles it at its call. A bracket
 * before it means "called at once", so the engine compiles it straight away and reads it once. This pays for code that
 * is nearly all called while loading.
 */
import ts from "typescript";

const isBracketable = (node: ts.Node): boolean =>
  (ts.isArrowFunction(node) || ts.isFunctionExpression(node)) && !ts.isParenthesizedExpression(node.parent);

export function eager(javascript: string): string {
  const module = ts.createSourceFile("module.js", javascript, ts.ScriptTarget.Latest, true, ts.ScriptKind.JS);
  const brackets = new Map<number, string>();
  const add = (at: number, bracket: string): unknown => brackets.set(at, (brackets.get(at) ?? "") + bracket);
  const visit = (node: ts.Node): void => {
    if (isBracketable(node)) add(node.getStart(module), "(");
    ts.forEachChild(node, visit);
    if (isBracketable(node)) add(node.end, ")");
  };
  visit(module);
  const places = [...brackets.keys()].toSorted((one, other) => one - other);
  const parts = places.map((at, index) => (brackets.get(at) ?? "") + javascript.slice(at, places[index + 1]));
  return javascript.slice(0, places[0]) + parts.join("");
}
