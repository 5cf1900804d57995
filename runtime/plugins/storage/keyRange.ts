/** The ends of range queries for keys. A key consists of letters, digits and the characters `._:~-`. */

/** Greater than every character of a key. */
export const AFTER_ALL = "\u{10ffff}";

/** Less than every character of a key: a key with this behind it precedes each longer key. */
export const BEFORE_ALL = " ";
