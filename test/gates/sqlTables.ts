/** Reads SQL: the tables that a text names. A computed part of a text is a HOLE. */
export const HOLE = "\u0001";
/** A computed part that is a whole selection of another source, where its tables are read. */
export const SELECTION = "\u0002";

/** Keywords in capitals show SQL. */
const CAPITALS = /\b(?:SELECT|INSERT|UPDATE|DELETE|REPLACE|CREATE|ALTER|DROP|FROM|INTO|JOIN|REFERENCES)\b/;
/** The shapes of statements, in whatever letters. Prose has none of them. */
const SHAPES = [
  /\bselect\b[^.]+?\bfrom\b[^.]+?\b(?:where|order|limit|group|join)\b/i,
  /\b(?:insert|replace)\s+(?:or\s+\w+\s+)?into\b/i,
  /\bdelete\s+from\b/i,
  /\bupdate\s+(?:or\s+\w+\s+)?\S+\s+set\b/i,
  /\b(?:create|alter|drop)\s+(?:unique\s+)?(?:table|index|trigger|view)\b/i,
];

/** Tells whether a text, or a whole source, may contain SQL. */
export const hasSql = (text: string): boolean => CAPITALS.test(text) || SHAPES.some((shape) => shape.test(text));

const NAME = String.raw`[A-Za-z_\u0001\u0002\u0080-\uffff][\w$\u0001\u0002\u0080-\uffff]*`;
const TOKEN = new RegExp(
  String.raw`\s+|--[^\n]*|/\*[\s\S]*?(?:\*/|$)|'(?:[^']|'')*'|"(?:[^"]|"")*"|\[[^\]]*\]|${"`[^`]*`"}|${NAME}|[\s\S]`,
  "g",
);

const JOINING = ["FROM", "JOIN"];
/** Words after which a table's name stands. */
const INTRODUCING = new Set([...JOINING, "INTO", "UPDATE", "TABLE", "REFERENCES", "IN"]);
/** Words that may stand before the name. */
const BETWEEN = new Set(["IF", "NOT", "EXISTS", "OR", "IGNORE", "REPLACE", "ABORT", "FAIL", "ROLLBACK"]);
/** Words that end the list of tables after FROM. */
const ENDING = new Set(
  "WHERE GROUP ORDER LIMIT HAVING WINDOW UNION EXCEPT INTERSECT SET VALUES RETURNING SELECT DO".split(" "),
);
const KEYWORDS = new Set([
  ...INTRODUCING,
  ...BETWEEN,
  ...ENDING,
  "WITH",
  "AS",
  "ON",
  "USING",
  "TO",
  "INDEXED",
  "DEFAULT",
]);
const JOINS = new Set(["NATURAL", "LEFT", "RIGHT", "FULL", "OUTER", "INNER", "CROSS"]);

interface Word {
  /** The name without quotes, or the sign. */
  readonly text: string;
  /** The word in capitals. Empty for a quoted name, which is no keyword. */
  readonly keyword: string;
  readonly isName: boolean;
}

function wordOf(token: string, isAnyCase: boolean): Word {
  if (/^["'[`]./.test(token)) return { text: token.slice(1, -1), keyword: "", isName: true };
  const isName = /^[A-Za-z_\u0001\u0002\u0080-\uffff]/.test(token);
  return { text: token, keyword: isAnyCase ? token.toUpperCase() : token, isName };
}

const wordsOf = (sql: string, isAnyCase: boolean): Word[] =>
  [...sql.matchAll(TOKEN)].flatMap(([token]) => (/^(?:\s|--|\/\*)/.test(token) ? [] : [wordOf(token, isAnyCase)]));

const isSign = (word: Word | undefined, sign: string): boolean => word?.keyword === sign;
const isJoining = (word: Word | undefined): boolean => JOINING.includes(word?.keyword ?? "");

/** Tells whether a parenthesis opens a group of tables. */
const isOpenedForTables = (words: readonly Word[], at: number): boolean =>
  isJoining(words[at - 1]) ||
  (isSign(words[at - 1], ",") && isListed(words, at - 1)) ||
  (isSign(words[at - 1], "(") && isOpenedForTables(words, at - 1));

/** Tells whether a comma separates tables: before it, at its own depth, FROM or JOIN comes first. */
function isListed(words: readonly Word[], comma: number): boolean {
  let depth = 0;
  for (let at = comma - 1; at >= 0; at--) {
    const { keyword = "" } = words[at] ?? {};
    if (keyword === ")") depth += 1;
    else if (keyword === "(" && depth === 0) return isOpenedForTables(words, at);
    else if (keyword === "(") depth -= 1;
    else if (depth === 0 && isJoining(words[at])) return true;
    else if (depth === 0 && ENDING.has(keyword)) return false;
  }
  return false;
}

/** The position of what decides whether a table's name may stand at a place. */
function introduction(words: readonly Word[], place: number): number {
  let at = place - 1;
  if (isDatabase(words, at - 1)) at -= 2;
  while (BETWEEN.has(words[at]?.keyword ?? "")) at -= 1;
  while (isSign(words[at], "(") && isOpenedForTables(words, at)) at -= 1;
  return at;
}

function isIntroduced(words: readonly Word[], at: number): boolean {
  const { keyword = "" } = words[at] ?? {};
  const before = words[at - 1]?.keyword ?? "";
  if (keyword === ",") return isListed(words, at);
  if (keyword === "TO") return before === "RENAME";
  if (keyword === "ON") return words.slice(0, at).some((word) => word.keyword === "CREATE");
  return INTRODUCING.has(keyword) && !(keyword === "FROM" && before === "DISTINCT");
}

const isDatabase = (words: readonly Word[], place: number): boolean =>
  isSign(words[place + 1], ".") && /^(?:main|temp)$/i.test(words[place]?.text ?? "");

/** A selection in parentheses, whose text stands elsewhere. A computed part could be the name of a table alone. */
const isWholeSelection = (words: readonly Word[], place: number): boolean =>
  words[place]?.text === SELECTION && isSign(words[place - 1], "(") && isSign(words[place + 1], ")");

/** Tells whether a place names a table. A name with arguments is a function, except where rows are written. */
function isTable(words: readonly Word[], place: number): boolean {
  const word = words[place];
  if (!word?.isName || KEYWORDS.has(word.keyword) || isDatabase(words, place)) return false;
  const at = introduction(words, place);
  if (!isIntroduced(words, at) || isWholeSelection(words, place)) return false;
  const isRead = isJoining(words[at]) || isSign(words[at], ",") || isSign(words[at], "IN");
  return !(isRead && isSign(words[place + 1], "("));
}

function aliasAfter(words: readonly Word[], place: number): string[] {
  const word = words[place + (isSign(words[place + 1], "AS") ? 2 : 1)];
  return word?.isName && !KEYWORDS.has(word.keyword) && !JOINS.has(word.keyword) ? [word.text.toLowerCase()] : [];
}

const isQualifier = (words: readonly Word[], place: number): boolean =>
  words[place]?.isName === true &&
  isSign(words[place + 1], ".") &&
  words[place + 2]?.isName === true &&
  !isSign(words[place - 1], ".");

/** Words that a text must not end with, because its table then stands elsewhere. */
const OPEN_END = /\b(?:FROM|JOIN|INTO|(?:CREATE|ALTER|DROP) TABLE)\s*$/;

/** Names in a text, in small letters. */
export interface NamedTables {
  /** The names where only a table can stand. */
  readonly tables: readonly string[];
  /** The names before a column that are no alias of this text. They may be aliases of another one. */
  readonly qualifiers: readonly string[];
  /** True if the text computes the name of a table, so that nobody can read it. */
  readonly isComputed: boolean;
}

/** The tables that a text names. A text that is no SQL names none. */
export function tablesNamedIn(text: string): NamedTables {
  const isAnyCase = SHAPES.some((shape) => shape.test(text));
  if (!isAnyCase && !CAPITALS.test(text)) return NONE;
  const words = wordsOf(text, isAnyCase);
  const places = words.flatMap((_, place) => (isTable(words, place) ? [place] : []));
  const nameAt = (place: number): string => (words[place]?.text ?? "").toLowerCase();
  const aliases = new Set(places.flatMap((place) => aliasAfter(words, place)));
  const tables = places.map(nameAt);
  const qualifiers = [...words.keys()]
    .filter((place) => !places.includes(place) && isQualifier(words, place))
    .map(nameAt)
    .filter((name) => !aliases.has(name) && !PSEUDO.has(name));
  return {
    tables: tables.filter(isWritten),
    qualifiers: qualifiers.filter(isWritten),
    isComputed: OPEN_END.test(text) || !tables.every(isWritten),
  };
}

const NONE: NamedTables = { tables: [], qualifiers: [], isComputed: false };

const isWritten = (name: string): boolean => !name.includes(HOLE) && !name.includes(SELECTION);

/** Names that SQLite gives to rows and databases. */
const PSEUDO = new Set(["excluded", "old", "new", "main", "temp"]);
