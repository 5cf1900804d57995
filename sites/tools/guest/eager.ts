/**
 * Puts functions of a module in parentheses. An engine first only pre-parses a function and compiles it at its call.
 * Behind a parenthesis it compiles the function at once. This saves the second parse for code that nearly all runs
 * while loading.
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
