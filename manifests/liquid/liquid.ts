/**
 * Splits a Liquid text into plain text, outputs and tags. It finds delimiters as the engine does, and refuses ambiguous
 * texts, such as a quote around a closing delimiter. So the engine cannot run as markup what the check took for a
 * comment.
 */
export interface LiquidPart {
  readonly kind: "text" | "output" | "tag";
  /** The content between the delimiters. For plain text, the text with whitespace control applied. */
  readonly body: string;
  readonly offset: number;
}

export interface LiquidFault {
  readonly found: string;
  readonly allowed: string;
  readonly offset: number;
}

const CONSTRUCT = /\{\{(-?)([\s\S]*?)(-?)\}\}|\{%(-?)([\s\S]*?)(-?)%\}/g;

const STRING = /"(?:[^"\\]|\\[\s\S])*"|'(?:[^'\\]|\\[\s\S])*'/g;

/**
 * White space as the engine defines it. JavaScript's `\s` has U+FEFF instead of U+180E, and either could hide a filter.
 */
export const BLANK = "\\t-\\r \\u00a0\\u1680\\u180e\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000";

export const withoutStrings = (body: string): string => body.replace(STRING, " ");
const isBalanced = (body: string): boolean => !/["'\\]/.test(withoutStrings(body));

const trimmed = (text: string, left: boolean, right: boolean): string => {
  const start = left ? text.trimStart() : text;
  return right ? start.trimEnd() : start;
};

/** A plain text. Its offset is adjusted if white space at its start was trimmed. */
const textPart = (text: string, offset: number, left: boolean, right: boolean): LiquidPart => ({
  kind: "text",
  body: trimmed(text, left, right),
  offset: offset + (left ? text.length - text.trimStart().length : 0),
});

function constructFault(body: string, offset: number): LiquidFault | undefined {
  if (!isBalanced(body)) {
    const found = "a quote without its end, or a backslash outside quotes, between Liquid delimiters";
    return { found, allowed: "closed quotes, and backslashes only inside them", offset };
  }
  return /\{\{|\{%/.test(body)
    ? { found: "a Liquid delimiter inside another", allowed: "each {{ or {% closed before the next", offset }
    : undefined;
}

export function splitLiquid(text: string): { parts: LiquidPart[]; faults: LiquidFault[] } {
  const parts: LiquidPart[] = [];
  const faults: LiquidFault[] = [];
  let from = 0;
  let trimNext = false;
  for (const match of text.matchAll(CONSTRUCT)) {
    const [whole, outputLeft = "", output, outputRight = "", tagLeft = "", tag = "", tagRight = ""] = match;
    const body = output ?? tag;
    parts.push(textPart(text.slice(from, match.index), from, trimNext, outputLeft + tagLeft !== ""));
    parts.push({ kind: output === undefined ? "tag" : "output", body: body.trim(), offset: match.index });
    const fault = constructFault(body, match.index);
    if (fault) faults.push(fault);
    trimNext = outputRight + tagRight !== "";
    from = match.index + whole.length;
  }
  const rest = textPart(text.slice(from), from, trimNext, false);
  const open = /\{\{|\{%/.exec(rest.body);
  if (open) {
    const found = `${open[0]} without its end`;
    faults.push({ found, allowed: "every {{ closed by }} and every {% by %}", offset: rest.offset + open.index });
  }
  return { parts: [...parts, rest], faults };
}
