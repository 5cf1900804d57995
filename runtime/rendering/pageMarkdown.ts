/** The last hand on a page's Markdown for machines: links that work from anywhere, and no markup of HTML. */
import { absoluteUrl, resolveLink } from "./links.ts";
import { mayHoldHtml } from "./markdown.ts";
import type { Surroundings } from "./surroundings.ts";

/** Where a link or picture leads, inline (`](…`) and in a reference (`[name]: …`). */
const TARGET = /(\]\(\s*<?|^ {0,3}\[[^\]\n]{1,200}\]:[ \t]*<?)([^\s)>]+)/gm;

const SCRIPTED = /^(?:javascript|data|vbscript):/i;

function retarget(text: string, { pathOf, origin }: Surroundings): string {
  return text.replace(TARGET, (_whole, before: string, target: string) => {
    if (SCRIPTED.test(target)) return `${before}#`;
    const href = resolveLink(target, pathOf);
    if (href === undefined) return before + (target.startsWith("page:") ? "#" : target);
    return before + absoluteUrl(href, origin);
  });
}

/**
 * Some readers render Markdown with HTML in it; what visitors see as text must be text there too. A page that
 * has none, which is nearly every page, keeps each `<` of its code samples; otherwise none is left anywhere.
 */
const withoutHtml = (text: string): string =>
  mayHoldHtml(text) ? text.replace(/<(?=[a-z/!?])(?!(?:https?|mailto):)/gi, "&lt;") : text;

/** Spaces at the start of a line mean something, so only whole empty lines go. */
const tidy = (text: string): string =>
  text
    .replace(/\n{3,}/g, "\n\n")
    .replace(/^\n+/, "")
    .trimEnd();

export const finishMarkdown = (text: string, surroundings: Surroundings): string =>
  `${retarget(withoutHtml(tidy(text)), surroundings)}\n`;
