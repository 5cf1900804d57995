/** Reads the names that an export statement exports. */
import type { ExportNamedDeclaration, Pattern } from "acorn";

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
