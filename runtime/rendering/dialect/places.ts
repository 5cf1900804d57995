/** `<a id="tides"></a>`: a place in a text to which links lead, and which nobody sees. */
import { ANCHOR_MAX_CHARS } from "../../../manifests/bounds/fields.ts";
import type { MarkdownIt, StateInline, Token } from "markdown-it";

const PLACE = new RegExp(
  String.raw`<a[ \t]+(?:id|name)="([\p{L}\p{N}][\p{L}\p{M}\p{N}_.:\-]{0,${ANCHOR_MAX_CHARS - 1}})"[ \t]*></a>`,
  "iuy",
);

export const PLACE_TOKEN = "place";

function place(state: StateInline, silent: boolean): boolean {
  if (state.src[state.pos] !== "<") return false;
  PLACE.lastIndex = state.pos;
  const [whole, id] = PLACE.exec(state.src) ?? [];
  if (whole === undefined || state.pos + whole.length > state.posMax) return false;
  if (!silent) state.push(PLACE_TOKEN, "", 0).meta = { id };
  state.pos += whole.length;
  return true;
}

/** The id of a place. Empty for any other token. */
export const placeId = ({ type, meta }: Token): string =>
  type === PLACE_TOKEN ? (meta as { readonly id: string }).id : "";

export function takePlaces({ inline }: MarkdownIt): void {
  inline.ruler.before("autolink", PLACE_TOKEN, place);
}
