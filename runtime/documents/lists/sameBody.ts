/** The time at which a translation was compared with its source is no content: visitors see nothing of it. */
const contentOf = (one: string, other: string): string =>
  `CASE WHEN ${one}.made_from IS ${other}.made_from AND ${one}.made_from_version IS ${other}.made_from_version
     THEN ${one}.body ELSE json_remove(${one}.body, '$.translatedFrom') END`;

/**
 * Builds the SQL condition that two rows of `documents` have the same content. The order of an object's members does
 * not matter: an edit and its undo may leave another. The length decides most rows, and it is known without reading a
 * long body. Of two texts of one length, neither can hold more than the other.
 */
export const sameBody = (one: string, other: string): string =>
  sameValues(contentOf(one, other), contentOf(other, one));

/** Builds the SQL condition that two JSON texts have the same values. */
export const sameValues = (one: string, other: string): string =>
  `(octet_length(${one}) = octet_length(${other}) AND (${one} = ${other} OR NOT EXISTS (
     SELECT fullkey, type, atom FROM json_tree(${one})
     EXCEPT SELECT fullkey, type, atom FROM json_tree(${other}))))`;
