/** The tokens of a style sheet, by the rules of CSS Syntax 3, in linear time. What browsers could read otherwise ends it. */

export interface CssToken {
  /** `lost`: browsers disagree about what follows. It is the last token. */
  readonly kind: "space" | "comment" | "string" | "word" | "function" | "address" | "sign" | "lost";
  readonly text: string;
}

const TOKEN =
  /(\/\*[^]*?(?:\*\/|$))|([ \t\n]+)|("(?:[^"\\\n]|\\[^])*"?|'(?:[^'\\\n]|\\[^])*'?)|([@#]?(?:[\w\u0080-\uffff-]|\\[^\n])+\(?)|<!--|[^]/gy;
const QUOTED = /[ \t\n]*(?:"(?:[^"\\\n]|\\[^])*"|'(?:[^'\\\n]|\\[^])*')[ \t\n]*\)/gy;
const QUOTE_NEXT = /[ \t\n]*["']/gy;
const UNQUOTED = /(?:[^)\\]|\\[^])*\)?/gy;

/** The text that a pattern finds at an offset. */
function textAt(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}

/** The rest of an address behind `url(`; undefined for a quote that is not a whole address. */
const addressAt = (text: string, at: number): string | undefined =>
  textAt(QUOTE_NEXT, text, at) === undefined ? textAt(UNQUOTED, text, at) : textAt(QUOTED, text, at);

/** A name before its bracket is certain if it has no escape, and no sign that only some browsers take for a letter. */
const CERTAIN = /^[@#]?[\w-]+\($/;

type Found = RegExpExecArray | readonly string[];

function kindOf([, comment, space, string, word]: Found): CssToken["kind"] {
  if (word !== undefined) return word.endsWith("(") ? (CERTAIN.test(word) ? "function" : "lost") : "word";
  if (comment !== undefined) return "comment";
  if (space !== undefined) return "space";
  return string === undefined ? "sign" : "string";
}

export function* cssTokens(source: string): Generator<CssToken> {
  const text = source.replaceAll(/\r\n?|\f/g, "\n");
  for (let at = 0; at < text.length;) {
    TOKEN.lastIndex = at;
    const match = TOKEN.exec(text) ?? [];
    const [found = ""] = match;
    const kind = kindOf(match);
    at += found.length;
    const rest = found.toLowerCase() === "url(" ? addressAt(text, at) : undefined;
    yield rest === undefined ? { kind, text: found } : { kind: "address", text: found + rest };
    if (kind === "lost") return;
    at += rest?.length ?? 0;
  }
}
