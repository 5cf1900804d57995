/** The place of the caret in a template: what could be written there, judged by the code before and behind it. */

export type LiquidPlace =
  | { readonly kind: "text" }
  /** The name of a tag, right behind the sign that begins it. */
  | { readonly kind: "tag"; readonly from: number }
  | { readonly kind: "filter"; readonly from: number }
  | { readonly kind: "object"; readonly from: number }
  /** A member of a value, with the names before it. */
  | { readonly kind: "member"; readonly from: number; readonly path: readonly string[] }
  /** A text in quotes, and the filter that it is for. Empty without a filter. */
  | { readonly kind: "string"; readonly from: number; readonly filter: string };

/** The most code before the caret that is read. A longer output or tag has no place that is known. */
const CODE_MAX_CHARS = 4_000;

const NAME_BEFORE = /[\w-]*$/;
const MEMBER = /((?:[A-Za-z_]\w*\.)+)([\w-]*)$/;
const FILTER_OF_ARGUMENT = /\|\s*(\w+)\s*:\s*$/;
const FILTER_BEHIND = /^[^"'\n]*["']\s*\|\s*(\w+)/;

/** The code before the caret, in the output or tag that holds it. */
function codeBefore(text: string, offset: number): { readonly code: string; readonly isTag: boolean } | undefined {
  const before = text.slice(Math.max(0, offset - CODE_MAX_CHARS), offset);
  const [output, tag] = [before.lastIndexOf("{{"), before.lastIndexOf("{%")];
  const begin = Math.max(output, tag);
  if (begin < 0) return undefined;
  const code = before.slice(begin + 2).replace(/^-/, "");
  const isTag = tag > output;
  return code.includes(isTag ? "%}" : "}}") ? undefined : { code, isTag };
}

/** The place in code at which the open text in quotes begins. Undefined outside of quotes. */
function openQuote(code: string): number | undefined {
  let open: number | undefined;
  for (let at = 0; at < code.length; at += 1) {
    const sign = code[at];
    if (open === undefined) open = sign === '"' || sign === "'" ? at : undefined;
    else if (sign === code[open]) open = undefined;
  }
  return open;
}

/** The filter that takes a text in quotes: the one before it, or the one behind it. */
const filterOf = (before: string, behind: string): string =>
  (FILTER_OF_ARGUMENT.exec(before) ?? FILTER_BEHIND.exec(behind))?.[1] ?? "";

export function liquidPlace(text: string, offset: number): LiquidPlace {
  const found = codeBefore(text, offset);
  if (!found) return { kind: "text" };
  const { code, isTag } = found;
  const quote = openQuote(code);
  if (quote === undefined) return placeOfName(code, isTag, offset);
  const filter = filterOf(code.slice(0, quote), text.slice(offset, offset + CODE_MAX_CHARS));
  return { kind: "string", from: offset - (code.length - quote - 1), filter };
}

function placeOfName(code: string, isTag: boolean, offset: number): LiquidPlace {
  const name = NAME_BEFORE.exec(code)?.[0] ?? "";
  const from = offset - name.length;
  const before = code.slice(0, code.length - name.length);
  if (/\|\s*$/.test(before)) return { kind: "filter", from };
  if (isTag && before.trim() === "") return { kind: "tag", from };
  const member = MEMBER.exec(code);
  if (member) return { kind: "member", from, path: (member[1] ?? "").split(".").filter((part) => part !== "") };
  return { kind: "object", from };
}

/** The end of the name that holds a place. */
export const nameEnd = (text: string, offset: number): number =>
  offset + (/^[\w-]*/.exec(text.slice(offset, offset + CODE_MAX_CHARS))?.[0].length ?? 0);
