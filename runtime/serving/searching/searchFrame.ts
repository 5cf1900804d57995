import { type SearchDrawing, drawSearch } from "../../rendering/searching/draw.ts";
import type { ShownSearch } from "../../rendering/searching/shown.ts";
import type { RenderedPage } from "../../rendering/view.ts";

/** A page around searches, which is the same for all visitors. */
export interface SearchFrame {
  /** The HTML before the first search, between two, and after the last. */
  readonly pieces: readonly string[];
  /** The searches in the order of the page. */
  readonly drawings: readonly SearchDrawing[];
  /** The origins in frames of the page. */
  readonly frames: readonly string[];
}

/**
 * Renders a page with a place for each search. Templates get the places alone, so none can send a visitor's words
 * elsewhere. `nonce` is a new id that nobody can guess. A place is a comment, so a template that escapes it loses it.
 */
export function searchFrame(
  nonce: string,
  render: (search: (drawing: SearchDrawing) => string) => Pick<RenderedPage, "html" | "frames">,
): SearchFrame {
  const noted: SearchDrawing[] = [];
  const { html, frames } = render((drawing) => `<!--${nonce}:${noted.push(drawing) - 1}-->`);
  const parts = html.split(new RegExp(`<!--${nonce}:(\\d+)-->`));
  return {
    pieces: parts.filter((_, at) => at % 2 === 0),
    drawings: parts.flatMap((number, at) => (at % 2 === 1 ? (noted[Number(number)] ?? []) : [])),
    frames,
  };
}

/** The page with a visitor's search in each place. */
export const withSearch = ({ pieces, drawings }: SearchFrame, search: ShownSearch): string =>
  pieces.reduce((page, piece, at) => {
    const drawing = drawings[at - 1];
    return page + (drawing ? drawSearch(search, drawing) : "") + piece;
  }, "");
