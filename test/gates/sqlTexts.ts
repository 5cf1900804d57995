/** Finds the texts of a source. A text counts whole, however the source puts it together. */
import ts from "typescript";
import { HOLE } from "./sqlTables.ts";

export interface SourceText {
  readonly line: number;
  readonly text: string;
}

type Constants = ReadonlyMap<string, ts.Expression>;

/** Constants refer to each other at most this deep. */
const MOST_DEPTH = 8;

const isSum = (node: ts.Node): node is ts.BinaryExpression =>
  ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken;

const unwrapped = (node: ts.Node): ts.Node =>
  ts.isParenthesizedExpression(node) || ts.isAsExpression(node) || ts.isSatisfiesExpression(node)
    ? unwrapped(node.expression)
    : node;

/** The text of an expression; undefined if it has none. A part that no constant of the source gives is a hole. */
function textOf(wrapped: ts.Node, constants: Constants, depth = 0): string | undefined {
  const node = unwrapped(wrapped);
  const part = (inner: ts.Node): string => textOf(inner, constants, depth + 1) ?? HOLE;
  if (depth > MOST_DEPTH) return undefined;
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isTemplateExpression(node))
    return (
      node.head.text + node.templateSpans.map(({ expression, literal }) => part(expression) + literal.text).join("")
    );
  if (isSum(node)) {
    const isText = [node.left, node.right].some((side) => textOf(side, constants, depth + 1) !== undefined);
    return isText ? part(node.left) + part(node.right) : undefined;
  }
  const constant = ts.isIdentifier(node) ? constants.get(node.text) : undefined;
  return constant && textOf(constant, constants, depth + 1);
}

const isConstant = ({ parent }: ts.VariableDeclaration): boolean => (parent.flags & ts.NodeFlags.Const) !== 0;

/** The constants of a source by name. Of two with one name, neither counts. */
function constantsOf(file: ts.SourceFile): Constants {
  const found: [string, ts.Expression][] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer && isConstant(node))
      found.push([node.name.text, node.initializer]);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return new Map([...Map.groupBy(found, ([name]) => name).values()].flatMap((same) => (same.length === 1 ? same : [])));
}

export function textsOf(source: string, path = "a.ts"): SourceText[] {
  const kind = path.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true, kind);
  const constants = constantsOf(file);
  const found: SourceText[] = [];
  const visit = (node: ts.Node): void => {
    const text = ts.isIdentifier(node) ? undefined : textOf(node, constants);
    if (text !== undefined)
      found.push({ text, line: file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1 });
    if (text !== undefined && isSum(node)) visitSum(node);
    else ts.forEachChild(node, visit);
  };
  // The literals of a sum have been read with it, and mean nothing alone.
  const visitSum = (node: ts.Node): void => {
    if (isSum(node)) [node.left, node.right].forEach(visitSum);
    else if (ts.isTemplateExpression(node)) node.templateSpans.forEach(({ expression }) => visit(expression));
    else if (!ts.isStringLiteralLike(node)) visit(node);
  };
  visit(file);
  return found;
}
