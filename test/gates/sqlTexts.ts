/** Finds the texts of a source. A text counts whole, however the source puts it together. */
import ts from "typescript";
import { HOLE, SELECTION } from "./sqlTables.ts";

export interface SourceText {
  readonly line: number;
  readonly text: string;
}

type Constants = ReadonlyMap<string, ts.Expression>;

/** Reads the exported constant of another source, by the path that the import names. */
export type ReadImport = (from: string, name: string) => string | undefined;
const NOT_READ: ReadImport = () => undefined;

/** The imported constants of a source that are whole selections. Their tables are read where they stand. */
type Selections = ReadonlySet<string>;
const IS_SELECTION = /^\s*(?:SELECT|WITH)\s/;

/** Constants refer to each other at most this deep. */
const MOST_DEPTH = 8;

const isSum = (node: ts.Node): node is ts.BinaryExpression =>
  ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken;

const unwrapped = (node: ts.Node): ts.Node =>
  ts.isParenthesizedExpression(node) || ts.isAsExpression(node) || ts.isSatisfiesExpression(node)
    ? unwrapped(node.expression)
    : node;

/** The text of an expression; undefined if it has none. A part that no constant of the source gives is a hole. */
function textOf(wrapped: ts.Node, constants: Constants, selections: Selections, depth = 0): string | undefined {
  const node = unwrapped(wrapped);
  const inner = (child: ts.Node): string | undefined => textOf(child, constants, selections, depth + 1);
  const part = (child: ts.Node): string =>
    inner(child) ?? (ts.isIdentifier(child) && selections.has(child.text) ? SELECTION : HOLE);
  if (depth > MOST_DEPTH) return undefined;
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isTemplateExpression(node))
    return (
      node.head.text + node.templateSpans.map(({ expression, literal }) => part(expression) + literal.text).join("")
    );
  if (isSum(node)) {
    const isText = [node.left, node.right].some((side) => inner(side) !== undefined);
    return isText ? part(node.left) + part(node.right) : undefined;
  }
  const constant = ts.isIdentifier(node) ? constants.get(node.text) : undefined;
  return constant && inner(constant);
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

function selectionsOf(file: ts.SourceFile, readImport: ReadImport): Selections {
  const found = new Set<string>();
  for (const statement of file.statements) {
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) continue;
    const bindings = statement.importClause?.namedBindings;
    for (const { name, propertyName = name } of bindings && ts.isNamedImports(bindings) ? bindings.elements : [])
      if (IS_SELECTION.test(readImport(statement.moduleSpecifier.text, propertyName.text) ?? "")) found.add(name.text);
  }
  return found;
}

/** The text of an exported constant. Undefined if the source has none, or not as a text. */
export function exportedText(source: string, name: string): string | undefined {
  const file = ts.createSourceFile("a.ts", source, ts.ScriptTarget.Latest, true);
  const constants = constantsOf(file);
  const constant = constants.get(name);
  return constant && textOf(constant, constants, new Set());
}

export function textsOf(source: string, path = "a.ts", readImport = NOT_READ): SourceText[] {
  const kind = path.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true, kind);
  const constants = constantsOf(file);
  const selections = selectionsOf(file, readImport);
  const found: SourceText[] = [];
  const visit = (node: ts.Node): void => {
    const text = ts.isIdentifier(node) ? undefined : textOf(node, constants, selections);
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
