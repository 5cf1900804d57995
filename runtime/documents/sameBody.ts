/**
 * Builds the SQL condition that two rows of `documents` have the same content. The order of an object's members does
 * not matter: an edit and its undo may leave another. The length decides most rows, and it is known without reading a
 * long body. Of two texts of one length, neither can hold more than the other.
 */
export const sameBody = (one: string, other: string): string =>
  `(octet_length(${one}.body) = octet_length(${other}.body) AND (${one}.body = ${other}.body OR NOT EXISTS (
     SELECT fullkey, type, atom FROM json_tree(${one}.body)
     EXCEPT SELECT fullkey, type, atom FROM json_tree(${other}.body))))`;
