/**
 * Finds a section in a page's earlier HTML. The kernel writes the element around each section, and templates close
 * every element that they open. So the section ends where as many elements are closed as were opened.
 */
import { escapeHtml } from "../templates/escape.ts";

const EDGE = /<section\b|<\/section>/g;

export function sectionIn(html: string, section: string): string | undefined {
  const named = html.indexOf(` id="${escapeHtml(section)}" data-section="`);
  const start = html.lastIndexOf('<section class="section section--', named);
  if (named < 0 || start < 0 || html.slice(start, named).includes(">")) return undefined;
  let depth = 0;
  EDGE.lastIndex = start;
  for (let edge = EDGE.exec(html); edge; edge = EDGE.exec(html)) {
    depth += edge[0] === "</section>" ? -1 : 1;
    if (depth === 0) return html.slice(start, EDGE.lastIndex);
  }
  return undefined;
}
