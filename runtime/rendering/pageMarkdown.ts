/** The last hand on a page's Markdown for machines: links that work from anywhere, and no markup of HTML. */
import { absoluteUrl, resolveLink } from "./links.ts";
import type { Surroundings } from "./surroundings.ts";

/** Where a link or picture leads, inline (`](…`) and in a reference (`[name]: …`). */
const TARGET = /(\]\(\s*<?|^ {0,3}\[[^\]\n]+\]:[ \t]*<?)([^\s)>]+)/gm;

/** Fenced blocks, then spans of code: what they hold is shown and never read as markup. */
const CODE = /^ {0,3}(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:^ {0,3}\1[`~]*[ \t]*$|$(?![\s\S]))|(?<!`)(`+)(?!`)[^`]*(?:(?!\2(?!`))`+[^`]*)*\2(?!`)/gm;

const SCRIPTED = /^(?:javascript|data|vbscript):/i;

function retarget(text: string, { pathOf, origin }: Surroundings): string {
  return text.replace(TARGET, (_whole, before: string, target: string) => {
    if (SCRIPTED.test(target)) return `${before}#`;
    const href = resolveLink(target, pathOf);
    if (href === undefined) return before + (target.startsWith("page:") ? "#" : target);
    return before + absoluteUrl(href, origin);
  });
}

/** Some readers render Markdown with HTML in it; what visitors see as text must be text there too. */
const withoutHtml = (text: string): string => text.replace(/<(?=[a-z/!?])(?!(?:https?:\/\/|mailto:)[^\s<>]*>)/gi, "\\<");

export function finishMarkdown(text: string, surroundings: Surroundings): string {
  let finished = "";
  let from = 0;
  for (const code of text.matchAll(CODE)) {
    finished += retarget(withoutHtml(text.slice(from, code.index)), surroundings) + code[0];
    from = code.index + code[0].length;
  }
  finished += retarget(withoutHtml(text.slice(from)), surroundings);
  return `${finished.replace(/\n{3,}/g, "\n\n").trim()}\n`;
}
