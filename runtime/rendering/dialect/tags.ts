/** The harmless elements of HTML that people write into Markdown. Every other tag stays text. */
import type { MarkdownIt, StateCore, StateInline, Token } from "markdown-it";

const TAG = /<(?:(\/?)(kbd|sub|sup|mark|abbr)(?:[ \t]+title="([^"<>\n]{0,200})")?|(br)[ \t]*\/?)[ \t]*>/iy;

function tag(state: StateInline, silent: boolean): boolean {
  if (state.src[state.pos] !== "<") return false;
  TAG.lastIndex = state.pos;
  const [whole, slash, name, title, br] = TAG.exec(state.src) ?? [];
  if (whole === undefined || state.pos + whole.length > state.posMax) return false;
  if (slash === "/" && title !== undefined) return false;
  if (!silent) {
    const token = state.push(br === undefined ? "tag" : "tag_br", (name ?? "br").toLowerCase(), 0);
    token.content = whole;
    token.meta = { closes: slash === "/", title };
  }
  state.pos += whole.length;
  return true;
}

/** Opens and closes pairs of tags that enclose whole parts. A tag without a partner becomes text. */
function paired(children: readonly Token[]): void {
  const open: { readonly token: Token; readonly depth: number }[] = [];
  let depth = 0;
  for (const token of children) {
    depth += token.nesting;
    while ((open.at(-1)?.depth ?? 0) > depth) asText(open.pop()?.token);
    if (token.type !== "tag") continue;
    const { closes } = token.meta as { readonly closes: boolean };
    const last = open.at(-1);
    if (!closes) open.push({ token, depth });
    else if (last?.depth === depth && last.token.tag === token.tag) pair(last.token, token, open);
    else asText(token);
  }
  for (const { token } of open) asText(token);
}

function pair(start: Token, end: Token, open: unknown[]): void {
  start.type = `${start.tag}_open`;
  end.type = `${end.tag}_close`;
  const { title } = start.meta as { readonly title?: string };
  if (title !== undefined && start.tag === "abbr") start.attrSet("title", title);
  [start.nesting, end.nesting] = [1, -1];
  open.pop();
}

/** The type of a tag that visitors see as it was written. */
export const SHOWN_TAG = "shown_tag";

function asText(token: Token | undefined): void {
  if (token) Object.assign(token, { type: SHOWN_TAG, tag: "", meta: null });
}

const pairTags = (state: StateCore): void => {
  for (const { type, children } of state.tokens) if (type === "inline" && children) paired(children);
};

export function takeTags({ inline, core, renderer, utils }: MarkdownIt): void {
  inline.ruler.before("autolink", "tag", tag);
  core.ruler.after("inline", "tags", pairTags);
  renderer.rules["tag_br"] = () => "<br>";
  renderer.rules[SHOWN_TAG] = (tokens, index) => utils.escapeHtml(tokens[index]?.content ?? "");
}
